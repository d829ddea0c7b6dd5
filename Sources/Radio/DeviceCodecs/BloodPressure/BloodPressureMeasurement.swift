public import VitalRecords

/// A frame of the Blood Pressure Measurement characteristic 0x2A35 (Blood Pressure Profile 1.0, GATT supplement).
public struct BloodPressureMeasurement: Hashable, Sendable {
    /// The flags: the unit, and which fields are present.
    public let flags: BloodPressureFlags
    /// Systolic pressure in the frame's unit.
    public let systolic: MedicalFloat
    /// Diastolic pressure in the frame's unit.
    public let diastolic: MedicalFloat
    /// Mean arterial pressure in the frame's unit; many cuffs that do not compute it send NaN or 0.
    public let meanArterialPressure: MedicalFloat
    /// Time of the measurement on the device's clock.
    public let time: GATTDateTime?
    /// Pulse rate in beats per minute.
    public let pulse: MedicalFloat?
    /// The device's user index; 255 means unknown.
    public let userID: UInt8?
    /// Measurement status reported by the device.
    public let status: BloodPressureStatus?
    /// The quirks that changed how the frame was read, in the order of ``DeviceQuirk``.
    public let quirks: [DeviceQuirk]

    /// Decodes a frame.
    ///
    /// Ignores bytes after the last field.
    ///
    /// - Throws: ``CodecError``: `truncated` if a field that the flags announce is missing, `invalid` for pressures that no
    ///   cuff measures, which are bytes of another layout, `empty`, or `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        try self.init(decoding: bytes, allowsBeurer: true)
        let span: ClosedRange<DecimalNumber> = flags.contains(.kilopascal) ? -266...266 : -2_000...2_000
        guard [systolic, diastolic].compactMap(\.number).allSatisfy(span.contains) else {
            throw CodecError(.invalid, message: "impossible pressures for a cuff: the bytes have another layout")
        }
    }

    init(decoding bytes: [UInt8], allowsBeurer: Bool) throws(CodecError) {
        var reader = try FrameReader(bytes)
        flags = BloodPressureFlags(rawValue: try reader.uint8("flags"))
        systolic = try reader.sfloat("systolic")
        diastolic = try reader.sfloat("diastolic")
        meanArterialPressure = try reader.sfloat("mean arterial pressure")
        time = flags.contains(.time) ? try reader.dateTime("time") : nil
        let isBeurer = allowsBeurer && Self.isBeurer(flags, from: reader)
        let tail =
            isBeurer
            ? try BloodPressureTail(beurer: &reader) : try BloodPressureTail(standard: &reader, flags: flags)
        pulse = tail.pulse
        userID = tail.userID
        status = tail.status
        var quirks: [DeviceQuirk] = flags.isDisjoint(with: .reserved) ? [] : [.rfuFlagBits]
        if isBeurer { quirks.append(.beurerBigEndian) }
        if let time, !time.isClockSet { quirks.append(.clockNotSet) }
        self.quirks = quirks
    }

    /// Whether this is a Beurer frame; the reader is positioned before the pulse.
    ///
    /// See ``DeviceQuirk/beurerBigEndian``.
    private static func isBeurer(_ flags: BloodPressureFlags, from reader: FrameReader) -> Bool {
        let marks = flags.intersection([.time, .pulse, .user, .status, BloodPressureFlags(rawValue: 1 << 6)])
        guard marks.rawValue == 0b0101_0110, reader.count == flags.impliedLength + 1 else { return false }
        var copy = reader
        // Absent is nil: without a pulse nothing speaks for the quirk.
        guard let pulse = try? copy.sfloat("pulse"), let number = pulse.number else { return false }
        return number < 10 || number > 350
    }
}

extension BloodPressureMeasurement {
    /// The measurement that the frame reports.
    func deviceMeasurement(frame: [UInt8]) -> DeviceMeasurement {
        DeviceMeasurement(
            characteristic: .bloodPressureMeasurement,
            time: time.map { DeviceTime($0) },
            keyBytes: frame,
            userIndex: userIndex,
            type: .biometrics,
            measurements: measurements,
            context: context,
            isUsable: hasResult,
            doubted: doubted,
            quirks: quirks,
            decoderRevision: Self.decoderRevision
        )
    }
}

extension BloodPressureMeasurement {
    /// Whether the frame holds a result: at least one of the two pressures, or a mark that one was out of range.
    ///
    /// A cuff that gave up sends special values or zeros; a pulse alone is not a blood pressure.
    public var hasResult: Bool { [systolic, diastolic].contains { $0.positive != nil || $0.outOfBounds != nil } }

    /// The metrics of a result that no cuff measures so: a pressure without the other, or a systolic one that is lower.
    private var doubted: [MetricName] {
        guard hasResult else { return [] }
        let isWhole = [systolic, diastolic].allSatisfy { $0.positive != nil || $0.outOfBounds != nil }
        if let high = systolic.positive, let low = diastolic.positive, high <= low { return [.systolic, .diastolic] }
        return isWhole ? [] : [systolic.positive == nil ? .diastolic : .systolic]
    }
}

extension BloodPressureMeasurement {
    /// The fields, named as `vitalbus decode` shows them.
    ///
    /// `usable` appears only if it is false, `quirk` only if it changed how bytes were read.
    var fields: [DecodedField] {
        var fields = [
            DecodedField("systolic", value: .float(systolic)),
            DecodedField("diastolic", value: .float(diastolic)),
            DecodedField("map", value: .float(meanArterialPressure)),
            DecodedField("unit", value: .text(flags.unitLabel)),
        ]
        fields += Self.optionalFields(time: time, pulse: pulse, userID: userID, status: status)
        if !hasResult { fields.append(DecodedField("usable", value: .bool(false))) }
        if quirks.contains(.beurerBigEndian) {
            fields.append(DecodedField("quirk", value: .text(DeviceQuirk.beurerBigEndian.rawValue)))
        }
        return fields
    }

    static func optionalFields(
        time: GATTDateTime?,
        pulse: MedicalFloat?,
        userID: UInt8?,
        status: BloodPressureStatus?
    ) -> [DecodedField] {
        [
            time.map { DecodedField("time", value: .time($0)) },
            pulse.map { DecodedField("pulse", value: .float($0)) },
            userID.map { DecodedField("user_id", value: .integer($0)) },
            status.map { DecodedField("status", value: .integer($0.rawValue)) },
        ].compactMap { $0 }
    }
}

extension BloodPressureMeasurement {
    /// The revision of this decoder, used in ``Reading/revision``; raise it whenever the same bytes decode to different
    /// values.
    public static let decoderRevision = 2

    /// UCUM unit of the pressures as sent: `kPa` or `mm[Hg]`.
    public var unit: String { flags.contains(.kilopascal) ? "kPa" : "mm[Hg]" }

    /// The values with the device's precision and unit; empty if the measurement failed.
    ///
    /// Omits special values and zeros: cuffs send either for values that they did not measure.
    public var measurements: [Measurement] {
        guard hasResult else { return [] }
        return [
            measurement(.systolic, value: systolic, unit: unit),
            measurement(.diastolic, value: diastolic, unit: unit),
            measurement(.meanArterialPressure, value: meanArterialPressure, unit: unit),
            measurement(.pulse, value: pulse, unit: "/min"),
        ].compactMap { $0 }
    }

    /// Status reported with the values; nil if the device reports none.
    public var context: ReadingContext? {
        let values: [(MetricName, MedicalFloat?)] = [(.systolic, systolic), (.diastolic, diastolic), (.pulse, pulse)]
        let bounds = values.compactMap { metric, value in
            value?.outOfBounds.map { OutOfBounds(metric: metric, direction: $0) }
        }
        let context = ReadingContext(statusFlags: status?.names ?? [], outOfBounds: bounds)
        return context.isEmpty ? nil : context
    }

    /// The device's user index; nil if absent or 255, which means unknown.
    public var userIndex: Int? {
        userID.flatMap { $0 == 0xFF ? nil : Int($0) }
    }

    private func measurement(_ metric: MetricName, value: MedicalFloat?, unit: String) -> Measurement? {
        value?.number.flatMap { $0 == 0 ? nil : Measurement(metric: metric, value: $0, unit: unit) }
    }
}

/// The flags of 0x2A35: the unit, and which fields follow.
public struct BloodPressureFlags: OptionSet, Hashable, Sendable {
    /// The raw flags byte.
    public let rawValue: UInt8

    /// Wraps a raw flags byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Pressures are in kPa; otherwise in mmHg.
    public static let kilopascal = BloodPressureFlags(rawValue: 1 << 0)
    /// A time stamp follows.
    public static let time = BloodPressureFlags(rawValue: 1 << 1)
    /// A pulse rate follows.
    public static let pulse = BloodPressureFlags(rawValue: 1 << 2)
    /// A user index follows.
    public static let user = BloodPressureFlags(rawValue: 1 << 3)
    /// A status word follows.
    public static let status = BloodPressureFlags(rawValue: 1 << 4)
    /// The three reserved bits; some real cuffs set them.
    public static let reserved = BloodPressureFlags(rawValue: 0b1110_0000)

    /// The unit as displayed to people: `kPa` or `mmHg`.
    var unitLabel: String { contains(.kilopascal) ? "kPa" : "mmHg" }

    /// Length in bytes of a frame with these flags.
    var impliedLength: Int {
        7 + (contains(.time) ? 7 : 0) + (contains(.pulse) ? 2 : 0) + (contains(.user) ? 1 : 0)
            + (contains(.status) ? 2 : 0)
    }
}

/// The fields of a blood pressure frame after its time stamp.
struct BloodPressureTail {
    let pulse: MedicalFloat?
    let userID: UInt8?
    let status: BloodPressureStatus?

    init(standard reader: inout FrameReader, flags: BloodPressureFlags) throws(CodecError) {
        pulse = flags.contains(.pulse) ? try reader.sfloat("pulse") : nil
        userID = flags.contains(.user) ? try reader.uint8("user") : nil
        status = flags.contains(.status) ? BloodPressureStatus(rawValue: try reader.uint16("status")) : nil
    }

    init(beurer reader: inout FrameReader) throws(CodecError) {
        pulse = MedicalFloat(sfloat: try reader.bigEndianUInt16("pulse"))
        userID = try reader.uint8("user")
        status = BloodPressureStatus(rawValue: try reader.bigEndianUInt16("status"))
    }
}
