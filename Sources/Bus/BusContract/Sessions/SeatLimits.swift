public import VitalRecords

/// The usual values of a seat, set by an operator; other values are highlighted for people.
public struct SeatLimits: Codable, Sendable, Hashable {
    /// The usual range of one metric, in its first unit; at least one limit is present.
    public struct Limit: Codable, Sendable, Hashable {
        /// The metric, such as `systolic`.
        public var metric: MetricName
        /// The lowest usual value; absent without a lower limit.
        public var lowest: Double?
        /// The highest usual value; absent without an upper limit.
        public var highest: Double?

        /// Makes a limit.
        public init(metric: MetricName, lowest: Double? = nil, highest: Double? = nil) {
            self.metric = metric
            self.lowest = lowest
            self.highest = highest
        }
    }

    /// The seat.
    @CheckedID public var seat: String
    /// All of the seat's limits, each metric once; empty if none are set.
    public var limits: [Limit]

    /// Makes the limits of a seat.
    public init(seat: String, limits: [Limit]) {
        self.seat = seat
        self.limits = limits
    }

    /// The limit as people write it, without an empty fraction.
    public static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}
