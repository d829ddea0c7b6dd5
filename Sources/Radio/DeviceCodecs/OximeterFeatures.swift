/// What an oximeter can send (PLX Features, characteristic 0x2A60).
public struct OximeterFeatures: Hashable, Sendable {
    /// The word of features: 0 measurement status, 1 sensor status, 2 stores spot-checks, 3 has a time, 4 fast, 5 slow,
    /// 6 pulse amplitude index, 7 several bonds.
    public let rawValue: UInt16
    /// Which bits of ``OximeterStatus`` it can set; nil where the frame does not say.
    public let statusSupport: UInt16?
    /// Which bits of ``OximeterSensorStatus`` it can set; nil where the frame does not say.
    public let sensorStatusSupport: UInt32?

    /// True where spot-checks are stored and can be asked for by the record access control point.
    public var storesSpotChecks: Bool { rawValue >> 2 & 1 == 1 }

    /// Decodes a frame.
    ///
    /// The two support fields are taken where they are whole: devices promise them and leave them out.
    ///
    /// - Throws: ``CodecError`` where the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try ByteReader(bytes)
        rawValue = try reader.uint16("features")
        statusSupport =
            rawValue & 1 == 1 && reader.remaining >= 2 ? try reader.uint16("measurement status support") : nil
        sensorStatusSupport =
            rawValue & 2 == 2 && reader.remaining >= 3 ? try reader.uint24("sensor status support") : nil
    }

    /// The frame's fields by the names that `vitalbus decode` shows.
    var fields: [DecodedField] {
        [
            DecodedField("value", .integer(rawValue)),
            statusSupport.map { DecodedField("measurement_status_support", .integer($0)) },
            sensorStatusSupport.map { DecodedField("device_sensor_status_support", .integer($0)) },
        ].compactMap { $0 }
    }
}
