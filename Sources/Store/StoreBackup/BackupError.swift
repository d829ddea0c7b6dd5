/// Why a backup cannot be made or restored, and how to fix that; it never contains a secret.
public struct BackupError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: Sendable, Hashable {
        /// The file is not a backup, is damaged or truncated, or has another key.
        case unreadable
        /// A file cannot be written.
        case cannotWrite
        /// A process of the hub runs.
        case running
        /// The request is invalid.
        case invalid
    }

    /// The kind.
    public let kind: Kind
    /// The message for people.
    public let message: String

    init(_ kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
