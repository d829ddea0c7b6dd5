extension CharacteristicTable {
    /// Pulse oximeters.
    static let pulseOximeter: [CharacteristicCodec] = [
        CharacteristicCodec("2A5E", "PLX Spot-Check Measurement") { bytes throws(CodecError) in
            try SpotCheck(decoding: bytes).fields
        },
        CharacteristicCodec("2A5F", "PLX Continuous Measurement") { bytes throws(CodecError) in
            try ContinuousOximetry(decoding: bytes).fields
        },
        CharacteristicCodec("2A60", "PLX Features") { bytes throws(CodecError) in
            try OximeterFeatures(decoding: bytes).fields
        },
    ]
}
