/// Where a store lies and how it works.
public struct StoreConfiguration: Sendable, Hashable {
    /// What a witness's name has beside the name of its store's folder.
    public static let witnessSuffix = ".witness"

    /// The database file.
    ///
    /// Its folder is made with mode 0700 if it is missing.
    public var path: String
    /// How long to wait for another process's lock.
    public var busyTimeout: Duration
    /// How many writes may wait; more callers wait for room, which is the back-pressure.
    public var capacity: Int
    /// The most writes in one transaction.
    public var batchLimit: Int

    /// The largest file in bytes that is always looked through before it is used; a larger one only after an end that
    /// was not in order, and else beside the work.
    public var checkLimit: Int
    /// The file that remembers how far the store has come, outside its folder; nil for a store without one.
    public var witness: String?

    /// Makes a configuration; sizes below 1 count as 1.
    public init(
        path: String,
        busyTimeout: Duration = .seconds(5),
        capacity: Int = 1_024,
        batchLimit: Int = 256,
        checkLimit: Int = 64 << 20,
        witness: String? = nil
    ) {
        self.path = path
        self.busyTimeout = busyTimeout
        self.capacity = max(1, capacity)
        self.batchLimit = max(1, batchLimit)
        self.checkLimit = checkLimit
        self.witness = witness
    }
}

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
    /// Rows that could not be read since the store was opened, each settled so that it holds up no other.
    public package(set) var unreadableRows = 0

    /// Makes the health of a store that has done nothing yet.
    public init() {}
}
