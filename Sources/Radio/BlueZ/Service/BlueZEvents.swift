/// What happens to the service, the adapters and the devices.
public enum BlueZEvent: Hashable, Sendable {
    /// bluetoothd answers and its objects are known.
    case serviceUp
    /// bluetoothd or the bus went away; sessions, links and notifications are gone with it.
    case serviceDown
    /// An adapter is new or changed.
    case adapter(AdapterInfo)
    /// An adapter is gone, or an object of one.
    case adapterGone
    /// A device's link, pairing or services changed.
    case device(DeviceInfo)
    /// BlueZ forgot a device.
    case deviceGone(BluetoothAddress)
    /// The consumer was too slow; this many are missing: read the state again.
    case gap(dropped: Int)
}

/// An element of the stream of advertisements.
public enum AdvertEvent: Hashable, Sendable {
    /// A device was heard: everything BlueZ knows of it, and which properties this time brought.
    case advert(DeviceInfo, changed: Set<String>)
    /// The consumer was too slow; this many are missing.
    case gap(dropped: Int)
}
