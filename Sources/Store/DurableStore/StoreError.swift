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
