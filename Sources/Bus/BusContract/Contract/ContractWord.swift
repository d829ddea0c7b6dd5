public import VitalRecords

/// A word of the contract.
///
/// Words that this version does not know come from newer versions and are passed on unchanged.
public protocol ContractWord: OpenString {
    /// The values that this version knows.
    static var known: [Self] { get }
}

extension ContractWord {
    /// The word.
    public var description: String { rawValue }

    /// The values that this version knows, separated by commas, for messages to people.
    public static var list: String { known.map(\.rawValue).joined(separator: ", ") }

    /// Whether this version knows the word.
    public var isKnown: Bool { Self.known.contains(self) }
}
