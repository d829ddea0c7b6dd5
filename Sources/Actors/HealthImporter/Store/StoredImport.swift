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
