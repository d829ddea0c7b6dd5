/// The location of a store, and its limits.
public struct StoreConfiguration: Sendable, Hashable {
    /// The suffix that turns the name of a store's folder into its witness's name.
    public static let witnessSuffix = ".witness"

    /// The database file.
    ///
    /// A missing folder is created with mode 0700.
    public var path: String
    /// How long to wait for another process's lock.
    public var busyTimeout: Duration
    /// How many writes may wait; further callers wait for room, which provides back-pressure.
    public var capacity: Int
    /// The most writes in one transaction.
    public var batchLimit: Int

    /// The size in bytes up to which a file is always checked before use.
    ///
    /// A larger file is checked first only after an unclean end; otherwise the check runs in the background.
    public var checkLimit: Int
    /// How long a write that can join another's transaction waits for one.
    public var joinPatience: Duration
    /// The witness, a file outside the store's folder that remembers how far the store has come; nil for none.
    public var witness: String?

    /// Creates a configuration; sizes below 1 count as 1.
    public init(
        path: String,
        busyTimeout: Duration = .seconds(5),
        capacity: Int = 1_024,
        batchLimit: Int = 256,
        checkLimit: Int = 64 << 20,
        joinPatience: Duration = .seconds(1),
        witness: String? = nil
    ) {
        self.path = path
        self.busyTimeout = busyTimeout
        self.capacity = max(1, capacity)
        self.batchLimit = max(1, batchLimit)
        self.checkLimit = checkLimit
        self.joinPatience = joinPatience
        self.witness = witness
    }
}

/// The health of a store.
public struct StoreHealth: Sendable, Hashable {
    /// False from a failed commit until the next successful one.
    public package(set) var isWritable = true
    /// Why the last commit failed; nil while writable.
    public package(set) var lastError: StoreError?
    /// Damage found in the file while in use; it stays until the store is reopened.
    public package(set) var damage: StoreError?
    /// Transactions committed since the store was opened.
    public package(set) var commits = 0
    /// Writes answered as committed since the store was opened.
    public package(set) var committedWrites = 0
    /// Transactions that failed since the store was opened.
    public package(set) var failedCommits = 0
    /// Writes waiting now, including running ones.
    public package(set) var waitingWrites = 0
    /// Unreadable rows since the store was opened; each was settled so that it does not block others.
    public package(set) var unreadableRows = 0

    /// Creates the health of a newly opened store.
    public init() {}
}
