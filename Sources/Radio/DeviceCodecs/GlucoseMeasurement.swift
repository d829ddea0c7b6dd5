public import VitalRecords

/// A frame of the Glucose Measurement characteristic 0x2A18 (Glucose Service 1.0.1, GATT supplement).
public struct GlucoseMeasurement: Hashable, Sendable {
    /// The record's number in the meter's memory.
    public let sequence: UInt16
    /// Unit and fields of the frame.
    public let flags: GlucoseFlags
    /// When it was measured, by the clock that the meter never lets its user move.
    public let baseTime: GATTDateTime
    /// How far the user had moved the clock since, in minutes.
    ///
    /// The highest number means more, the lowest one less than can be said.
    public let timeOffset: Int16?
    /// The concentration in kg/L or mol/L.
    public let concentration: MedicalFloat?
    /// What was measured and where it was taken.
    public let sample: GlucoseSample?
    /// What the meter reports about the measurement.
    public let status: GlucoseStatus?
    /// The rules that the frame shows by itself.
    public let quirks: [DeviceQuirk]

    /// Decodes a frame.
    ///
    /// Bytes behind the last field are ignored.
    ///
    /// - Throws: ``CodecError`` with `truncated` where a field is missing that the flags promise, `empty`, `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try ByteReader(bytes)
        flags = GlucoseFlags(rawValue: try reader.uint8("flags"))
        sequence = try reader.uint16("sequence")
        baseTime = try reader.dateTime("base time")
        timeOffset = flags.contains(.timeOffset) ? try reader.int16("time offset") : nil
        var isFiller = false
        if flags.contains(.concentration) {
            let word = try reader.uint16("concentration")
            isFiller = word == 0xFFFF
            concentration = MedicalFloat(sfloat: word)
            sample = GlucoseSample(rawValue: try reader.uint8("sample"))
        } else {
            concentration = nil
            sample = nil
        }
        status = flags.contains(.status) ? GlucoseStatus(rawValue: try reader.uint16("status")) : nil
        let found: [(DeviceQuirk, Bool)] = [
            (.rfuFlagBits, !flags.isDisjoint(with: .reserved)), (.fillerSFloat, isFiller),
            (.controlSolution, sample?.isControlSolution == true), (.clockNotSet, !baseTime.isClockSet),
        ]
        quirks = found.filter(\.1).map(\.0)
    }

    /// The time that its user saw: base time plus offset; nil where the frame has no offset or no such moment exists.
    public var userTime: CivilDateTime? {
        timeOffset == nil ? nil : DeviceTime(baseTime, offsetMinutes: timeOffset).civil
    }

    /// The value in mg/dL where the frame has kg/L, in mmol/L where it has mol/L, with the meter's digits.
    ///
    /// Nil where there is none, and where no blood has it: zero, and the filler of -0.1.
    public var value: Measurement? {
        guard let number = concentration?.number, number > 0 else { return nil }
        let isMolar = flags.contains(.molePerLitre)
        return Measurement(
            metric: .bloodGlucose,
            value: number.shifted(by: isMolar ? 3 : 5),
            unit: isMolar ? "mmol/L" : "mg/dL"
        )
    }

    /// True where the frame has a concentration that is neither a value nor a word that it was out of range.
    public var isUnusable: Bool {
        concentration.map { value == nil && $0.outOfBounds == nil } ?? false
    }
}
