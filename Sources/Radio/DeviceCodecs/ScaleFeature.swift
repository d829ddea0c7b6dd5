/// What both feature words of scales begin with (0x2A9E, 0x2A9B).
public protocol ScaleFeature: Hashable, Sendable {
    /// The word as the device sent it.
    var rawValue: UInt32 { get }
}

extension ScaleFeature {
    /// True where it sends a time.
    public var hasTime: Bool { rawValue & 1 == 1 }
    /// True where it tells its users apart: a reading then needs the user's number to have an owner.
    public var hasUsers: Bool { rawValue >> 1 & 1 == 1 }

    /// The word of a frame.
    ///
    /// - Throws: ``CodecError`` where the frame is too short or too long.
    static func word(_ bytes: [UInt8]) throws(CodecError) -> UInt32 {
        var reader = try ByteReader(bytes)
        return try reader.uint32("features")
    }
}
