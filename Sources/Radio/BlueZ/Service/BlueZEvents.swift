/// An event of the service, an adapter or a device.
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
    /// The consumer was too slow and this many events are missing; read the state again.
    case gap(dropped: Int)
}

/// An element of the stream of advertisements.
public enum AdvertEvent: Hashable, Sendable {
    /// A device was heard, with the properties that the advertisement brought.
    case advert(DeviceInfo, changed: Set<String>)
    /// The consumer was too slow and this many advertisements are missing.
    case gap(dropped: Int)
}
