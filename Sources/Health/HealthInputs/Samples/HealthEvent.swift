public import VitalRecords

/// Any element of an input that is not a sample; there are few of them.
public enum HealthEvent: Hashable, Sendable {
    /// A workout.
    case workout(HealthWorkout)
    /// Samples that belong together.
    case correlation(HealthCorrelation)
    /// A total of a local day.
    case dayTotal(HealthDayTotal)
    /// A hint of the person's time zone.
    case zoneHint(ZoneHint)
    /// A file other than the samples.
    case attachment(HealthAttachment)
    /// The time of the export in seconds since 1970, and its UTC offset in seconds.
    case exported(time: Int64, utcOffset: Int)
    /// A salted hash of the person's identity: equal for the same person, and not reversible.
    case person(fingerprint: String)
}

/// Samples that belong together: a blood pressure, a meal.
///
/// Apple's export repeats its samples at the top level; a reader of both must drop duplicates.
public struct HealthCorrelation: Hashable, Sendable {
    /// The HealthKit type: `HKCorrelationTypeIdentifierFood`.
    public var type: String
    /// The sink's number of the source.
    public var source: Int
    /// The start in seconds since 1970 (UTC).
    public var start: Int64
    /// The end in seconds since 1970 (UTC).
    public var end: Int64
    /// The name of the food or meal.
    public var name: String?
    /// The samples, only of types that the sink wants.
    public var samples: [HealthSample]

    /// Creates a correlation.
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

/// A total of one local day that the input has instead of samples.
public struct HealthDayTotal: Hashable, Sendable {
    /// The sink's number of the type.
    public var type: Int
    /// The sink's number of the source.
    public var source: Int
    /// The sink's number of the unit; nil for the count of a category.
    public var unit: Int?
    /// The local day, as days since 1 January 1970.
    public var day: Int
    /// The total.
    public var value: DecimalNumber
    /// The number of the counter if several add up to the day's total; nil for the whole total.
    ///
    /// A device counts each kind of activity separately, from midnight.
    public var part: Int?
    /// The day's first moment, in seconds since 1970 (UTC), if the input has it.
    public var start: Int64?

    /// Creates a total.
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

/// A file that is listed but not read: a route, an ECG.
public struct HealthAttachment: Hashable, Sendable {
    /// The kind of content.
    public enum Kind: String, Hashable, Sendable {
        /// The route of a workout (GPX).
        case workoutRoute
        /// An electrocardiogram; its file contains the person's name.
        case electrocardiogram
        /// A clinical document (FHIR).
        case clinicalRecord
    }

    /// The kind of content.
    public var kind: Kind
    /// The path within the input.
    public var path: String

    /// Creates an attachment.
    public init(kind: Kind, path: String) {
        self.kind = kind
        self.path = path
    }
}
