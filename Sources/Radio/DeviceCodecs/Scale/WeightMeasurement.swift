public import VitalRecords

/// A frame of the Weight Measurement characteristic 0x2A9D (Weight Scale Service 1.0).
public struct WeightMeasurement: Hashable, Sendable {
    /// The revision of this decoder.
    ///
    /// Raise it when equal bytes give other values.
    static let decoderRevision = 1

    /// Unit and fields of the frame.
    public let flags: WeightFlags
    /// The weight in kg or lb.
    public let weight: ScaleValue
    /// When it was measured, by the device's clock.
    public let time: GATTDateTime?
    /// The scale's number for its user; 255 is unknown.
    public let userID: UInt8?
    /// The body mass index in kg/m2.
    public let bodyMassIndex: DecimalNumber?
    /// The height that the scale was told, in m or inches.
    public let height: DecimalNumber?

    /// Decodes a frame.
    ///
    /// Bytes behind the last field are ignored.
    ///
    /// - Throws: ``CodecError`` with `truncated` where a field is missing that the flags promise, `empty`, `oversized`.
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
    /// The frame's fields by the names that `vitalbus decode` shows.
    ///
    /// `usable` only where it is false.
    var fields: [DecodedField] {
        [
            DecodedField("weight", weight.field),
            DecodedField("unit", .text(units.massLabel)),
            time.map { DecodedField("time", .time($0)) },
            userID.map { DecodedField("user_id", .integer($0)) },
            bodyMassIndex.map { DecodedField("bmi", .number($0)) },
            height.map { DecodedField("height", .number($0)) },
            height.map { _ in DecodedField("height_unit", .text(units.lengthLabel)) },
            weight == .unsuccessful ? DecodedField("usable", .bool(false)) : nil,
        ].compactMap { $0 }
    }

    /// The frame as a measurement of a device.
    ///
    /// No weight, no reading. A weight, BMI or height of 0 is none: scales send it for what they do not know.
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
            context: nil,
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
            value.flatMap { $0 > 0 ? Measurement(metric: metric, value: $0, unit: unit) : nil }
        }
    }
}

/// The first byte of a weight: its unit, and which fields follow.
public struct WeightFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Pounds and inches, else kilograms and metres.
    public static let imperial = WeightFlags(rawValue: 1 << 0)
    /// A time follows.
    public static let time = WeightFlags(rawValue: 1 << 1)
    /// A user follows.
    public static let user = WeightFlags(rawValue: 1 << 2)
    /// BMI and height follow.
    public static let bodyMassIndex = WeightFlags(rawValue: 1 << 3)
    /// Reserved; Detecto scales say "below zero" by it.
    public static let detectoBelowZero = WeightFlags(rawValue: 1 << 4)
    /// The bits without a meaning.
    public static let reserved = WeightFlags(rawValue: 0b1111_0000)
}

/// What a scale can send (characteristic 0x2A9E).
public struct WeightScaleFeature: ScaleFeature {
    /// The word as the device sent it.
    public let rawValue: UInt32

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError`` where the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        rawValue = try Self.word(bytes)
    }

    /// True where it sends the BMI.
    public var hasBodyMassIndex: Bool { rawValue >> 2 & 1 == 1 }
    /// How fine it weighs, 1 (0.5 kg) to 7 (0.005 kg); 0 is not said.
    public var weightResolution: UInt8 { UInt8(rawValue >> 3 & 0b1111) }
    /// How fine its heights are, 1 (0.01 m) to 3 (0.001 m); 0 is not said.
    public var heightResolution: UInt8 { UInt8(rawValue >> 7 & 0b111) }
}
