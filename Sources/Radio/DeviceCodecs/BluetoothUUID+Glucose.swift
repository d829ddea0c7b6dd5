extension BluetoothUUID {
    /// The Glucose service.
    public static let glucoseService = BluetoothUUID(0x1808)
    /// Glucose Measurement, by notification.
    public static let glucoseMeasurement = BluetoothUUID(0x2A18)
    /// Glucose Measurement Context, by notification, after its measurement.
    public static let glucoseContext = BluetoothUUID(0x2A34)
    /// Glucose Feature.
    public static let glucoseFeature = BluetoothUUID(0x2A51)
    /// Record Access Control Point, by write and indication; of the oximeter's service too.
    public static let recordAccessControlPoint = BluetoothUUID(0x2A52)
}
