extension PeripheralCatalogue {
    /// Devices of any kind that say by codes what they measure; none was tried.
    static let sensors: [Peripheral] = [
        Peripheral(
            generic: 10_150,
            name: "Generic health sensor",
            type: .healthSensor,
            advert: AdvertRule(services: [.genericHealthSensorService]),
            words: .healthSensor,
            speaks: .ghs,
            pairing: .required
        )
    ]
}

extension BluetoothUUID {
    /// The Generic Health Sensor service.
    public static let genericHealthSensorService = BluetoothUUID(0x1840)
}

extension PeripheralWords {
    /// For sensors of any kind.
    static let healthSensor = PeripheralWords(
        pairing: "Do as the sensor's manual says, and keep it near the hub until the hub says that it is paired.",
        start: "Switch the sensor on.",
        reading: "Measure as the sensor's manual says, and keep it near the hub until the values have been sent."
    )
}
