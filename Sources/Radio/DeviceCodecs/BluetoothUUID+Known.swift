extension BluetoothUUID {
    /// The Blood Pressure service.
    public static let bloodPressureService = BluetoothUUID(0x1810)
    /// The Device Information service.
    public static let deviceInformationService = BluetoothUUID(0x180A)
    /// The Current Time service.
    public static let currentTimeService = BluetoothUUID(0x1805)

    /// Blood Pressure Measurement, by indication.
    public static let bloodPressureMeasurement = BluetoothUUID(0x2A35)
    /// Intermediate Cuff Pressure, by notification.
    public static let intermediateCuffPressure = BluetoothUUID(0x2A36)
    /// Blood Pressure Feature.
    public static let bloodPressureFeature = BluetoothUUID(0x2A49)
    /// Date Time.
    public static let dateTime = BluetoothUUID(0x2A08)
    /// Current Time.
    public static let currentTime = BluetoothUUID(0x2A2B)
}
