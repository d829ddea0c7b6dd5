extension BluetoothUUID {
    /// The Pulse Oximeter service.
    public static let pulseOximeterService = BluetoothUUID(0x1822)
    /// PLX Spot-Check Measurement, by indication.
    public static let spotCheck = BluetoothUUID(0x2A5E)
    /// PLX Continuous Measurement, by notification.
    public static let continuousOximetry = BluetoothUUID(0x2A5F)
    /// PLX Features.
    public static let oximeterFeatures = BluetoothUUID(0x2A60)
}
