/// What a body composition scale can send (characteristic 0x2A9B).
public struct BodyCompositionFeature: Hashable, Sendable {
    /// The word as the device sent it.
    public let rawValue: UInt32

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError`` where the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try ByteReader(bytes)
        rawValue = try reader.uint32("features")
    }

    /// True where it sends a time.
    public var hasTime: Bool { rawValue & 1 == 1 }
    /// True where it tells its users apart: a reading then needs the user's number to have an owner.
    public var hasUsers: Bool { rawValue >> 1 & 1 == 1 }
}
