public import VitalRecords

/// What is usual of a seat's values, as an operator says; other values stand out where people see them.
public struct SeatLimits: Codable, Sendable, Hashable {
    /// What is usual of one metric, in its first unit; at least one of the two is there.
    public struct Limit: Codable, Sendable, Hashable {
        /// The metric, as `systolic`.
        public var metric: MetricName
        /// The lowest usual value; absent where none is too low.
        public var lowest: Double?
        /// The highest usual value; absent where none is too high.
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
    /// All of its limits, each metric once; none where nothing is said of it.
    public var limits: [Limit]

    /// Makes the limits of a seat.
    public init(seat: String, limits: [Limit]) {
        self.seat = seat
        self.limits = limits
    }

    /// A number of a limit as people write it, without a fraction that is none.
    public static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}
