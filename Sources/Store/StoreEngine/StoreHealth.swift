/// How a store fares.
public struct StoreHealth: Sendable, Hashable {
    /// False after a commit failed, until one works again.
    public package(set) var isWritable = true
    /// Why the last commit failed; nil while writable.
    public package(set) var lastError: StoreError?
    /// Damage that was found in the file while it was in use; it stays until the store is opened again.
    public package(set) var damage: StoreError?
    /// Transactions committed since the store was opened.
    public package(set) var commits = 0
    /// Writes answered as committed since the store was opened.
    public package(set) var committedWrites = 0
    /// Transactions that failed since the store was opened.
    public package(set) var failedCommits = 0
    /// Writes that wait now, running ones included.
    public package(set) var waitingWrites = 0

    /// Makes the health of a store that has done nothing yet.
    public init() {}
}
