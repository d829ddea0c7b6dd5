/// How a hub's radio stands: what was found out, and from it the one cause that hides the others.
public struct RadioCondition: Sendable, Hashable {
    /// The D-Bus with BlueZ on it.
    public enum Bus: Sendable, Hashable {
        /// Not tried yet.
        case unknown
        /// Reached.
        case up
        /// Not reached.
        case away
    }

    /// bluetoothd.
    public enum Service: Sendable, Hashable {
        /// Not known yet.
        case unknown
        /// Nobody has the name `org.bluez`.
        case away
        /// It answers.
        case up
        /// It has the name, and let two questions in a row go unanswered.
        case hung
    }

    /// The bus.
    public var bus = Bus.unknown
    /// bluetoothd.
    public var service = Service.unknown
    /// Whether the bus's policy keeps us from bluetoothd.
    public var isDenied = false
    /// How many adapters there are.
    public var adapters = 0
    /// Whether one of them is named in the configuration.
    public var isConfigured = false
    /// Whether there is one to use: the configured one, or the only one.
    public var hasAdapter = false
    /// Whether it is switched on.
    public var isPowered = false
    /// Whether the kernel's switch (rfkill) keeps it off.
    public var isBlocked = false
    /// Whether bluetoothd takes a discovery for running that does not run, and begins no other.
    public var isRefused = false
    /// Whether it says that it scans and cannot be made to stop.
    public var isStuck = false
    /// Whether nothing was heard for so long that something was tried.
    public var isSilent = false

    /// Makes a condition of which nothing is known.
    public init() {}

    /// What is wrong; nil when nothing is, or nothing is known yet.
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

    /// Whether devices can be read: nothing is wrong, or only that nothing is heard.
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
