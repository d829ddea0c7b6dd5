public import FoundationEssentials

/// An import as it is saved.
public struct StoredImport: Sendable, Hashable, Identifiable {
    /// The import's id.
    public let id: String
    /// The seat that it is for.
    public let seat: String
    /// The file; empty for one that reads several.
    public let path: String
    /// Whether something is left to be done or told.
    public var isOpen: Bool
    /// How far it is, opaque to the store.
    public var facts: Data

    /// Makes an import.
    public init(id: String, seat: String, path: String, isOpen: Bool = true, facts: Data) {
        self.id = id
        self.seat = seat
        self.path = path
        self.isOpen = isOpen
        self.facts = facts
    }
}

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
