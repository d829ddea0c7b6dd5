import DBus

/// The local adapter as the daemon holds it.
struct AdapterState: Sendable {
    /// The last part of its object path.
    var name: String
    /// Whether the adapter is there.
    var isPresent = false
    /// Whether it is switched on.
    var isPowered = false
    /// Whether rfkill holds it.
    var isBlocked = false
    /// Whether it is switched on again when rfkill lets it go.
    var returnsPowered = false
    /// The discovery sessions by client; a filter may be there before the discovery.
    var sessions: [String: DiscoverySession] = [:]
    /// When the present discovery began.
    var discoveringSince: Duration?
    /// What would free a stuck discovery; nil when it is not stuck.
    var stuck: ScenarioFault.Cure?

    /// Its object path.
    var path: DBusObjectPath { DBusObjectPath("/org/bluez").appending(name) }

    /// The sessions that discover.
    var active: [DiscoverySession] { sessions.values.filter(\.isActive) }
}
