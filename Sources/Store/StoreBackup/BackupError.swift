/// Why a backup cannot be made or restored, and the way out; never a secret.
public struct BackupError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Kind: Sendable, Hashable {
        /// The file is no backup, is damaged or cut short, or the key is another one.
        case unreadable
        /// Something cannot be written.
        case cannotWrite
        /// A process of the hub runs.
        case running
        /// What was asked for cannot be.
        case invalid
    }

    /// The kind.
    public let kind: Kind
    /// Plain words.
    public let message: String

    init(_ kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }

    /// The words.
    public var description: String { message }
}
