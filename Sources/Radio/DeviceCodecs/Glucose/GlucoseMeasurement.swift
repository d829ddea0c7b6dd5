public import VitalRecords

/// A frame of the Glucose Measurement characteristic 0x2A18 (Glucose Service 1.0.1, GATT supplement).
public struct GlucoseMeasurement: Hashable, Sendable {
    /// Sequence number of the record in the meter's memory.
    public let sequence: UInt16
    /// The flags: the unit, and which fields are present.
    public let flags: GlucoseFlags
    /// Time of the measurement on the meter's internal clock, which its user cannot change.
    public let baseTime: GATTDateTime
    /// Offset of the user-facing clock from the base time, in minutes.
    ///
    /// The largest and the smallest number mean overrun and underrun.
    public let timeOffset: Int16?
    /// Concentration in kg/L or mol/L.
    public let concentration: MedicalFloat?
    /// Sample type and location.
    public let sample: GlucoseSample?
    /// Sensor status reported by the meter.
    public let status: GlucoseStatus?
    /// The quirks that the frame itself reveals.
    public let quirks: [DeviceQuirk]

    /// Decodes a frame.
    ///
    /// Ignores bytes after the last field.
    ///
    /// - Throws: ``CodecError``: `truncated` if a field that the flags announce is missing, `empty`, or `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
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

    /// Time shown to the user, base time plus offset; nil if the frame has no offset or the calendar no such date.
    public var userTime: CivilDateTime? {
        timeOffset == nil ? nil : DeviceTime(baseTime, offsetMinutes: timeOffset).civil
    }

    /// The value in mg/dL for kg/L and in mmol/L for mol/L, with the meter's precision.
    ///
    /// Nil if there is none, or if it is impossible for blood: zero, and the filler -0.1.
    public var value: Measurement? {
        guard let number = concentration?.number, number > 0 else { return nil }
        let isMolar = flags.contains(.molePerLitre)
        return Measurement(
            metric: .bloodGlucose,
            value: number.shifted(by: isMolar ? 3 : 5),
            unit: isMolar ? "mmol/L" : "mg/dL"
        )
    }

    /// Whether the concentration is neither a value nor an out-of-range mark.
    public var isUnusable: Bool {
        concentration.map { value == nil && $0.outOfBounds == nil } ?? false
    }
}

extension GlucoseMeasurement {
    /// The revision of this decoder; raise it whenever the same bytes decode to different values.
    static let decoderRevision = 2

    /// The measurement that the frame reports.
    ///
    /// The reading key contains the sequence number only if the clock is not set, and never for models that renumber
    /// their memory, which would otherwise deliver every record again. The key must not depend on knowing the model,
    /// which a device does not always report. Two records with the same second and value count as one.
    func deviceMeasurement(frame: [UInt8], modelQuirks: Set<DeviceQuirk> = []) -> DeviceMeasurement {
        let isNumbered = !baseTime.isClockSet && !modelQuirks.contains(.taidocReverseSequence)
        let range = GlucoseRange(modelQuirks)
        let limit = range.flatMap { range in value.flatMap(range.side) }
        let direction = concentration?.outOfBounds ?? limit ?? statusDirection
        let values = limit == nil ? [value].compactMap { $0 } : []
        let isFakeHigh = modelQuirks.contains(.foraFakeHigh) && baseTime.year >= 2037 && direction == .high
        // For an unknown model, the number may be a value or a mark for HI or LO.
        let isMark = range == nil && value.flatMap(GlucoseRange.widest.side) != nil
        let isFaulty = status.map { !$0.isDisjoint(with: .faults) } ?? false
        var result = DeviceMeasurement(
            characteristic: .glucoseMeasurement,
            time: deviceTime,
            sequence: isNumbered ? UInt64(sequence) : nil,
            keyBytes: isNumbered ? frame : Self.withoutSequence(frame),
            type: .diabetes,
            measurements: values,
            context: ReadingContext(
                statusFlags: (status?.names ?? []) + (sample?.names ?? []),
                outOfBounds: direction.map { [OutOfBounds(metric: .bloodGlucose, direction: $0)] } ?? []
            ),
            isUsable: !isFakeHigh && (!values.isEmpty || direction != nil),
            doubted: isMark || (isFaulty && !values.isEmpty) ? [.bloodGlucose] : [],
            isPatient: sample?.isControlSolution != true,
            quirks: quirks + applied(modelQuirks, limit: limit, isFakeHigh: isFakeHigh),
            partner: .glucoseRecord(sequence: sequence),
            awaitsPartner: flags.contains(.contextFollows),
            decoderRevision: Self.decoderRevision
        )
        result.sent = value
        return result
    }

    private var statusDirection: BoundsDirection? {
        if status?.contains(.resultTooHigh) == true { return .high }
        return status?.contains(.resultTooLow) == true ? .low : nil
    }

    /// With the quirk `month_13` the date stays invalid: month 13 means January, but not of which year.
    private var deviceTime: DeviceTime {
        DeviceTime(baseTime, offsetMinutes: timeOffset, isReliable: status?.contains(.timeFault) != true)
    }

    private func applied(
        _ modelQuirks: Set<DeviceQuirk>,
        limit: BoundsDirection?,
        isFakeHigh: Bool
    ) -> [DeviceQuirk] {
        let found: [(DeviceQuirk, Bool)] = [
            (.month13, baseTime.month == 13),
            (.range10To600, limit != nil), (.range20To600, limit != nil),
            (.taidocReverseSequence, true),
            (.foraFakeHigh, isFakeHigh),
        ]
        return found.filter { $0.1 && modelQuirks.contains($0.0) }.map(\.0)
    }

    /// The frame with its sequence number zeroed.
    private static func withoutSequence(_ frame: [UInt8]) -> [UInt8] {
        var result = frame
        for index in 1...2 where index < result.count { result[index] = 0 }
        return result
    }
}

extension GlucoseMeasurement {
    /// The fields, named as `vitalbus decode` shows them.
    ///
    /// `usable` appears only if it is false.
    var fields: [DecodedField] {
        var fields: [DecodedField?] = [
            DecodedField("sequence", value: .integer(sequence)),
            DecodedField("base_time", value: .time(baseTime)),
            timeOffset.map { DecodedField("time_offset_min", value: .integer($0)) },
            userTime.map { DecodedField("user_time", value: .text($0.description)) },
        ]
        if let concentration {
            fields += [
                DecodedField("concentration", value: .float(concentration)),
                DecodedField("unit", value: .text(flags.contains(.molePerLitre) ? "mol/L" : "kg/L")),
                shownValue.map {
                    DecodedField(flags.contains(.molePerLitre) ? "mmol_per_l" : "mg_per_dl", value: .number($0))
                },
            ]
        }
        fields += [
            sample.map { DecodedField("type", value: .integer($0.type)) },
            sample.map { DecodedField("location", value: .integer($0.location)) },
            status.map { DecodedField("status", value: .integer($0.rawValue)) },
            DecodedField("context_follows", value: .bool(flags.contains(.contextFollows))),
            isUnusable ? DecodedField("usable", value: .bool(false)) : nil,
        ]
        return fields.compactMap { $0 }
    }

    /// The number in the displayed unit, even if blood cannot have it.
    private var shownValue: DecimalNumber? {
        concentration?.number?.shifted(by: flags.contains(.molePerLitre) ? 3 : 5)
    }
}

/// The flags of 0x2A18: the unit, and which fields follow.
public struct GlucoseFlags: OptionSet, Hashable, Sendable {
    /// The raw flags byte.
    public let rawValue: UInt8

    /// Wraps a raw flags byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A time offset follows.
    public static let timeOffset = GlucoseFlags(rawValue: 1 << 0)
    /// A concentration and the sample type and location follow.
    public static let concentration = GlucoseFlags(rawValue: 1 << 1)
    /// The concentration is in mol/L; otherwise in kg/L.
    public static let molePerLitre = GlucoseFlags(rawValue: 1 << 2)
    /// A status word follows.
    public static let status = GlucoseFlags(rawValue: 1 << 3)
    /// A frame of characteristic 0x2A34 follows for the same record.
    public static let contextFollows = GlucoseFlags(rawValue: 1 << 4)
    /// The reserved bits.
    public static let reserved = GlucoseFlags(rawValue: 0b1110_0000)
}
