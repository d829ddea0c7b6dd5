public import VitalRecords

/// One value of one type, over a span of time.
///
/// It is small, because there are millions: names are numbers that the ``HealthSink`` assigned.
public struct HealthSample: Hashable, Sendable {
    /// The sink's number of the type.
    public var type: Int
    /// The sink's number of the source.
    public var source: Int
    /// The sink's number of the unit; nil for a category.
    public var unit: Int?
    /// The start in seconds since 1970 (UTC).
    public var start: Int64
    /// The end in seconds since 1970 (UTC); not before ``start``.
    public var end: Int64
    /// The value in its unit; for a category HealthKit's number, see `HealthCategory`.
    public var value: DecimalNumber
    /// Further properties.
    public var flags: HealthSampleFlags

    /// Creates a sample.
    public init(
        type: Int,
        source: Int,
        unit: Int? = nil,
        start: Int64,
        end: Int64,
        value: DecimalNumber,
        flags: HealthSampleFlags = []
    ) {
        self.type = type
        self.source = source
        self.unit = unit
        self.start = start
        self.end = end
        self.value = value
        self.flags = flags
    }
}

/// Properties of a sample in addition to its value.
public struct HealthSampleFlags: OptionSet, Hashable, Sendable {
    /// The bits; the upper four are free.
    public let rawValue: UInt8

    /// Makes flags from bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A person typed the value (`HKWasUserEntered`).
    public static let userEntered = HealthSampleFlags(rawValue: 1)
    /// Measured before a meal (`HKBloodGlucoseMealTime` 1).
    public static let beforeMeal = HealthSampleFlags(rawValue: 2)
    /// Measured after a meal (`HKBloodGlucoseMealTime` 2).
    public static let afterMeal = HealthSampleFlags(rawValue: 4)
}

/// An app or device that wrote samples.
///
/// Sources are distinguished by name alone, because pointers, versions and hardware of one source change.
public struct HealthSource: Hashable, Sendable {
    /// The kind of device.
    public enum Kind: String, Hashable, Sendable {
        /// A watch.
        case watch
        /// A phone.
        case phone
        /// Anything else: another app, a scale.
        case other
    }

    /// The name in the input.
    public var name: String
    /// The kind of device.
    public var kind: Kind
    /// The manufacturer, if the input names it.
    public var manufacturer: String?
    /// The model, if the input names it.
    public var model: String?
    /// The platform of its records; nil for the input's.
    ///
    /// One archive may have files of several.
    public var platform: String?

    /// Creates a source.
    public init(
        name: String,
        kind: Kind = .other,
        manufacturer: String? = nil,
        model: String? = nil,
        platform: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.manufacturer = manufacturer
        self.model = model
        self.platform = platform
    }
}
