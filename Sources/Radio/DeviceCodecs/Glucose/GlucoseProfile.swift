extension BluetoothUUID {
    /// The Glucose service.
    public static let glucoseService = BluetoothUUID(0x1808)
    /// Glucose Measurement, by notification.
    public static let glucoseMeasurement = BluetoothUUID(0x2A18)
    /// Glucose Measurement Context, by notification after its measurement.
    public static let glucoseContext = BluetoothUUID(0x2A34)
    /// Glucose Feature, by read.
    public static let glucoseFeature = BluetoothUUID(0x2A51)
    /// Record Access Control Point, by write and indication; the Pulse Oximeter service has one too.
    public static let recordAccessControlPoint = BluetoothUUID(0x2A52)
}

extension DeviceProfile {
    /// Glucose meters: the Glucose Profile, whose records are read from memory.
    static let glucose = DeviceProfile(
        Peripheral(
            generic: 1000,
            name: "Blood glucose meter",
            type: .glucoseMeter,
            advert: AdvertRule(services: [.glucoseService]),
            words: .meter,
            // The profile protects its control point by encryption.
            pairing: .required,
            advertises: .afterMeasurement
        ),
        characteristics: [
            ProfileCharacteristic(.glucoseContext, name: "Glucose Measurement Context", role: .supporting) {
                bytes throws(CodecError) in
                try GlucoseContext(decoding: bytes).fields
            } frame: { bytes, _ throws(CodecError) in
                .glucoseContext(try GlucoseContext(decoding: bytes))
            },
            ProfileCharacteristic(.glucoseMeasurement, name: "Glucose Measurement", role: .measuring) {
                bytes throws(CodecError) in
                try GlucoseMeasurement(decoding: bytes).fields
            } frame: { bytes, quirks throws(CodecError) in
                let measurement = try GlucoseMeasurement(decoding: bytes)
                return .measurement(measurement.deviceMeasurement(frame: bytes, modelQuirks: quirks))
            },
            ProfileCharacteristic(.recordAccessControlPoint, name: "Record Access Control Point", role: .supporting) {
                bytes throws(CodecError) in
                try RecordAccessFrame(decoding: bytes).fields
            },
            ProfileCharacteristic(.glucoseFeature, name: "Glucose Feature") { bytes throws(CodecError) in
                try DecodedField.features(bytes)
            },
        ]
    )
}

extension PeripheralWords {
    /// For glucose meters that conform to the profile.
    static let meter = PeripheralWords(
        pairing: """
            Switch on Bluetooth in the meter's menu and choose pairing. If the meter shows six digits, type them at the \
            hub when it asks.
            """,
        start: "Measure first. Then switch the meter's Bluetooth on and keep it near the hub.",
        reading: """
            Measure as usual. Then leave the meter on, or switch its Bluetooth on, near the hub. It sends all results that the hub does not have yet.
            """
    )
}
