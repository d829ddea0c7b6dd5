extension BluetoothUUID {
    /// The Weight Scale service.
    public static let weightScaleService = BluetoothUUID(0x181D)
    /// Weight Measurement, by indication.
    public static let weightMeasurement = BluetoothUUID(0x2A9D)
    /// Weight Scale Feature.
    public static let weightScaleFeature = BluetoothUUID(0x2A9E)
    /// The Body Composition service.
    public static let bodyCompositionService = BluetoothUUID(0x181B)
    /// Body Composition Measurement, by indication.
    public static let bodyCompositionMeasurement = BluetoothUUID(0x2A9C)
    /// Body Composition Feature.
    public static let bodyCompositionFeature = BluetoothUUID(0x2A9B)
    /// The User Data service.
    public static let userDataService = BluetoothUUID(0x181C)
    /// User Control Point, by write and indication.
    public static let userControlPoint = BluetoothUUID(0x2A9F)
    /// User Index.
    public static let userIndex = BluetoothUUID(0x2A9A)
    /// Database Change Increment.
    public static let databaseChangeIncrement = BluetoothUUID(0x2A99)
}
