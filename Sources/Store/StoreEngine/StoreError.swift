internal import GRDB

/// An error of a store: what happened to which file, and the way out.
///
/// Never has a payload in it.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of trouble.
    public let code: StoreErrorCode
    /// Plain words with the way out.
    public let message: String
    /// The store's file.
    public let path: String
    /// SQLite's extended result code, or `errno` where the file could not be made; nil for our own checks.
    public let sourceCode: Int32?
    /// Whether the same call may succeed later without anyone's doing, or after space was freed.
    public let isRetriable: Bool

    /// Makes an error.
    public init(code: StoreErrorCode, message: String, path: String, sourceCode: Int32? = nil, isRetriable: Bool) {
        self.code = code
        self.message = message
        self.path = path
        self.sourceCode = sourceCode
        self.isRetriable = isRetriable
    }

    /// Code, words and path in one line.
    public var description: String {
        "\(code): \(message) [\(path)]" + (sourceCode.map { " (code \($0))" } ?? "")
    }
}

extension StoreError {
    /// Puts any error of a database access into our words.
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
            self.init(code: .other, message: "\(type(of: error))", path: path, isRetriable: false)
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
            (.locked, "another process holds the file; stop the second instance or the tool that has it open", true)
        case .SQLITE_FULL:
            (.full, "no space is left; free some on this disk, the store goes on by itself", true)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            (
                .corrupt, "the file is damaged; keep it, restore a backup or move it away and start with an empty one",
                false
            )
        case .SQLITE_READONLY:
            (.readOnly, "the file or its folder may not be written; check owner, mode and mount", false)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            (.cannotOpen, "the file cannot be opened; check that its folder exists and belongs to this user", false)
        case .SQLITE_IOERR, .SQLITE_NOMEM:
            (.inputOutput, "the disk failed to read or write; check the kernel log and the disk", true)
        case .SQLITE_CONSTRAINT:
            (.constraint, "a row contradicts one that is saved already", false)
        default:
            (.other, "the database refused", false)
        }
    }

    /// Whether the storage failed, and not just one operation: then nothing of the transaction may be trusted.
    package var isStorageFailure: Bool {
        [.locked, .full, .corrupt, .readOnly, .cannotOpen, .inputOutput].contains(code)
    }
}
