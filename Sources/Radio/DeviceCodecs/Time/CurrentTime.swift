public import VitalRecords

/// The value of the Current Time characteristic 0x2A2B, 10 bytes.
public struct CurrentTime: Hashable, Sendable {
    /// The device's local date and time.
    public let time: GATTDateTime
    /// Day of the week, 1 (Monday) to 7 (Sunday); 0 is unknown.
    public let dayOfWeek: UInt8
    /// Fraction of the second in units of 1/256.
    public let fractions256: UInt8
    /// Why the clock last changed: bit 0 manually, 1 external reference, 2 time zone, 3 daylight saving.
    public let adjustReason: UInt8

    /// Makes the value to write to a device's clock; computes the day of the week.
    ///
    /// - Parameters:
    ///   - civil: The local date and time.
    ///   - fractions256: The fraction of the second in units of 1/256.
    ///   - adjustReason: Why the clock changes, see ``adjustReason``; 2 is an external reference.
    public init(_ civil: CivilDateTime, fractions256: UInt8 = 0, adjustReason: UInt8 = 2) {
        time = GATTDateTime(civil)
        // 1 January 1970 was a Thursday, day 4.
        let day = (civil.daysSince1970 + 3) % 7
        dayOfWeek = UInt8((day + 7) % 7 + 1)
        self.fractions256 = fractions256
        self.adjustReason = adjustReason
    }

    /// The 10 bytes to write.
    public var encoded: [UInt8] { time.encoded + [dayOfWeek, fractions256, adjustReason] }

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError`` if the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        time = try reader.dateTime("time")
        dayOfWeek = try reader.uint8("day of week")
        fractions256 = try reader.uint8("fractions of a second")
        adjustReason = try reader.uint8("adjust reason")
    }
}

extension CurrentTime {
    /// The fields, named as `vitalbus decode` shows them.
    var fields: [DecodedField] {
        [
            DecodedField("time", value: .time(time)),
            DecodedField("day_of_week", value: .integer(dayOfWeek)),
            DecodedField("fractions256", value: .integer(fractions256)),
            DecodedField("adjust_reason", value: .integer(adjustReason)),
        ]
    }
}
