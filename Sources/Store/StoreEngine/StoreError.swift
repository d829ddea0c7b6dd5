public import CodedErrors
internal import GRDB

/// An error of a store: what happened to which file, and how to fix it.
///
/// It never contains a payload.
public struct StoreError: WordedError, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public let code: StoreErrorCode
    /// The message for people, with the fix.
    public let message: String
    /// The store's file.
    public let path: String
    /// SQLite's extended result code, or `errno` if the file could not be created; nil for our own checks.
    public let sourceCode: Int32?
    /// Whether the same call may succeed later, by itself or after space was freed.
    public let isRetriable: Bool

    /// Creates an error.
    public init(code: StoreErrorCode, message: String, path: String, sourceCode: Int32? = nil, isRetriable: Bool) {
        self.code = code
        self.message = message
        self.path = path
        self.sourceCode = sourceCode
        self.isRetriable = isRetriable
    }

    /// Code, message and path on one line.
    public var description: String {
        "\(code): \(message) [\(path)]" + (sourceCode.map { " (code \($0))" } ?? "")
    }
}

extension StoreError {
    /// Converts any error of a database access.
    package init(_ error: any Error, path: String) {
        if let known = error as? StoreError {
            self = known
        } else if let database = error as? DatabaseError {
            self.init(database, path: path)
        } else if let unreadable = error as? UnreadableColumn {
            self.init(
                code: .unreadableRow,
                message: "column \(unreadable.name) cannot be read; check the file with `PRAGMA integrity_check`",
                path: path,
                isRetriable: false
            )
        } else {
            self.init(code: .other, message: "\(error.typeName)", path: path, isRetriable: false)
        }
    }

    private init(_ error: DatabaseError, path: String) {
        let (code, advice, isRetriable) = StoreError.meaning(of: error.resultCode)
        let said = error.message.map { " (SQLite: \($0))" } ?? ""
        self.init(
            code: code,
            message: advice + said,
            path: path,
            sourceCode: error.extendedResultCode.rawValue,
            isRetriable: isRetriable
        )
    }

    /// The result codes of <https://www.sqlite.org/rescode.html> that people can act on.
    private static func meaning(of result: ResultCode) -> (StoreErrorCode, String, Bool) {
        switch result {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            (.locked, "another process holds the file; stop the other instance or the tool that has it open", true)
        case .SQLITE_FULL:
            (.full, "the disk is full; free some space, then the store continues automatically", true)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            (
                .corrupt, "the file is damaged; keep it, restore a backup or move it away and start with an empty one",
                false
            )
        case .SQLITE_READONLY:
            (.readOnly, "the file or its folder is not writable; check owner, mode and mount", false)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            (.cannotOpen, "the file cannot be opened; check that its folder exists and belongs to this user", false)
        case .SQLITE_IOERR, .SQLITE_NOMEM:
            (.inputOutput, "the disk failed to read or write; check the kernel log and the disk", true)
        case .SQLITE_CONSTRAINT:
            (.constraint, "a row contradicts a stored row", false)
        default:
            (.other, "the database rejected the operation", false)
        }
    }

    /// Whether the storage itself failed, not just one operation; then the whole transaction is unreliable.
    package var isStorageFailure: Bool {
        [.locked, .full, .corrupt, .readOnly, .cannotOpen, .inputOutput].contains(code)
    }
}

/// The code of a store's error.
///
/// More codes may be added; treat an unknown one as not retriable.
public struct StoreErrorCode: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The stable code, as in logs and replies.
    public let rawValue: String

    /// Creates a code from its text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The stable code.
    public var description: String { rawValue }

    /// Another process holds the file's lock.
    public static let locked = StoreErrorCode(rawValue: "storeLocked")
    /// No space is left, or a size limit is reached.
    public static let full = StoreErrorCode(rawValue: "storeFull")
    /// The file is damaged or not an SQLite database.
    public static let corrupt = StoreErrorCode(rawValue: "storeCorrupt")
    /// The file or its folder may not be written.
    public static let readOnly = StoreErrorCode(rawValue: "storeReadOnly")
    /// The file cannot be opened or made.
    public static let cannotOpen = StoreErrorCode(rawValue: "storeCannotOpen")
    /// A newer version of the software has written the file.
    public static let newerSchema = StoreErrorCode(rawValue: "storeNewerSchema")
    /// A build from before the first release has written the file.
    public static let unreleasedSchema = StoreErrorCode(rawValue: "storeUnreleasedSchema")
    /// The file is a database of something else.
    public static let wrongStore = StoreErrorCode(rawValue: "storeWrongKind")
    /// The file is older than the one last used, or it is missing.
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
    /// The snapshot belongs to another list than the requested one.
    public static let wrongList = StoreErrorCode(rawValue: "storeWrongList")
    /// A later change has overtaken the request.
    public static let outdated = StoreErrorCode(rawValue: "storeOutdated")
    /// A saved row cannot be read back.
    public static let unreadableRow = StoreErrorCode(rawValue: "storeUnreadableRow")
    /// Any other error of SQLite.
    public static let other = StoreErrorCode(rawValue: "storeError")
}
