internal import VitalRecords

extension CharacteristicTable {
    /// Characteristics of health and battery services that no hub reads; they are decoded for display only.
    ///
    /// Source: Heart Rate Service 1.0, Battery Service 1.1, CGM Service 1.0.2, GATT supplement.
    static let other: [CharacteristicCodec] = [
        CharacteristicCodec("2A37", name: "Heart Rate Measurement") { bytes throws(CodecError) in
            try heartRate(bytes)
        },
        CharacteristicCodec("2A19", name: "Battery Level") { bytes throws(CodecError) in
            var reader = try FrameReader(bytes)
            let percent = try reader.uint8("level")
            return [DecodedField("battery_pct", value: percent <= 100 ? .integer(percent) : .null)]
        },
        CharacteristicCodec("2AA7", name: "CGM Measurement") { bytes throws(CodecError) in
            [DecodedField("records", value: .list(try glucoseRecords(bytes)))]
        },
        CharacteristicCodec("2AAA", name: "CGM Session Start Time") { bytes throws(CodecError) in
            try sessionStart(bytes)
        },
        CharacteristicCodec("2AAB", name: "CGM Session Run Time") { bytes throws(CodecError) in
            var reader = try FrameReader(bytes)
            return [DecodedField("run_time_h", value: .integer(try reader.uint16("run time")))]
        },
    ]

    /// A rate of 0 is none: some straps send only the intervals between beats, or have no contact.
    private static func heartRate(_ bytes: [UInt8]) throws(CodecError) -> [DecodedField] {
        var reader = try FrameReader(bytes)
        let flags = try reader.uint8("flags")
        let rate = flags & 1 == 0 ? UInt16(try reader.uint8("heart rate")) : try reader.uint16("heart rate")
        var fields = [DecodedField("heart_rate_bpm", value: rate == 0 ? .null : .integer(rate))]
        if flags & 4 != 0 { fields.append(.bool("contact", value: flags & 2 != 0)) }
        if flags & 8 != 0 {
            fields.append(DecodedField("energy_kj", value: .integer(try reader.uint16("energy expended"))))
        }
        if flags & 16 != 0 {
            var intervals: [DecodedValue] = []
            while reader.remaining > 0 { intervals.append(milliseconds(try reader.uint16("RR interval"))) }
            fields.append(DecodedField("rr_ms", value: .list(intervals)))
        }
        return fields
    }

    /// An interval in 1/1024 s, in milliseconds.
    private static func milliseconds(_ raw: UInt16) -> DecodedValue {
        let value = DecimalNumber(Int64(raw)).multiplied(by: 1_000, over: 1_024, fractionDigits: 1)
        return value.map { .number($0) } ?? .null
    }

    /// Records that each begin with their size; a checksum may end them.
    private static func glucoseRecords(_ bytes: [UInt8]) throws(CodecError) -> [DecodedValue] {
        var reader = try FrameReader(bytes)
        var records: [DecodedValue] = []
        while reader.remaining > 0 {
            let size = Int(try reader.uint8("size"))
            guard size >= 6 else { throw CodecError(.invalid, message: "a record of CGM has at least 6 bytes") }
            var content: [UInt8] = []
            for _ in 1..<size { content.append(try reader.uint8("record")) }
            records.append(.object(try glucoseRecord(content)))
        }
        return records
    }

    private static func glucoseRecord(_ content: [UInt8]) throws(CodecError) -> [DecodedField] {
        var reader = try FrameReader(content)
        let flags = try reader.uint8("flags")
        var fields = [
            DecodedField("mg_per_dl", value: .float(try reader.sfloat("glucose"))),
            DecodedField("time_offset_min", value: .integer(try reader.uint16("time offset"))),
        ]
        for (bit, name) in [(7, "status"), (6, "calibration"), (5, "warning")] where flags >> bit & 1 == 1 {
            fields.append(DecodedField(name, value: .integer(try reader.uint8("status annunciation"))))
        }
        if flags & 1 != 0 { fields.append(DecodedField("trend", value: .float(try reader.sfloat("trend")))) }
        if flags & 2 != 0 { fields.append(DecodedField("quality_pct", value: .float(try reader.sfloat("quality")))) }
        return fields
    }

    /// The local time, and its distance from UTC in minutes; null if the sensor does not know it.
    private static func sessionStart(_ bytes: [UInt8]) throws(CodecError) -> [DecodedField] {
        var reader = try FrameReader(bytes)
        let time = try reader.dateTime("time")
        let zone = Int8(bitPattern: try reader.uint8("time zone"))
        let saving = try reader.uint8("daylight saving")
        let offset = zone == -128 || saving == 255 ? nil : (Int(zone) + Int(saving)) * 15
        return [DecodedField("time", value: .time(time)), .int("utc_offset_min", value: offset)]
    }
}
