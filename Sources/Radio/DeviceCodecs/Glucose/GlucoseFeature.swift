/// The features of a glucose meter (Glucose Feature, 0x2A51).
public struct GlucoseFeature: OptionSet, Hashable, Sendable {
    /// The raw word.
    public let rawValue: UInt16

    /// Wraps a raw word.
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
    /// Reports results above and below its measuring range.
    public static let resultHighLow = GlucoseFeature(rawValue: 1 << 5)
    /// Reports temperatures above and below its operating range.
    public static let temperatureHighLow = GlucoseFeature(rawValue: 1 << 6)
    /// Detects a strip removed too soon.
    public static let readInterrupt = GlucoseFeature(rawValue: 1 << 7)
    /// Detects a general fault.
    public static let generalFault = GlucoseFeature(rawValue: 1 << 8)
    /// Detects a fault of its clock.
    public static let timeFault = GlucoseFeature(rawValue: 1 << 9)
    /// Supports bonds with several hosts.
    public static let multipleBonds = GlucoseFeature(rawValue: 1 << 10)

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError`` if the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        self.init(rawValue: try reader.uint16("features"))
    }
}
