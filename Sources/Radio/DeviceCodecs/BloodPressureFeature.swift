/// What a cuff can detect (characteristic 0x2A49).
public struct BloodPressureFeature: OptionSet, Hashable, Sendable {
    /// The word as the device sent it.
    public let rawValue: UInt16

    /// Takes the word.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Detects body movement.
    public static let bodyMovement = BloodPressureFeature(rawValue: 1 << 0)
    /// Detects a loose cuff.
    public static let cuffFit = BloodPressureFeature(rawValue: 1 << 1)
    /// Detects an irregular pulse.
    public static let irregularPulse = BloodPressureFeature(rawValue: 1 << 2)
    /// Detects a pulse outside of its range.
    public static let pulseRange = BloodPressureFeature(rawValue: 1 << 3)
    /// Detects an improper position of the cuff.
    public static let position = BloodPressureFeature(rawValue: 1 << 4)
    /// Can be bonded with several hosts.
    public static let multipleBonds = BloodPressureFeature(rawValue: 1 << 5)

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError`` where the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try ByteReader(bytes)
        self.init(rawValue: try reader.uint16("features"))
    }
}
