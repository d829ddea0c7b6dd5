/// An element of the stream of advertisements.
public enum AdvertEvent: Hashable, Sendable {
    /// A device was heard: everything BlueZ knows of it, and which properties this time brought.
    case advert(DeviceInfo, changed: Set<String>)
    /// The consumer was too slow; this many are missing.
    case gap(dropped: Int)
}
