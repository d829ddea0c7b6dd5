public import VitalRecords

/// A frame of the Body Composition Measurement characteristic 0x2A9C (Body Composition Service 1.0), or several joined.
public struct BodyComposition: Hashable, Sendable {
    /// The revision of this decoder; raise it whenever the same bytes decode to different values.
    static let decoderRevision = 2

    /// The flags: the unit, and which fields are present.
    public internal(set) var flags: BodyCompositionFlags
    /// Body fat in percent; the only mandatory field.
    public internal(set) var bodyFat: ScaleValue
    /// Time of the measurement on the device's clock.
    public internal(set) var time: GATTDateTime?
    /// The scale's user index; 255 means unknown.
    public internal(set) var userID: UInt8?
    /// Basal metabolism in kJ per day.
    public internal(set) var basalMetabolism: UInt16?
    /// Muscle percentage.
    public internal(set) var musclePercentage: DecimalNumber?
    /// Muscle mass in kg or lb, like all masses.
    public internal(set) var muscleMass: ScaleValue?
    /// Fat-free mass.
    public internal(set) var fatFreeMass: ScaleValue?
    /// Soft lean mass: without fat and bone.
    public internal(set) var softLeanMass: ScaleValue?
    /// Body water mass.
    public internal(set) var bodyWaterMass: ScaleValue?
    /// Impedance in ohm.
    public internal(set) var impedance: DecimalNumber?
    /// Weight in the frame's unit.
    public internal(set) var weight: ScaleValue?
    /// Height configured on the scale, in m or inches.
    public internal(set) var height: DecimalNumber?
    /// The bytes of the frame, or of all joined frames in order.
    public internal(set) var bytes: [UInt8]

    /// Decodes a frame.
    ///
    /// Ignores bytes after the last field.
    ///
    /// - Throws: ``CodecError``: `truncated` if a field that the flags announce is missing, `empty`, or `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        self.bytes = bytes
        let flags = BodyCompositionFlags(rawValue: try reader.uint16("flags"))
        let units = ScaleUnits(isImperial: flags.contains(.imperial))
        self.flags = flags
        bodyFat = ScaleValue(try reader.uint16("body fat"), times: 1, exponent: -1)
        time = flags.contains(.time) ? try reader.dateTime("time") : nil
        userID = flags.contains(.user) ? try reader.uint8("user") : nil
        basalMetabolism = flags.contains(.basalMetabolism) ? try reader.uint16("basal metabolism") : nil
        musclePercentage =
            flags.contains(.musclePercentage) ? ScaleUnits.tenths(try reader.uint16("muscle percentage")) : nil
        muscleMass = flags.contains(.muscleMass) ? units.mass(try reader.uint16("muscle mass")) : nil
        fatFreeMass = flags.contains(.fatFreeMass) ? units.mass(try reader.uint16("fat-free mass")) : nil
        softLeanMass = flags.contains(.softLeanMass) ? units.mass(try reader.uint16("soft lean mass")) : nil
        bodyWaterMass = flags.contains(.bodyWaterMass) ? units.mass(try reader.uint16("body water mass")) : nil
        impedance = flags.contains(.impedance) ? ScaleUnits.tenths(try reader.uint16("impedance")) : nil
        weight = flags.contains(.weight) ? units.mass(try reader.uint16("weight")) : nil
        height = flags.contains(.height) ? units.height(try reader.uint16("height")) : nil
    }

    var units: ScaleUnits { ScaleUnits(isImperial: flags.contains(.imperial)) }

    /// The values that derive from the impedance.
    private var composition: [DecimalNumber?] {
        [
            bodyFat.number, musclePercentage, muscleMass?.number, fatFreeMass?.number, softLeanMass?.number,
            bodyWaterMass?.number, impedance,
        ]
    }

    /// Whether it is Beurer's placeholder: every measured value is 0, whatever the scale computed from age and size
    /// (``DeviceQuirk/beurerZeroComposition``).
    public var isPlaceholder: Bool { composition.compactMap { $0 }.allSatisfy { $0 == 0 } && bodyFat != .unsuccessful }

    /// False if the scale could not measure the composition.
    public var isUsable: Bool { bodyFat != .unsuccessful && !isPlaceholder }
}

extension BodyComposition {
    /// The fields, named as `vitalbus decode` shows them.
    ///
    /// `multiple_packet` appears only if true, `usable` only if false.
    var fields: [DecodedField] {
        [
            DecodedField("body_fat_pct", value: bodyFat.field),
            DecodedField("unit", value: .text(units.massLabel)),
            time.map { DecodedField("time", value: .time($0)) },
            userID.map { DecodedField("user_id", value: .integer($0)) },
            basalMetabolism.map { DecodedField("bmr_kj", value: .integer($0)) },
            musclePercentage.map { DecodedField("muscle_pct", value: .number($0)) },
            muscleMass.map { DecodedField("muscle_mass", value: $0.field) },
            fatFreeMass.map { DecodedField("fat_free_mass", value: $0.field) },
            softLeanMass.map { DecodedField("soft_lean_mass", value: $0.field) },
            bodyWaterMass.map { DecodedField("body_water_mass", value: $0.field) },
            impedance.map { DecodedField("impedance_ohm", value: .number($0)) },
            weight.map { DecodedField("weight", value: $0.field) },
            height.map { DecodedField("height", value: .number($0)) },
            height.map { _ in DecodedField("height_unit", value: .text(units.lengthLabel)) },
            flags.contains(.multiplePacket) ? DecodedField("multiple_packet", value: .bool(true)) : nil,
            isUsable ? nil : DecodedField("usable", value: .bool(false)),
        ].compactMap { $0 }
    }

    /// The measurement that the frame, or the joined frames, report.
    ///
    /// If the composition failed, the weight remains: it was measured nevertheless.
    public var deviceMeasurement: DeviceMeasurement {
        let found: [(DeviceQuirk, Bool)] = [
            (.rfuFlagBits, !flags.isDisjoint(with: .reserved)), (.clockNotSet, time?.isClockSet == false),
            (.beurerZeroComposition, isPlaceholder),
        ]
        let composition = isUsable ? compositionValues : []
        let size: [(MetricName, DecimalNumber?, String)] = [
            (.bodyWeight, weight?.number, units.mass), (.bodyHeight, height, units.length),
        ]
        let body = weight?.number == nil && !isUsable ? [] : Self.present(size)
        return DeviceMeasurement(
            characteristic: .bodyCompositionMeasurement,
            time: time.map { DeviceTime($0) },
            keyBytes: bytes,
            userIndex: userID.map { Int($0) },
            type: .weight,
            measurements: composition + body,
            context: ReadingContext(outOfBounds: weight?.bounds ?? []),
            quirks: found.filter(\.1).map(\.0),
            partner: time.flatMap { $0.isClockSet ? .weighing(time: $0, user: userID) : nil },
            decoderRevision: Self.decoderRevision
        )
    }

    private var compositionValues: [Measurement] {
        Self.present([
            (.bodyFat, bodyFat.number, "%"),
            (.basalMetabolicRate, basalMetabolism.map { DecimalNumber(Int64($0)) }, "kJ/d"),
            ("body_muscle", musclePercentage, "%"), ("body_muscle_mass", muscleMass?.number, units.mass),
            (.bodyLeanMass, fatFreeMass?.number, units.mass),
            (.bodySoftLeanMass, softLeanMass?.number, units.mass),
            ("body_water_mass", bodyWaterMass?.number, units.mass), (.bodyImpedance, impedance, "Ohm"),
        ])
    }

    /// The values present; scales send 0 for values that they did not measure.
    private static func present(_ values: [(MetricName, DecimalNumber?, String)]) -> [Measurement] {
        values.compactMap { metric, value, unit in
            value.flatMap { $0 > 0 && !$0.isAllBitsSet ? Measurement(metric: metric, value: $0, unit: unit) : nil }
        }
    }
}

extension BodyComposition {
    /// Joins two frames of one measurement (flag ``BodyCompositionFlags/multiplePacket``); nil if they do not belong
    /// together: they differ in time, user or unit, or one of them is complete.
    ///
    /// A field present in both keeps its first value. The bytes are those of both frames in order of arrival, so every
    /// transfer yields the same key.
    public func joined(with next: BodyComposition) -> BodyComposition? {
        guard flags.contains(.multiplePacket), next.flags.contains(.multiplePacket),
            units.isImperial == next.units.isImperial,
            time == nil || next.time == nil || time == next.time,
            userID == nil || next.userID == nil || userID == next.userID
        else { return nil }
        var result = self
        result.flags = flags.union(next.flags)
        result.bodyFat = bodyFat == .unsuccessful ? next.bodyFat : bodyFat
        result.time = time ?? next.time
        result.userID = userID ?? next.userID
        result.basalMetabolism = basalMetabolism ?? next.basalMetabolism
        result.musclePercentage = musclePercentage ?? next.musclePercentage
        result.muscleMass = muscleMass ?? next.muscleMass
        result.fatFreeMass = fatFreeMass ?? next.fatFreeMass
        result.softLeanMass = softLeanMass ?? next.softLeanMass
        result.bodyWaterMass = bodyWaterMass ?? next.bodyWaterMass
        result.impedance = impedance ?? next.impedance
        result.weight = weight ?? next.weight
        result.height = height ?? next.height
        result.bytes = bytes + next.bytes
        return result
    }
}

/// The flags of 0x2A9C: the unit, and which fields follow.
public struct BodyCompositionFlags: OptionSet, Hashable, Sendable {
    /// The raw flags word.
    public let rawValue: UInt16

    /// Wraps a raw word.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Values are in pounds and inches; otherwise in kilograms and metres.
    public static let imperial = BodyCompositionFlags(rawValue: 1 << 0)
    /// A time stamp follows.
    public static let time = BodyCompositionFlags(rawValue: 1 << 1)
    /// A user index follows.
    public static let user = BodyCompositionFlags(rawValue: 1 << 2)
    /// A basal metabolism follows.
    public static let basalMetabolism = BodyCompositionFlags(rawValue: 1 << 3)
    /// A muscle percentage follows.
    public static let musclePercentage = BodyCompositionFlags(rawValue: 1 << 4)
    /// A muscle mass follows.
    public static let muscleMass = BodyCompositionFlags(rawValue: 1 << 5)
    /// A fat-free mass follows.
    public static let fatFreeMass = BodyCompositionFlags(rawValue: 1 << 6)
    /// A soft lean mass follows.
    public static let softLeanMass = BodyCompositionFlags(rawValue: 1 << 7)
    /// A body water mass follows.
    public static let bodyWaterMass = BodyCompositionFlags(rawValue: 1 << 8)
    /// An impedance follows.
    public static let impedance = BodyCompositionFlags(rawValue: 1 << 9)
    /// A weight follows.
    public static let weight = BodyCompositionFlags(rawValue: 1 << 10)
    /// A height follows.
    public static let height = BodyCompositionFlags(rawValue: 1 << 11)
    /// The measurement spans several frames.
    public static let multiplePacket = BodyCompositionFlags(rawValue: 1 << 12)
    /// The reserved bits.
    public static let reserved = BodyCompositionFlags(rawValue: 0b1110_0000_0000_0000)
}

/// The features of a body composition scale (0x2A9B).
public struct BodyCompositionFeature: ScaleFeature {
    /// The raw word.
    public let rawValue: UInt32

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError`` if the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        rawValue = try Self.word(bytes)
    }
}
