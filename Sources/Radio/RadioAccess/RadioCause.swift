public import BlueZ
public import MessageBus

/// Why the radio does not work, as a word that stays the same, with plain words and the way out.
public struct RadioCause: RawRepresentable, Sendable, Hashable {
    /// The stable word.
    public let rawValue: String

    /// Makes a cause from its word.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The D-Bus with BlueZ on it cannot be reached.
    public static let busAway = Self(rawValue: "busAway")
    /// The bus does not let this user talk to BlueZ.
    public static let accessDenied = Self(rawValue: "accessDenied")
    /// bluetoothd does not run.
    public static let serviceAway = Self(rawValue: "serviceAway")
    /// bluetoothd runs and does not answer.
    public static let serviceHung = Self(rawValue: "serviceHung")
    /// There is no adapter.
    public static let noAdapter = Self(rawValue: "noAdapter")
    /// There are adapters, and not the configured one.
    public static let adapterMissing = Self(rawValue: "adapterMissing")
    /// There are several adapters, and none is configured.
    public static let ambiguousAdapter = Self(rawValue: "ambiguousAdapter")
    /// The kernel's switch (rfkill) keeps the adapter off.
    public static let blocked = Self(rawValue: "adapterBlocked")
    /// The adapter is switched off.
    public static let poweredOff = Self(rawValue: "adapterPoweredOff")
    /// BlueZ starts no discovery, because it takes one for running.
    public static let discoveryRefused = Self(rawValue: "discoveryRefused")
    /// The adapter says that it scans, cannot be made to stop, and hears nothing.
    public static let discoveryStuck = Self(rawValue: "discoveryStuck")
    /// Nothing is heard; it may be a quiet room.
    public static let silent = Self(rawValue: "radioSilent")

    /// Every cause that this code tells, the one that hides the others first.
    public static let all: [RadioCause] = [
        .busAway, .accessDenied, .serviceAway, .serviceHung, .noAdapter, .adapterMissing, .ambiguousAdapter, .blocked,
        .poweredOff, .discoveryRefused, .discoveryStuck, .silent,
    ]

    /// Which of two words told one after the other, without a working radio between them, says more.
    ///
    /// A bluetoothd that has just started has no adapter yet: that it was away is what people should read afterwards.
    public static func root(of first: String?, and second: String) -> String {
        guard let first else { return second }
        let order = all.map(\.rawValue)
        return (order.firstIndex(of: second) ?? all.count) < (order.firstIndex(of: first) ?? all.count) ? second : first
    }

    /// The cause behind an error of BlueZ; nil for one that says nothing of the radio as a whole.
    public init?(_ code: BlueZError.Code) {
        let causes: [BlueZError.Code: RadioCause] = [
            .busUnavailable: .busAway, .accessDenied: .accessDenied, .serviceNotRunning: .serviceAway,
            .noAdapter: .noAdapter, .ambiguousAdapter: .ambiguousAdapter, .adapterBlocked: .blocked,
            .adapterPoweredOff: .poweredOff,
        ]
        guard let cause = causes[code] else { return nil }
        self = cause
    }

    /// Whether it is only worth a word: in a quiet room nothing is wrong.
    public var isNote: Bool { self == .silent }

    /// What is wrong and the way out; no address stands in it, because addresses never leave the hub.
    public var words: String { Self.words[self] ?? "the radio does not work: \(rawValue)" }

    /// The cause as a problem in an actor's health.
    public var fault: WireFault { WireFault(code: rawValue, message: words, retriable: self != .accessDenied) }

    private static let words: [RadioCause: String] = [
        .busAway: "the D-Bus with BlueZ on it cannot be reached: install dbus and bluez, or set dbus.address",
        .accessDenied:
            "the D-Bus does not let this user talk to BlueZ: install deploy/dbus/vitalbus.conf, or add the user to the group "
            + "bluetooth",
        .serviceAway: "bluetoothd does not run: systemctl status bluetooth",
        .serviceHung: "bluetoothd runs and does not answer: systemctl restart bluetooth",
        .noAdapter: "there is no Bluetooth adapter: plug one in",
        .adapterMissing: "the configured Bluetooth adapter is not there: plug it in, or set adapter to another one",
        .ambiguousAdapter: "there are several Bluetooth adapters: set adapter to the address of one",
        .blocked: "the Bluetooth adapter is blocked: rfkill unblock bluetooth",
        .poweredOff: "the Bluetooth adapter is off: bluetoothctl power on",
        .discoveryRefused:
            "bluetoothd does not scan and says that it does: systemctl restart bluetooth if this stays so",
        .discoveryStuck: "the Bluetooth adapter scans and hears nothing: replug it if this stays so",
        .silent: "no advertisement is heard: if devices are near, replug or replace the Bluetooth adapter",
    ]
}
