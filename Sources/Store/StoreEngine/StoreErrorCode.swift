/// What kind of trouble a store has.
///
/// More may come; treat an unknown one as not retriable.
public struct StoreErrorCode: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The stable word, as it stands in logs and replies.
    public let rawValue: String

    /// Makes a code from its word.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The stable word.
    public var description: String { rawValue }

    /// Another process holds the file's lock.
    public static let locked = StoreErrorCode(rawValue: "storeLocked")
    /// No space is left, or a size limit is reached.
    public static let full = StoreErrorCode(rawValue: "storeFull")
    /// The file is damaged, or no SQLite database at all.
    public static let corrupt = StoreErrorCode(rawValue: "storeCorrupt")
    /// The file or its folder may not be written.
    public static let readOnly = StoreErrorCode(rawValue: "storeReadOnly")
    /// The file cannot be opened or made.
    public static let cannotOpen = StoreErrorCode(rawValue: "storeCannotOpen")
    /// A newer version of the software has written the file.
    public static let newerSchema = StoreErrorCode(rawValue: "storeNewerSchema")
    /// The file is a database of something else.
    public static let wrongStore = StoreErrorCode(rawValue: "storeWrongKind")
    /// The file is an older copy than the one that was used last, or it is gone.
    public static let notNewest = StoreErrorCode(rawValue: "storeNotNewest")
    /// The disk failed to read or write.
    public static let inputOutput = StoreErrorCode(rawValue: "storeInputOutput")
    /// A row contradicts another one.
    public static let constraint = StoreErrorCode(rawValue: "storeConstraint")
    /// The store has been closed.
    public static let closed = StoreErrorCode(rawValue: "storeClosed")
    /// The named row does not exist.
    public static let notFound = StoreErrorCode(rawValue: "storeNotFound")
    /// The snapshot of a list is closed; page 1 opens a new one.
    public static let snapshotExpired = StoreErrorCode(rawValue: "storeSnapshotExpired")
    /// The snapshot is of another list than the one that is asked for.
    public static let wrongList = StoreErrorCode(rawValue: "storeWrongList")
    /// What is asked for was overtaken by a later change.
    public static let outdated = StoreErrorCode(rawValue: "storeOutdated")
    /// A saved row cannot be read back.
    public static let unreadableRow = StoreErrorCode(rawValue: "storeUnreadableRow")
    /// Anything else SQLite says.
    public static let other = StoreErrorCode(rawValue: "storeError")
}
