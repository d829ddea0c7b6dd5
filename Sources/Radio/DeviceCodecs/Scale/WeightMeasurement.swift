public import VitalRecords

/// A frame of the Weight Measurement characteristic 0x2A9D (Weight Scale Service 1.0).
public struct WeightMeasurement: Hashable, Sendable {
    /// The revision of this decoder; raise it whenever the same bytes decode to different values.
    static let decoderRevision = 2

    /// The flags: the unit, and which fields are present.
    public let flags: WeightFlags
    /// Weight in kg or lb.
    public let weight: ScaleValue
    /// Time of the measurement on the device's clock.
    public let time: GATTDateTime?
    /// The scale's user index; 255 means unknown.
    public let userID: UInt8?
    /// Body mass index in kg/m².
    public let bodyMassIndex: DecimalNumber?
    /// Height configured on the scale, in m or inches.
    public let height: DecimalNumber?

    /// Decodes a frame.
    ///
    /// Ignores bytes after the last field.
    ///
    /// - Throws: ``CodecError``: `truncated` if a field that the flags announce is missing, `empty`, or `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        flags = WeightFlags(rawValue: try reader.uint8("flags"))
        let units = ScaleUnits(isImperial: flags.contains(.imperial))
        weight = units.mass(try reader.uint16("weight"))
        time = flags.contains(.time) ? try reader.dateTime("time") : nil
        userID = flags.contains(.user) ? try reader.uint8("user") : nil
        guard flags.contains(.bodyMassIndex) else {
            bodyMassIndex = nil
            height = nil
            return
        }
        bodyMassIndex = ScaleUnits.tenths(try reader.uint16("BMI"))
        height = units.height(try reader.uint16("height"))
    }

    var units: ScaleUnits { ScaleUnits(isImperial: flags.contains(.imperial)) }
}

extension WeightMeasurement {
    /// The fields, named as `vitalbus decode` shows them.
    ///
    /// `usable` appears only if it is false.
    var fields: [DecodedField] {
        [
            DecodedField("weight", value: weight.field),
            DecodedField("unit", value: .text(units.massLabel)),
            time.map { DecodedField("time", value: .time($0)) },
            userID.map { DecodedField("user_id", value: .integer($0)) },
            bodyMassIndex.map { DecodedField("bmi", value: .number($0)) },
            height.map { DecodedField("height", value: .number($0)) },
            height.map { _ in DecodedField("height_unit", value: .text(units.lengthLabel)) },
            weight.isUnusable || weight.number == 0 ? DecodedField("usable", value: .bool(false)) : nil,
        ].compactMap { $0 }
    }

    /// The measurement that the frame reports.
    ///
    /// Without a weight it is not usable. A weight, BMI or height of 0 counts as absent: scales send 0 for what they do
    /// not know.
    func deviceMeasurement(frame: [UInt8], modelQuirks: Set<DeviceQuirk> = []) -> DeviceMeasurement {
        let isBelowZero = flags.contains(.detectoBelowZero) && modelQuirks.contains(.detectoBelowZero)
        let found: [(DeviceQuirk, Bool)] = [
            (.rfuFlagBits, !isBelowZero && !flags.isDisjoint(with: .reserved)),
            (.clockNotSet, time?.isClockSet == false), (.detectoBelowZero, isBelowZero),
        ]
        return DeviceMeasurement(
            characteristic: .weightMeasurement,
            time: time.map { DeviceTime($0) },
            keyBytes: frame,
            userIndex: userID.map { Int($0) },
            type: .weight,
            measurements: isBelowZero ? [] : measurements,
            context: ReadingContext(outOfBounds: isBelowZero ? [] : weight.bounds),
            quirks: found.filter(\.1).map(\.0),
            partner: time.flatMap { $0.isClockSet ? .weighing(time: $0, user: userID) : nil },
            decoderRevision: Self.decoderRevision
        )
    }

    private var measurements: [Measurement] {
        guard let mass = weight.number, mass > 0 else { return [] }
        let values: [(MetricName, DecimalNumber?, String)] = [
            (.bodyWeight, mass, units.mass), (.bmi, bodyMassIndex, "kg/m2"), (.bodyHeight, height, units.length),
        ]
        return values.compactMap { metric, value, unit in
            value.flatMap { $0 > 0 && !$0.isAllBitsSet ? Measurement(metric: metric, value: $0, unit: unit) : nil }
        }
    }
}

/// The flags of 0x2A9D: the unit, and which fields follow.
public struct WeightFlags: OptionSet, Hashable, Sendable {
    /// The raw flags byte.
    public let rawValue: UInt8

    /// Wraps a raw flags byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Values are in pounds and inches; otherwise in kilograms and metres.
    public static let imperial = WeightFlags(rawValue: 1 << 0)
    /// A time stamp follows.
    public static let time = WeightFlags(rawValue: 1 << 1)
    /// A user index follows.
    public static let user = WeightFlags(rawValue: 1 << 2)
    /// BMI and height follow.
    public static let bodyMassIndex = WeightFlags(rawValue: 1 << 3)
    /// Reserved by the standard; Detecto scales set it for a weight below zero.
    public static let detectoBelowZero = WeightFlags(rawValue: 1 << 4)
    /// The reserved bits.
    public static let reserved = WeightFlags(rawValue: 0b1111_0000)
}

/// The features of a weight scale (0x2A9E).
public struct WeightScaleFeature: ScaleFeature {
    /// The raw word.
    public let rawValue: UInt32

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError`` if the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        rawValue = try Self.word(bytes)
    }
}
