/// How long the intervals of a series are.
public struct Granularity: Hashable, Sendable, Codable {
    /// How many of the unit, from 1.
    public var interval: Int
    /// The unit, for example `minute`.
    public var unit: String

    /// Makes a granularity.
    public init(interval: Int, unit: String) {
        self.interval = interval
        self.unit = unit
    }
}
