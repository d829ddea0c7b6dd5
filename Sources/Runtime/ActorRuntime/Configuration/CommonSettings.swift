/// The settings of every process, and those that several actors declare alike.
public enum CommonSettings {
    package static let site = Setting.requiredID("site", doc: "The site's pseudonymous id.")
    package static let hub = hub(runsAtSite: false)
    package static let instance = Setting.id(
        "instance",
        default: "main",
        doc: "The instance's id; distinguishes processes of the same actor on this hub."
    )

    static func hub(runsAtSite: Bool) -> Setting<String> {
        .requiredID(
            "hub",
            default: runsAtSite ? "site" : nil,
            doc: "The hub's pseudonymous id; session-manager and uploader serve the whole site and have no hub."
        )
    }

    package static let busSocket = Setting.path(
        "bus.socket",
        default: MachinePlace.socket(in: MachinePlace.standardRunFolder),
        doc: "The broker's Unix socket."
    )
    package static let busHost = Setting.text(
        "bus.host",
        doc: "The broker's host; when set, TCP is used instead of the socket."
    )
    package static let busOtherHosts = Setting.list(
        "bus.other-hosts",
        doc: "Other names or addresses of the broker's host; the first one that answers is used."
    )
    package static let busPort = Setting.int("bus.port", in: 1...65_535, default: 8883, doc: "The broker's TCP port.")
    package static let busUsername = Setting.text(
        "bus.username",
        doc: "The account name at the broker. Default: {hub}.{actor}.{instance}."
    )
    package static let busPasswordFile = Setting.secretPath(
        "bus.password-file",
        doc: "The broker password's file. Default: the systemd credential bus-password, else the file that "
            + "'vitalbus broker' created in the state directory."
    )
    package static let tlsAuthority = Setting.path(
        "bus.tls.authority",
        doc: "PEM file of the broker's certificate authority; turns on TLS."
    )
    package static let tlsCertificate = Setting.path(
        "bus.tls.certificate",
        doc: "PEM file of this process's certificate."
    )
    package static let tlsKey = Setting.path("bus.tls.key", doc: "PEM file of this process's private key.")

    package static let stateDirectory = Setting.path(
        "state.directory",
        doc: "The directory for state. Default: $STATE_DIRECTORY, else /var/lib/vitalbus for root, else "
            + "$XDG_STATE_HOME/vitalbus or ~/.local/state/vitalbus."
    )
    package static let siteKeyFile = Setting.path(
        "site-key.file",
        doc: "The site key's file. Default: the systemd credential site-key, else site-key in the state directory."
    )
    static let logLevel = Setting.text(
        "log.level",
        allowed: ["trace", "debug", "info", "notice", "warning", "error", "critical"],
        default: "info",
        doc: "The lowest level that is logged."
    )
    static let logFormat = Setting.text(
        "log.format",
        allowed: ["text", "json"],
        default: "text",
        doc: "One line per entry, as text or as JSON."
    )
    static let traceFile = Setting.bool(
        "trace.file",
        default: false,
        doc: "Whether spans are written to 'log-traces.jsonl' in the process's state directory, as OTLP in JSON; "
            + "4 MB twice."
    )
    static let healthInterval = Setting.duration(
        "health.interval",
        in: .seconds(1) ... .seconds(3600),
        default: .seconds(30),
        doc: "How often health is published."
    )
    /// The time limit for an actor to drain when the process stops.
    public static let drainTimeout = Setting.duration(
        "drain.timeout",
        in: .seconds(1) ... .seconds(8),
        default: .seconds(7),
        doc: "How long the actor may take to finish its work on shutdown; the whole process exits within 10 s."
    )

    /// Whether the machine's clock is trusted, for actors that set other clocks or delete by it.
    public static let clockTrusted = Setting.bool(
        "clock.trusted",
        default: false,
        doc:
            "Whether to trust the machine's clock although the kernel reports it as unsynchronized, because a host or a person sets it."
    )
    /// The session manager's hub, for actors that call it.
    public static let sessionManagerHub = Setting.text(
        "session-manager.hub",
        default: "site",
        doc: "The hub of the session manager."
    )
    /// The seats of a site, for the session manager and for setting up a hub.
    public static let seats = Setting.list(
        "seats",
        doc:
            "The site's seats. Devices are assigned to them; a reading without an assignment or a person's decision is held."
    )
    /// Home Assistant's discovery prefix, on which the broker's rights depend.
    public static let discoveryPrefix = Setting.text(
        "discovery-prefix",
        default: "homeassistant",
        doc:
            "Where Home Assistant looks for devices: the discovery prefix of its MQTT integration, one level. Its birth message is always at 'homeassistant/status'."
    )
    /// The seats whose values appear in events, for the session manager and for creating program accounts.
    public static let sharedSeats = Setting.list(
        "shared-seats",
        doc: "Seats whose events may contain values; '*' for all."
    )
    /// The seats whose newest values are published individually, for the session manager and for creating program
    /// accounts.
    public static let vitalSeats = Setting.list(
        "vitals.seats",
        doc:
            "Seats whose newest values are published as retained messages on `vitals/{seat}/{metric}`, in addition to those of 'vitalbus integration add --values'."
    )
    /// Whether the only seat has all devices, for the session manager and for setting up a hub.
    public static let soloSeat = Setting.bool(
        "seat.solo",
        default: false,
        doc:
            "Whether all devices in radio range belong to the person of the only seat, including unassigned ones."
    )
    /// The URL of a destination of records, for the uploader and for setting up a hub.
    ///
    /// - Parameter api: `inform` or `legacy`.
    public static func baseURL(of api: String) -> Setting<String?> {
        .text(
            "destination.\(api).base-url",
            example: "https://api.example.org",
            doc:
                "The base URL of the \(api) API; https, or http to this machine only. Without it, its records stay queued."
        )
    }
    /// The folder of the file destination, for the uploader and for setting up a hub.
    public static let recordFolder = Setting.path(
        "destination.file.directory",
        doc:
            "The folder of the destination 'file', as an absolute path. If its parent exists, it is created with mode "
            + "0700. Without it, these records stay queued."
    )
}

extension ConfigurationKey {
    /// The keys of every process of a hub; those at the site differ only in the hub's default.
    public static let common = common(runsAtSite: false)

    static func common(runsAtSite: Bool) -> [ConfigurationKey] {
        let place = [CommonSettings.site, CommonSettings.hub(runsAtSite: runsAtSite), CommonSettings.instance]
        return place.map(\.key) + bus + process
    }

    private static let bus = [
        CommonSettings.busSocket.key, CommonSettings.busHost.key, CommonSettings.busOtherHosts.key,
        CommonSettings.busPort.key, CommonSettings.busUsername.key, CommonSettings.busPasswordFile.key,
        CommonSettings.tlsAuthority.key,
        CommonSettings.tlsCertificate.key, CommonSettings.tlsKey.key,
    ]

    private static let process = [
        CommonSettings.stateDirectory.key, CommonSettings.siteKeyFile.key, CommonSettings.logLevel.key,
        CommonSettings.logFormat.key, CommonSettings.traceFile.key, CommonSettings.healthInterval.key,
        CommonSettings.drainTimeout.key,
    ]
}
