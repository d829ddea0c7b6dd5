extension BluetoothUUID {
    /// The Blood Pressure service.
    public static let bloodPressureService = BluetoothUUID(0x1810)
    /// Blood Pressure Measurement, by indication.
    public static let bloodPressureMeasurement = BluetoothUUID(0x2A35)
    /// Intermediate Cuff Pressure, by notification.
    public static let intermediateCuffPressure = BluetoothUUID(0x2A36)
    /// Blood Pressure Feature, by read.
    public static let bloodPressureFeature = BluetoothUUID(0x2A49)
}

extension DeviceProfile {
    /// Blood pressure monitors: the Blood Pressure Profile.
    static let bloodPressure = DeviceProfile(
        Peripheral(
            generic: 3000,
            name: "Blood pressure monitor",
            type: .bloodPressureMonitor,
            advert: AdvertRule(services: [.bloodPressureService]),
            words: .cuff
        ),
        characteristics: [
            ProfileCharacteristic(.intermediateCuffPressure, name: "Intermediate Cuff Pressure", role: .supporting) {
                bytes throws(CodecError) in
                try IntermediateCuffPressure(decoding: bytes).fields
            } frame: { bytes, _ throws(CodecError) in
                _ = try IntermediateCuffPressure(decoding: bytes)
                return .progress
            },
            ProfileCharacteristic(.bloodPressureMeasurement, name: "Blood Pressure Measurement", role: .measuring) {
                bytes throws(CodecError) in
                try BloodPressureMeasurement(decoding: bytes).fields
            } frame: { bytes, _ throws(CodecError) in
                .measurement(try BloodPressureMeasurement(decoding: bytes).deviceMeasurement(frame: bytes))
            },
            ProfileCharacteristic(.bloodPressureFeature, name: "Blood Pressure Feature") { bytes throws(CodecError) in
                try DecodedField.features(bytes)
            },
        ]
    )
}

extension PeripheralWords {
    /// For cuffs that conform to the profile.
    static let cuff = PeripheralWords(
        pairing: """
            Put the monitor into pairing mode as its manual says, often by holding the Bluetooth button until a symbol \
            blinks. Keep it near the hub until the hub says that it is paired.
            """,
        start: "Put on the cuff and sit still. Ask for the reading at the hub before or right after the measurement.",
        reading: """
            Put on the cuff, sit still and start the measurement. Leave the monitor on and near the hub until the values \
            have been sent.
            """
    )

    /// Instructions for Omron cuffs that are read by their memory.
    static let omronMemory = PeripheralWords(
        pairing: """
            Hold the monitor's Bluetooth button until -P- blinks, and keep it near the hub. It holds one pairing: afterwards \
            the phone no longer reads it until the phone is paired again.
            """,
        start: cuff.start,
        reading: cuff.reading
    )
}
