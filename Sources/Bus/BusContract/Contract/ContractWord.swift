public import VitalRecords

/// A word of the contract: other words than the known ones come from newer versions, and are carried as they are.
public protocol ContractWord: OpenString {
    /// The words of this version.
    static var known: [Self] { get }
}

extension ContractWord {
    /// The word.
    public var description: String { rawValue }

    /// The words of this version, divided by commas, for messages to people.
    public static var list: String { known.map(\.rawValue).joined(separator: ", ") }

    /// Whether this version knows the word.
    public var isKnown: Bool { Self.known.contains(self) }
}
