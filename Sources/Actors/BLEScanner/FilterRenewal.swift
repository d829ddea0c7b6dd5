internal import BlueZ
internal import DeliveryRules

/// When the discovery filter is set anew: BlueZ stops its scan for each link, and some versions go on without the filter
/// (bluez/bluez#569, #572).
struct FilterRenewal: Sendable {
    /// How long a link must stand until the scan beside it is set up again.
    static let delay = Duration.seconds(10)

    private var linked: Set<BluetoothAddress> = []
    private var due: BootInstant?

    /// A device's link was told.
    mutating func device(_ address: BluetoothAddress, isConnected: Bool, now: BootInstant) {
        if isConnected {
            guard linked.insert(address).inserted else { return }
            due = due ?? now + Self.delay
        } else if linked.remove(address) != nil {
            due = now
        }
    }

    /// A device is gone, and its link with it.
    mutating func gone(_ address: BluetoothAddress, now: BootInstant) {
        device(address, isConnected: false, now: now)
    }

    /// The radio went away: there is nothing to renew.
    mutating func clear() {
        linked = []
        due = nil
    }

    /// Whether the filter is to be set now; true once each time.
    mutating func isDue(now: BootInstant) -> Bool {
        guard let due, now >= due else { return false }
        self.due = nil
        return true
    }
}
