/// The condition of a hub's radio, which determines the one cause that masks all others.
public struct RadioCondition: Sendable, Hashable {
    /// The bus that BlueZ is on.
    public enum Bus: Sendable, Hashable {
        /// Not attempted yet.
        case unknown
        /// Connected.
        case up
        /// Not reachable.
        case away
    }

    /// The Bluetooth service, bluetoothd.
    public enum Service: Sendable, Hashable {
        /// Unknown so far.
        case unknown
        /// The name `org.bluez` has no owner.
        case away
        /// It answers calls.
        case up
        /// It owns the name but left two pings in a row unanswered.
        case hung
    }

    /// The state of the bus.
    public var bus = Bus.unknown
    /// The Bluetooth service, bluetoothd.
    public var service = Service.unknown
    /// Whether the policy of the bus denies access to bluetoothd.
    public var isDenied = false
    /// The number of adapters.
    public var adapters = 0
    /// Whether the configuration names an adapter.
    public var isConfigured = false
    /// Whether there is an adapter to use: the configured one, or the only one.
    public var hasAdapter = false
    /// Whether the adapter is powered.
    public var isPowered = false
    /// Whether the kernel blocks the adapter (rfkill).
    public var isBlocked = false
    /// Whether bluetoothd refuses to start discovery because it wrongly believes one is running.
    public var isRefused = false
    /// Whether the adapter reports discovery and cannot be stopped.
    public var isStuck = false
    /// Whether nothing was received for so long that a remedy was attempted.
    public var isSilent = false

    /// Creates an unknown condition.
    public init() {}

    /// The cause that masks all others; nil if nothing is wrong or known yet.
    public var cause: RadioCause? {
        switch bus {
        case .unknown: return isDenied ? .accessDenied : nil
        case .away: return isDenied ? .accessDenied : .busAway
        case .up: break
        }
        if isDenied { return .accessDenied }
        switch service {
        case .unknown: return nil
        case .away: return .serviceAway
        case .hung: return .serviceHung
        case .up: return adapterCause
        }
    }

    /// Whether devices can be read, which is also the case if the radio is only silent.
    public var isUsable: Bool { bus == .up && service == .up && (cause?.isNote ?? true) }

    private var adapterCause: RadioCause? {
        guard hasAdapter else {
            if adapters == 0 { return isBlocked ? .blocked : .noAdapter }
            return isConfigured ? .adapterMissing : .ambiguousAdapter
        }
        if isBlocked, !isPowered { return .blocked }
        guard isPowered else { return .poweredOff }
        if isRefused { return .discoveryRefused }
        guard isSilent else { return nil }
        return isStuck ? .discoveryStuck : .silent
    }
}
