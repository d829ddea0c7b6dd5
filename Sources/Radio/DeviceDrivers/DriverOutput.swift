public import DeviceCodecs

/// What a driver wants done on its link.
public enum DriverOutput: Sendable {
    /// Have notifications or indications.
    case subscribe(BluetoothUUID)
    /// Read a value.
    case read(BluetoothUUID)
    /// Write a value, with response.
    case write(BluetoothUUID, [UInt8])
    /// Be told when the time has passed; a later one takes its place.
    case wake(after: Duration)
    /// The device is ready: the person may measure now.
    case tellReady
    /// A measurement; it is committed before anything else is done.
    case measurement(DeviceMeasurement)
    /// All is read, or there is nothing; end the link.
    case done
    /// It cannot go on; the words are for people.
    case fail(String)
}
