internal import DBus

/// The end of a subscription on its way to BlueZ.
struct NotificationStop {
    let device: DBusObjectPath
    let task: Task<Void, Never>
}
