/// Interface names.
package enum BlueZName {
    /// The service.
    package static let service = "org.bluez"
    /// The adapter.
    package static let adapter = "org.bluez.Adapter1"
    /// A remote device.
    package static let device = "org.bluez.Device1"
    /// The battery of a remote device.
    package static let battery = "org.bluez.Battery1"
    /// A remote service.
    package static let gattService = "org.bluez.GattService1"
    /// A remote characteristic.
    package static let characteristic = "org.bluez.GattCharacteristic1"
    /// A remote descriptor.
    package static let descriptor = "org.bluez.GattDescriptor1"
    /// The registry of agents, at `/org/bluez`.
    package static let agentManager = "org.bluez.AgentManager1"
    /// A client's agent.
    package static let agent = "org.bluez.Agent1"
    /// Properties.
    package static let properties = "org.freedesktop.DBus.Properties"
    /// The object manager, at `/`.
    package static let objectManager = "org.freedesktop.DBus.ObjectManager"
    /// Introspection.
    package static let introspectable = "org.freedesktop.DBus.Introspectable"
}
