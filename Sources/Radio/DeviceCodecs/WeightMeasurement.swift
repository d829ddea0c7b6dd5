public import VitalRecords

/// A frame of the Weight Measurement characteristic 0x2A9D (Weight Scale Service 1.0).
public struct WeightMeasurement: Hashable, Sendable {
    /// The revision of this decoder.
    ///
    /// Raise it when equal bytes give other values.
    static let decoderRevision = 1

    /// Unit and fields of the frame.
    public let flags: WeightFlags
    /// The weight in kg or lb.
    public let weight: ScaleValue
    /// When it was measured, by the device's clock.
    public let time: GATTDateTime?
    /// The scale's number for its user; 255 is unknown.
    public let userID: UInt8?
    /// The body mass index in kg/m2.
    public let bodyMassIndex: DecimalNumber?
    /// The height that the scale was told, in m or inches.
    public let height: DecimalNumber?

    /// Decodes a frame.
    ///
    /// Bytes behind the last field are ignored.
    ///
    /// - Throws: ``CodecError`` with `truncated` where a field is missing that the flags promise, `empty`, `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try ByteReader(bytes)
        flags = WeightFlags(rawValue: try reader.uint8("flags"))
        let units = ScaleUnits(isImperial: flags.contains(.imperial))
        weight = units.mass(try reader.uint16("weight"))
        time = flags.contains(.time) ? try reader.dateTime("time") : nil
        userID = flags.contains(.user) ? try reader.uint8("user") : nil
        guard flags.contains(.bodyMassIndex) else {
            bodyMassIndex = nil
            height = nil
            return
        }
        bodyMassIndex = ScaleUnits.tenths(try reader.uint16("BMI"))
        height = units.height(try reader.uint16("height"))
    }

    var units: ScaleUnits { ScaleUnits(isImperial: flags.contains(.imperial)) }
}
