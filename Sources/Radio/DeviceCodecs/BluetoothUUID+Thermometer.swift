extension BluetoothUUID {
    /// The Health Thermometer service.
    public static let thermometerService = BluetoothUUID(0x1809)
    /// Temperature Measurement, by indication.
    public static let temperatureMeasurement = BluetoothUUID(0x2A1C)
    /// Intermediate Temperature, by notification.
    public static let intermediateTemperature = BluetoothUUID(0x2A1E)
    /// Temperature Type, where it never changes.
    public static let temperatureType = BluetoothUUID(0x2A1D)
    /// Measurement Interval in seconds.
    public static let measurementInterval = BluetoothUUID(0x2A21)
}
