/// What a whole pass over an input found.
public struct HealthScanReport: Hashable, Sendable {
    /// How many elements of each type there were, wanted or not; those inside of correlations are not counted.
    public var elements: [String: Int] = [:]
    /// What could not be read.
    public var damage = HealthDamageLog()
    /// Where the input broke off, if it did.
    public var cut: HealthCut?
    /// How many bytes were read, uncompressed.
    public var bytes: UInt64 = 0

    /// Makes an empty report.
    public init() {}
}
