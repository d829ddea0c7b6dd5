import DBus

/// An adapter beside the scenario's: it is there and can be used, but no device is near it.
struct SecondAdapter: Sendable {
    /// The last part of its object path.
    var name: String
    /// Its address.
    var address = "00:AA:01:00:00:02"
    /// The clients that discover.
    var clients: Set<String> = []

    /// Its object path.
    var path: DBusObjectPath { DBusObjectPath("/org/bluez").appending(name) }
}
