public import FoundationEssentials

/// A reading with the same device and bytes as another, given or held.
public struct MergeCandidate: Sendable, Hashable {
    /// Its key.
    public let readingKey: String
    /// Where it was made.
    public let hub: String
    /// When the hub heard it.
    public let seenAt: Date
}
