public import VitalRecords

/// The value of the Current Time characteristic 0x2A2B, 10 bytes.
public struct CurrentTime: Hashable, Sendable {
    /// The device's local date and time.
    public let time: GATTDateTime
    /// The day of the week, 1 Monday to 7 Sunday; 0 is unknown.
    public let dayOfWeek: UInt8
    /// Parts of a second in 1/256.
    public let fractions256: UInt8
    /// Why the clock was last changed: bit 0 by hand, 1 by an external reference, 2 time zone, 3 daylight saving.
    public let adjustReason: UInt8

    /// Makes the value for writing a device's clock, with the day of the week.
    ///
    /// - Parameters:
    ///   - civil: The local date and time.
    ///   - fractions256: Parts of a second in 1/256.
    ///   - adjustReason: Why the clock is changed, see ``adjustReason``; 2 says by an external reference.
    public init(_ civil: CivilDateTime, fractions256: UInt8 = 0, adjustReason: UInt8 = 2) {
        time = GATTDateTime(civil)
        // 1 January 1970 was a Thursday, which is 4.
        let day = (civil.daysSince1970 + 3) % 7
        dayOfWeek = UInt8((day + 7) % 7 + 1)
        self.fractions256 = fractions256
        self.adjustReason = adjustReason
    }

    /// The 10 bytes, as a client writes them.
    public var encoded: [UInt8] { time.encoded + [dayOfWeek, fractions256, adjustReason] }

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError`` where the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        time = try reader.dateTime("time")
        dayOfWeek = try reader.uint8("day of week")
        fractions256 = try reader.uint8("fractions of a second")
        adjustReason = try reader.uint8("adjust reason")
    }
}

extension CurrentTime {
    /// The frame's fields by the names that `vitalbus decode` shows.
    var fields: [DecodedField] {
        [
            DecodedField("time", .time(time)),
            DecodedField("day_of_week", .integer(dayOfWeek)),
            DecodedField("fractions256", .integer(fractions256)),
            DecodedField("adjust_reason", .integer(adjustReason)),
        ]
    }
}
