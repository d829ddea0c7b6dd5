/// What a body composition scale can send (characteristic 0x2A9B).
public struct BodyCompositionFeature: ScaleFeature {
    /// The word as the device sent it.
    public let rawValue: UInt32

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError`` where the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        rawValue = try Self.word(bytes)
    }
}
