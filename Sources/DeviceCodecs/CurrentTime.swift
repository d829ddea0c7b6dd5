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

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError`` where the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try ByteReader(bytes)
        time = try reader.dateTime("time")
        dayOfWeek = try reader.uint8("day of week")
        fractions256 = try reader.uint8("fractions of a second")
        adjustReason = try reader.uint8("adjust reason")
    }
}
