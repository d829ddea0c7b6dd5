/// An element of a characteristic's notifications.
public enum NotificationEvent: Hashable, Sendable {
    /// A notification's or indication's bytes; indications were confirmed by bluetoothd already.
    case value([UInt8])
    /// Values are missing here (this many, 0 when nobody can know): ask the device again.
    case gap(dropped: Int)
    /// Nothing more comes, because the link, the device or the service is gone. The stream ends after it.
    case ended(BlueZError)
}
