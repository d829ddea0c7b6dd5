public import BlueZ
public import MessageBus

/// Why the radio does not work: a stable code, with a description and how to fix it.
public struct RadioCause: RawRepresentable, Sendable, Hashable {
    /// The stable name of the cause.
    public let rawValue: String

    /// Creates a cause from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The bus that BlueZ is on cannot be reached.
    public static let busAway = Self(rawValue: "busAway")
    /// The policy of the bus denies this user access to BlueZ.
    public static let accessDenied = Self(rawValue: "accessDenied")
    /// bluetoothd is not running.
    public static let serviceAway = Self(rawValue: "serviceAway")
    /// bluetoothd is running but does not answer.
    public static let serviceHung = Self(rawValue: "serviceHung")
    /// There is no adapter.
    public static let noAdapter = Self(rawValue: "noAdapter")
    /// The configured adapter does not exist, although others do.
    public static let adapterMissing = Self(rawValue: "adapterMissing")
    /// There are several adapters, but none is configured.
    public static let ambiguousAdapter = Self(rawValue: "ambiguousAdapter")
    /// The kernel blocks the adapter (rfkill).
    public static let blocked = Self(rawValue: "adapterBlocked")
    /// The adapter is switched off.
    public static let poweredOff = Self(rawValue: "adapterPoweredOff")
    /// BlueZ refuses to start discovery because it believes one is running.
    public static let discoveryRefused = Self(rawValue: "discoveryRefused")
    /// The adapter reports discovery, cannot be stopped, and receives nothing.
    public static let discoveryStuck = Self(rawValue: "discoveryStuck")
    /// Nothing is received, which a quiet room also explains.
    public static let silent = Self(rawValue: "radioSilent")

    /// All causes; a cause masks those after it.
    public static let all: [RadioCause] = [
        .busAway, .accessDenied, .serviceAway, .serviceHung, .noAdapter, .adapterMissing, .ambiguousAdapter, .blocked,
        .poweredOff, .discoveryRefused, .discoveryStuck, .silent,
    ]

    /// The more informative of two consecutive causes, without a working radio in between.
    ///
    /// A bluetoothd that has just started has no adapter yet, but people should still read that it was not running.
    public static func root(of first: String?, and second: String) -> String {
        guard let first else { return second }
        let order = all.map(\.rawValue)
        return (order.firstIndex(of: second) ?? all.count) < (order.firstIndex(of: first) ?? all.count) ? second : first
    }

    /// The cause behind a BlueZ error; nil for an error that does not concern the radio as a whole.
    public init?(_ code: BlueZError.Code) {
        let causes: [BlueZError.Code: RadioCause] = [
            .busUnavailable: .busAway, .accessDenied: .accessDenied, .serviceNotRunning: .serviceAway,
            .noAdapter: .noAdapter, .ambiguousAdapter: .ambiguousAdapter, .adapterBlocked: .blocked,
            .adapterPoweredOff: .poweredOff,
        ]
        guard let cause = causes[code] else { return nil }
        self = cause
    }

    /// Whether it is only a note, since in a quiet room nothing is wrong.
    public var isNote: Bool { self == .silent }

    /// What is wrong and how to fix it; contains no address, because addresses never leave the hub.
    public var words: String { Self.words[self] ?? "the radio does not work: \(rawValue)" }

    /// The cause as a fault in an actor's health.
    public var fault: WireFault { WireFault(code: rawValue, message: words, retriable: self != .accessDenied) }

    private static let words: [RadioCause: String] = [
        .busAway: "the D-Bus of BlueZ cannot be reached: install dbus and bluez, or set dbus.address",
        .accessDenied:
            "D-Bus does not allow this user to reach BlueZ: install deploy/dbus/vitalbus.conf, or add the user to the group "
            + "bluetooth",
        .serviceAway: "bluetoothd is not running: systemctl status bluetooth",
        .serviceHung: "bluetoothd is running but does not answer: systemctl restart bluetooth",
        .noAdapter: "there is no Bluetooth adapter: plug one in",
        .adapterMissing: "the configured Bluetooth adapter is missing: plug it in, or set adapter to another one",
        .ambiguousAdapter: "there are several Bluetooth adapters: set adapter to the address of one",
        .blocked: "the Bluetooth adapter is blocked: rfkill unblock bluetooth",
        .poweredOff: "the Bluetooth adapter is off: bluetoothctl power on",
        .discoveryRefused:
            "bluetoothd reports scanning but does not scan: if this stays, systemctl restart bluetooth",
        .discoveryStuck: "the Bluetooth adapter scans but receives nothing: if this stays, replug it",
        .silent: "no advertisement is received: if devices are nearby, replug or replace the Bluetooth adapter",
    ]
}
