internal import BlueZ
internal import DeliveryRules

/// Decides when to set the discovery filter again.
///
/// BlueZ stops its scan for each link, and some versions then continue without the filter (bluez/bluez#569, #572).
struct FilterRenewal: Sendable {
    /// How long a link must be up before the filter is set again.
    static let delay = Duration.seconds(10)

    private var linked: Set<BluetoothAddress> = []
    private var due: BootInstant?

    /// Handles a device's link state.
    mutating func device(_ address: BluetoothAddress, isConnected: Bool, now: BootInstant) {
        if isConnected {
            guard linked.insert(address).inserted else { return }
            due = due ?? now + Self.delay
        } else if linked.remove(address) != nil {
            due = now
        }
    }

    /// Handles a device that is gone, and its link with it.
    mutating func gone(_ address: BluetoothAddress, now: BootInstant) {
        device(address, isConnected: false, now: now)
    }

    /// Forgets all links because the radio is gone.
    mutating func clear() {
        linked = []
        due = nil
    }

    /// Whether to set the filter now; true once each time.
    mutating func isDue(now: BootInstant) -> Bool {
        guard let due, now >= due else { return false }
        self.due = nil
        return true
    }
}
