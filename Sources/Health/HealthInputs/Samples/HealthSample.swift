public import VitalRecords

/// One value of one type over one time, as an input has it.
///
/// Small, because there are millions: names are numbers that the ``HealthSink`` gave out.
public struct HealthSample: Hashable, Sendable {
    /// The type, by the number that the sink gave it.
    public var type: Int
    /// The app or device that wrote it, by the number that the sink gave it.
    public var source: Int
    /// The unit, by the number that the sink gave it; nil for a category.
    public var unit: Int?
    /// When it began, in seconds since 1970 (UTC).
    public var start: Int64
    /// When it ended, in seconds since 1970 (UTC); never before ``start``.
    public var end: Int64
    /// The value in its unit; for a category HealthKit's number of it, see `HealthCategory`.
    public var value: DecimalNumber
    /// What is known beside the value.
    public var flags: HealthSampleFlags

    /// Makes a sample.
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

/// What is known of a sample beside its value.
public struct HealthSampleFlags: OptionSet, Hashable, Sendable {
    /// The bits; the upper four are free.
    public let rawValue: UInt8

    /// Makes flags from bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A person typed it (`HKWasUserEntered`).
    public static let userEntered = HealthSampleFlags(rawValue: 1)
    /// Measured before a meal (`HKBloodGlucoseMealTime` 1).
    public static let beforeMeal = HealthSampleFlags(rawValue: 2)
    /// Measured after a meal (`HKBloodGlucoseMealTime` 2).
    public static let afterMeal = HealthSampleFlags(rawValue: 4)
}

/// An app or a device that wrote samples.
///
/// Inputs tell one from another by its name alone: pointers, versions and hardware of one source change.
public struct HealthSource: Hashable, Sendable {
    /// What kind of device it is, as far as the input says.
    public enum Kind: String, Hashable, Sendable {
        /// A watch.
        case watch
        /// A phone.
        case phone
        /// Anything else: another app, a scale.
        case other
    }

    /// Its name, as the input has it.
    public var name: String
    /// What it is.
    public var kind: Kind
    /// The device's maker, where the input names it.
    public var manufacturer: String?
    /// The device's model, where the input names it.
    public var model: String?

    /// Makes a source.
    public init(name: String, kind: Kind = .other, manufacturer: String? = nil, model: String? = nil) {
        self.name = name
        self.kind = kind
        self.manufacturer = manufacturer
        self.model = model
    }
}
