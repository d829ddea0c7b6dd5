public import VitalRecords

/// What an input says beside its samples; there are few of them.
public enum HealthEvent: Hashable, Sendable {
    /// A workout.
    case workout(HealthWorkout)
    /// Samples that belong together.
    case correlation(HealthCorrelation)
    /// A sum of a local day.
    case dayTotal(HealthDayTotal)
    /// A word about the zone.
    case zoneHint(ZoneHint)
    /// A file beside the samples.
    case attachment(HealthAttachment)
    /// When the input was made, in seconds since 1970, and how far its clock was ahead of UTC, in seconds.
    case exported(time: Int64, utcOffset: Int)
    /// Whose data it is, as a salted fingerprint: equal for equal people, and nothing can be read from it.
    case person(fingerprint: String)
}

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

/// A sum of one local day that the input has instead of samples.
public struct HealthDayTotal: Hashable, Sendable {
    /// The type, by the number that the sink gave it.
    public var type: Int
    /// The app or device that wrote it, by the number that the sink gave it.
    public var source: Int
    /// The unit, by the number that the sink gave it; nil for a category's count.
    public var unit: Int?
    /// The local day, as days since 1 January 1970.
    public var day: Int
    /// The sum.
    public var value: DecimalNumber
    /// The number of the counter that it is of, where a day's sum is that of several; nil for the whole sum.
    ///
    /// A device counts each kind of activity by itself, from midnight on.
    public var part: Int?
    /// The day's first moment, in seconds since 1970 (UTC), where the input says it.
    public var start: Int64?

    /// Makes a total.
    public init(
        type: Int,
        source: Int,
        unit: Int? = nil,
        day: Int,
        value: DecimalNumber,
        part: Int? = nil,
        start: Int64? = nil
    ) {
        self.type = type
        self.source = source
        self.unit = unit
        self.day = day
        self.value = value
        self.part = part
        self.start = start
    }
}

/// A file beside the samples that is noted and not read: a route, an ECG.
public struct HealthAttachment: Hashable, Sendable {
    /// What it holds.
    public enum Kind: String, Hashable, Sendable {
        /// Where a workout went (GPX).
        case workoutRoute
        /// An electrocardiogram; its file holds the person's name.
        case electrocardiogram
        /// A document of a clinic (FHIR).
        case clinicalRecord
    }

    /// What it holds.
    public var kind: Kind
    /// Its path within the input.
    public var path: String

    /// Makes an attachment.
    public init(kind: Kind, path: String) {
        self.kind = kind
        self.path = path
    }
}
