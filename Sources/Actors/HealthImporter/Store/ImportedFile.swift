public import FoundationEssentials

/// A file of a watched folder as it is remembered.
public struct ImportedFile: Sendable, Hashable {
    /// Its path.
    public let path: String
    /// The seat whose folder it is in.
    public let seat: String
    /// What changes when the file does.
    public let stamp: String
    /// When it, as it is, was seen first.
    public let firstSeen: Date
    /// For which session and types it was imported, or refused; nil for not yet.
    public let choice: String?

    package init(path: String, seat: String, stamp: String, firstSeen: Date, choice: String?) {
        self.path = path
        self.seat = seat
        self.stamp = stamp
        self.firstSeen = firstSeen
        self.choice = choice
    }
}
