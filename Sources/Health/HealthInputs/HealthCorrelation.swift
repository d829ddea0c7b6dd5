/// Samples that belong together: a blood pressure, a meal.
///
/// Apple's export has its children at the top level too; whoever uses both takes equal samples once.
public struct HealthCorrelation: Hashable, Sendable {
    /// The type, as HealthKit names it: `HKCorrelationTypeIdentifierFood`.
    public var type: String
    /// The app or device that wrote it, by the number that the sink gave it.
    public var source: Int
    /// When it began, in seconds since 1970 (UTC).
    public var start: Int64
    /// When it ended.
    public var end: Int64
    /// The food's or the meal's name.
    public var name: String?
    /// Its samples; only those of types that the sink wants.
    public var samples: [HealthSample]

    /// Makes a correlation.
    public init(
        type: String,
        source: Int,
        start: Int64,
        end: Int64,
        name: String? = nil,
        samples: [HealthSample] = []
    ) {
        self.type = type
        self.source = source
        self.start = start
        self.end = end
        self.name = name
        self.samples = samples
    }
}
