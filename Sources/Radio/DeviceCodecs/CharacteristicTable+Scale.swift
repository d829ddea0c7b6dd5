extension CharacteristicTable {
    /// Scales and their users.
    static let scale: [CharacteristicCodec] = [
        CharacteristicCodec("2A9D", "Weight Measurement") { bytes throws(CodecError) in
            try WeightMeasurement(decoding: bytes).fields
        },
        CharacteristicCodec("2A9E", "Weight Scale Feature") { bytes throws(CodecError) in
            [DecodedField("value", .integer(try WeightScaleFeature(decoding: bytes).rawValue))]
        },
        CharacteristicCodec("2A9C", "Body Composition Measurement") { bytes throws(CodecError) in
            try BodyComposition(decoding: bytes).fields
        },
        CharacteristicCodec("2A9B", "Body Composition Feature") { bytes throws(CodecError) in
            [DecodedField("value", .integer(try BodyCompositionFeature(decoding: bytes).rawValue))]
        },
        CharacteristicCodec("2A9F", "User Control Point") { bytes throws(CodecError) in
            try UserControlFrame(decoding: bytes).fields
        },
        CharacteristicCodec("2A9A", "User Index") { bytes throws(CodecError) in
            var reader = try ByteReader(bytes)
            return [DecodedField("value", .integer(try reader.uint8("user index")))]
        },
        CharacteristicCodec("2A99", "Database Change Increment") { bytes throws(CodecError) in
            var reader = try ByteReader(bytes)
            return [DecodedField("value", .integer(try reader.uint32("increment")))]
        },
    ]
}
