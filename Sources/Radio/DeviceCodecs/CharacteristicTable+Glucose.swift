extension CharacteristicTable {
    /// Glucose meters.
    static let glucose: [CharacteristicCodec] = [
        CharacteristicCodec("2A18", "Glucose Measurement") { bytes throws(CodecError) in
            try GlucoseMeasurement(decoding: bytes).fields
        },
        CharacteristicCodec("2A34", "Glucose Measurement Context") { bytes throws(CodecError) in
            try GlucoseContext(decoding: bytes).fields
        },
        CharacteristicCodec("2A51", "Glucose Feature") { bytes throws(CodecError) in
            [DecodedField("value", .integer(try GlucoseFeature(decoding: bytes).rawValue))]
        },
        CharacteristicCodec("2A52", "Record Access Control Point") { bytes throws(CodecError) in
            try RecordAccessFrame(decoding: bytes).fields
        },
    ]
}
