/// What a glucose meter can detect and send (characteristic 0x2A51).
public struct GlucoseFeature: OptionSet, Hashable, Sendable {
    /// The word as the device sent it.
    public let rawValue: UInt16

    /// Takes the word.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Detects a low battery.
    public static let lowBattery = GlucoseFeature(rawValue: 1 << 0)
    /// Detects a faulty sensor.
    public static let sensorMalfunction = GlucoseFeature(rawValue: 1 << 1)
    /// Detects too small a sample.
    public static let sampleSize = GlucoseFeature(rawValue: 1 << 2)
    /// Detects a wrongly inserted strip.
    public static let stripInsertion = GlucoseFeature(rawValue: 1 << 3)
    /// Detects a wrong type of strip.
    public static let stripType = GlucoseFeature(rawValue: 1 << 4)
    /// Tells values above and below its range.
    public static let resultHighLow = GlucoseFeature(rawValue: 1 << 5)
    /// Tells temperatures above and below its range.
    public static let temperatureHighLow = GlucoseFeature(rawValue: 1 << 6)
    /// Detects a strip that was pulled too soon.
    public static let readInterrupt = GlucoseFeature(rawValue: 1 << 7)
    /// Detects a general fault.
    public static let generalFault = GlucoseFeature(rawValue: 1 << 8)
    /// Detects a fault of its clock.
    public static let timeFault = GlucoseFeature(rawValue: 1 << 9)
    /// Can be bonded with several hosts.
    public static let multipleBonds = GlucoseFeature(rawValue: 1 << 10)

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError`` where the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        self.init(rawValue: try reader.uint16("features"))
    }
}
