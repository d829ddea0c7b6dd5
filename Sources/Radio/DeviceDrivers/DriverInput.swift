public import DeviceCodecs

/// What happened on a driver's link.
public enum DriverInput: Hashable, Sendable {
    /// The link is up; these characteristics are there.
    case ready([BluetoothUUID])
    /// Notifications or indications of a characteristic come from now on.
    case subscribed(BluetoothUUID)
    /// A characteristic's value came, by notification, indication or reading; it is on disk already.
    case value(BluetoothUUID, [UInt8])
    /// A characteristic was written.
    case wrote(BluetoothUUID)
    /// What was asked of a characteristic failed; the words are for people.
    case failed(BluetoothUUID, String)
    /// The time asked for with ``DriverOutput/wake(after:)`` has passed.
    case woken
}
