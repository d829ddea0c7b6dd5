/// What a scale can send (characteristic 0x2A9E).
public struct WeightScaleFeature: ScaleFeature {
    /// The word as the device sent it.
    public let rawValue: UInt32

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError`` where the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        rawValue = try Self.word(bytes)
    }

    /// True where it sends the BMI.
    public var hasBodyMassIndex: Bool { rawValue >> 2 & 1 == 1 }
    /// How fine it weighs, 1 (0.5 kg) to 7 (0.005 kg); 0 is not said.
    public var weightResolution: UInt8 { UInt8(rawValue >> 3 & 0b1111) }
    /// How fine its heights are, 1 (0.01 m) to 3 (0.001 m); 0 is not said.
    public var heightResolution: UInt8 { UInt8(rawValue >> 7 & 0b111) }
}
