extension BluetoothUUID {
    /// The Pulse Oximeter service.
    public static let pulseOximeterService = BluetoothUUID(0x1822)
    /// PLX Spot-Check Measurement, by indication.
    public static let spotCheck = BluetoothUUID(0x2A5E)
    /// PLX Continuous Measurement, by notification.
    public static let continuousOximetry = BluetoothUUID(0x2A5F)
    /// PLX Features, by read.
    public static let oximeterFeatures = BluetoothUUID(0x2A60)
}

extension DeviceProfile {
    /// Pulse oximeters: the Pulse Oximeter Profile.
    static let pulseOximeter = DeviceProfile(
        Peripheral(
            generic: 2000,
            name: "Pulse oximeter",
            type: .pulseOximeter,
            advert: AdvertRule(services: [.pulseOximeterService]),
            words: .oximeter
        ),
        characteristics: [
            ProfileCharacteristic(.spotCheck, name: "PLX Spot-Check Measurement", role: .measuring) {
                bytes throws(CodecError) in
                try SpotCheck(decoding: bytes).fields
            } frame: { bytes, _ throws(CodecError) in
                .measurement(try SpotCheck(decoding: bytes).deviceMeasurement(frame: bytes))
            },
            ProfileCharacteristic(.continuousOximetry, name: "PLX Continuous Measurement", role: .measuring) {
                bytes throws(CodecError) in
                try ContinuousOximetry(decoding: bytes).fields
            } frame: { bytes, _ throws(CodecError) in
                .continuous(try ContinuousOximetry(decoding: bytes).deviceMeasurement(frame: bytes))
            },
            ProfileCharacteristic(.oximeterFeatures, name: "PLX Features") { bytes throws(CodecError) in
                try OximeterFeatures(decoding: bytes).fields
            },
        ]
    )
}

extension PeripheralWords {
    /// For pulse oximeters that conform to the profile.
    static let oximeter = PeripheralWords(
        pairing: """
            Put a finger in, which switches the oximeter on. If its manual names a pairing mode, use it. Keep it near the \
            hub until the hub says that it is paired.
            """,
        start: "Put a finger in and keep the hand still and warm.",
        reading: "Keep the finger in and the hand still until the hub says that the reading is done, about ten seconds."
    )
}
