extension BluetoothUUID {
    /// The Health Thermometer service.
    public static let thermometerService = BluetoothUUID(0x1809)
    /// Temperature Measurement, by indication.
    public static let temperatureMeasurement = BluetoothUUID(0x2A1C)
    /// Intermediate Temperature, by notification.
    public static let intermediateTemperature = BluetoothUUID(0x2A1E)
    /// Temperature Type, by read; for devices whose site never changes.
    public static let temperatureType = BluetoothUUID(0x2A1D)
    /// Measurement Interval in seconds, by read.
    public static let measurementInterval = BluetoothUUID(0x2A21)
}

extension DeviceProfile {
    /// Thermometers: the Health Thermometer Profile.
    static let thermometer = DeviceProfile(
        Peripheral(
            generic: 4000,
            name: "Thermometer",
            type: .thermometer,
            advert: AdvertRule(services: [.thermometerService]),
            words: .thermometer
        ),
        characteristics: [
            ProfileCharacteristic(.intermediateTemperature, name: "Intermediate Temperature", role: .supporting) {
                bytes throws(CodecError) in
                try TemperatureMeasurement(decoding: bytes).fields
            } frame: { bytes, _ throws(CodecError) in
                _ = try TemperatureMeasurement(decoding: bytes)
                return .progress
            },
            ProfileCharacteristic(.temperatureMeasurement, name: "Temperature Measurement", role: .measuring) {
                bytes throws(CodecError) in
                try TemperatureMeasurement(decoding: bytes).fields
            } frame: { bytes, _ throws(CodecError) in
                .measurement(try TemperatureMeasurement(decoding: bytes).deviceMeasurement(frame: bytes))
            },
            ProfileCharacteristic(.temperatureType, name: "Temperature Type") { bytes throws(CodecError) in
                var reader = try FrameReader(bytes)
                return [DecodedField("value", value: .integer(try reader.uint8("type")))]
            },
            ProfileCharacteristic(.measurementInterval, name: "Measurement Interval") { bytes throws(CodecError) in
                var reader = try FrameReader(bytes)
                return [DecodedField("value", value: .integer(try reader.uint16("interval")))]
            },
        ]
    )
}

extension PeripheralWords {
    /// For thermometers that conform to the profile.
    static let thermometer = PeripheralWords(
        pairing: """
            Put the thermometer into pairing mode as its manual says. Keep it near the hub until the hub says that it is \
            paired.
            """,
        start: "Switch the thermometer on and put it where it measures.",
        reading:
            "Measure until the signal, then keep the thermometer on and near the hub until the value has been sent."
    )
}
