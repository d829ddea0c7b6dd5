extension CharacteristicTable {
    /// Thermometers.
    static let thermometer: [CharacteristicCodec] = [
        CharacteristicCodec("2A1C", "Temperature Measurement") { bytes throws(CodecError) in
            try TemperatureMeasurement(decoding: bytes).fields
        },
        CharacteristicCodec("2A1E", "Intermediate Temperature") { bytes throws(CodecError) in
            try TemperatureMeasurement(decoding: bytes).fields
        },
        CharacteristicCodec("2A1D", "Temperature Type") { bytes throws(CodecError) in
            var reader = try ByteReader(bytes)
            return [DecodedField("value", .integer(try reader.uint8("type")))]
        },
        CharacteristicCodec("2A21", "Measurement Interval") { bytes throws(CodecError) in
            var reader = try ByteReader(bytes)
            return [DecodedField("value", .integer(try reader.uint16("interval")))]
        },
    ]
}
