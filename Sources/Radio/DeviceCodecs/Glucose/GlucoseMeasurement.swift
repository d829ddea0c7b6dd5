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

extension GlucoseMeasurement {
    /// The revision of this decoder.
    ///
    /// Raise it when equal bytes give other values.
    static let decoderRevision = 1

    /// The frame as a measurement of a device.
    ///
    /// The record's number is in the key only where the clock is not set, and never for models that renumber: a memory
    /// that is numbered anew would else come as new readings each time. The key must not hang on knowing the model, for a
    /// device does not always say it. Two records of one second and one value count as one.
    func deviceMeasurement(frame: [UInt8], modelQuirks: Set<DeviceQuirk> = []) -> DeviceMeasurement {
        let isNumbered = !baseTime.isClockSet && !modelQuirks.contains(.taidocReverseSequence)
        let limit = modelQuirks.contains(.accuchekLimits) ? value.flatMap(GlucoseLimits.accuChek) : nil
        let direction = concentration?.outOfBounds ?? limit ?? statusDirection
        let values = limit == nil ? [value].compactMap { $0 } : []
        let isFakeHigh = modelQuirks.contains(.foraFakeHigh) && baseTime.year >= 2037 && direction == .high
        return DeviceMeasurement(
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
            isPatient: !isControlSolution(modelQuirks),
            quirks: quirks + applied(modelQuirks, limit: limit, isFakeHigh: isFakeHigh),
            partner: .glucoseRecord(sequence: sequence),
            awaitsPartner: flags.contains(.contextFollows),
            decoderRevision: Self.decoderRevision
        )
    }

    private var statusDirection: BoundsDirection? {
        if status?.contains(.resultTooHigh) == true { return .high }
        return status?.contains(.resultTooLow) == true ? .low : nil
    }

    /// Month 13 of the quirk `month_13` stays an invalid date: that it is January does not say of which year.
    private var deviceTime: DeviceTime {
        DeviceTime(baseTime, offsetMinutes: timeOffset, isReliable: status?.contains(.timeFault) != true)
    }

    /// An Accu-Chek's location 4 is unlisted and no control solution; its type 10 is one.
    private func isControlSolution(_ modelQuirks: Set<DeviceQuirk>) -> Bool {
        guard let sample else { return false }
        return modelQuirks.contains(.accuchekType4) ? sample.type == 10 : sample.isControlSolution
    }

    private func applied(
        _ modelQuirks: Set<DeviceQuirk>,
        limit: BoundsDirection?,
        isFakeHigh: Bool
    ) -> [DeviceQuirk] {
        let found: [(DeviceQuirk, Bool)] = [
            (.month13, baseTime.month == 13),
            (.accuchekType4, sample.map { $0.type == 4 || $0.location == 4 } ?? false),
            (.accuchekLimits, limit != nil),
            (.taidocReverseSequence, true),
            (.foraFakeHigh, isFakeHigh),
        ]
        return found.filter { $0.1 && modelQuirks.contains($0.0) }.map(\.0)
    }

    /// The frame with zeros for the record's number.
    private static func withoutSequence(_ frame: [UInt8]) -> [UInt8] {
        var result = frame
        for index in 1...2 where index < result.count { result[index] = 0 }
        return result
    }
}

extension GlucoseMeasurement {
    /// The frame's fields by the names that `vitalbus decode` shows.
    ///
    /// `usable` only where it is false.
    var fields: [DecodedField] {
        var fields: [DecodedField?] = [
            DecodedField("sequence", .integer(sequence)),
            DecodedField("base_time", .time(baseTime)),
            timeOffset.map { DecodedField("time_offset_min", .integer($0)) },
            userTime.map { DecodedField("user_time", .text($0.description)) },
        ]
        if let concentration {
            fields += [
                DecodedField("concentration", .float(concentration)),
                DecodedField("unit", .text(flags.contains(.molePerLitre) ? "mol/L" : "kg/L")),
                shownValue.map {
                    DecodedField(flags.contains(.molePerLitre) ? "mmol_per_l" : "mg_per_dl", .number($0))
                },
            ]
        }
        fields += [
            sample.map { DecodedField("type", .integer($0.type)) },
            sample.map { DecodedField("location", .integer($0.location)) },
            status.map { DecodedField("status", .integer($0.rawValue)) },
            DecodedField("context_follows", .bool(flags.contains(.contextFollows))),
            isUnusable ? DecodedField("usable", .bool(false)) : nil,
        ]
        return fields.compactMap { $0 }
    }

    /// What the number says in the unit that people read, also where no blood has it.
    private var shownValue: DecimalNumber? {
        concentration?.number?.shifted(by: flags.contains(.molePerLitre) ? 3 : 5)
    }
}

/// The first byte of a glucose measurement: its unit, and which fields follow.
public struct GlucoseFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A time offset follows.
    public static let timeOffset = GlucoseFlags(rawValue: 1 << 0)
    /// A concentration and the sample follow.
    public static let concentration = GlucoseFlags(rawValue: 1 << 1)
    /// The concentration is in mol/L, else in kg/L.
    public static let molePerLitre = GlucoseFlags(rawValue: 1 << 2)
    /// A status follows.
    public static let status = GlucoseFlags(rawValue: 1 << 3)
    /// A frame of characteristic 0x2A34 follows for the same record.
    public static let contextFollows = GlucoseFlags(rawValue: 1 << 4)
    /// The bits without a meaning.
    public static let reserved = GlucoseFlags(rawValue: 0b1110_0000)
}
