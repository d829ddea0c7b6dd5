public import DeliveryRules
public import FoundationEssentials

/// The contents of a backup.
public struct BackupManifest: Codable, Sendable {
    /// One file of a backup.
    public struct Entry: Codable, Sendable, Hashable {
        /// Its path below the state directory.
        public var path: String
        /// Its size in bytes.
        public var size: Int
        /// Its SHA-256 in hexadecimal digits.
        public var sha256: String
        /// The newest migration of a store; nil for other files.
        public var migration: String?
        /// How far the store had come, if it has a mark.
        public var mark: StoreMark?
    }

    /// The format's version.
    public var format = 1
    /// The version of VitalBus that made it.
    public var version: String
    /// When the backup began.
    public var time: Date
    /// Its files, in order.
    public var entries: [Entry]

    /// The stores in it.
    public var stores: [Entry] { entries.filter { $0.migration != nil } }
}
