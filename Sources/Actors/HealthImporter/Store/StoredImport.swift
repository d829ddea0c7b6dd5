public import FoundationEssentials

/// A saved import.
public struct StoredImport: Sendable, Hashable, Identifiable {
    /// The import's id.
    public let id: String
    /// The seat of the import.
    public let seat: String
    /// The file's path; empty if the import reads several files.
    public let path: String
    /// Whether the import is not done, or its end is not published.
    public var isOpen: Bool
    /// The progress, opaque to the store.
    public var facts: Data

    /// Creates an import.
    public init(id: String, seat: String, path: String, isOpen: Bool = true, facts: Data) {
        self.id = id
        self.seat = seat
        self.path = path
        self.isOpen = isOpen
        self.facts = facts
    }
}

/// The stored state of a file in a watched folder.
public struct ImportedFile: Sendable, Hashable {
    /// The file's path.
    public let path: String
    /// The seat of the folder.
    public let seat: String
    /// A stamp that changes when the file does.
    public let stamp: String
    /// When the file was first seen in this state.
    public let firstSeen: Date
    /// The digest of the person and types for which it was processed; nil if it was not.
    public let choice: String?

    package init(path: String, seat: String, stamp: String, firstSeen: Date, choice: String?) {
        self.path = path
        self.seat = seat
        self.stamp = stamp
        self.firstSeen = firstSeen
        self.choice = choice
    }
}
