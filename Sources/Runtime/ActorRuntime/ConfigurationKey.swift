/// One entry of a process's configuration table.
///
/// Help text, the example file, names of environment variables and all checks come from these entries.
public struct ConfigurationKey: Sendable, Hashable {
    /// The dotted name, for example `bus.socket`; parts of `[a-z0-9-]`.
    public let name: String
    /// What a value is.
    public let kind: ConfigurationKind
    /// The value when nothing is configured, as it would be written in a file; nil when there is none.
    public let defaultText: String?
    /// One line for the operator.
    public let doc: String
    /// Whether the value itself is secret and is never shown.
    ///
    /// Prefer a ``ConfigurationKind/secretFile``.
    public let isSecret: Bool
    /// Whether the process cannot start without a value.
    public let isRequired: Bool

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - name: The dotted name.
    ///   - kind: What a value is, with its range or its allowed values.
    ///   - defaultText: The default as it would be written in a file; a default outside the range is reported at start.
    ///   - doc: One line for the operator.
    ///   - isSecret: Whether the value is never shown.
    ///   - isRequired: Whether the process cannot start without a value.
    public init(
        _ name: String,
        _ kind: ConfigurationKind,
        default defaultText: String? = nil,
        _ doc: String,
        isSecret: Bool = false,
        isRequired: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.defaultText = defaultText
        self.doc = doc
        self.isSecret = isSecret
        self.isRequired = isRequired
    }

    /// The environment variable that sets the key for every actor: `VITALBUS_BUS_SOCKET`.
    public var variable: String { Self.variable(name) }

    /// The environment variable that sets the key for one actor only: `VITALBUS_BLE_SCANNER_BUS_SOCKET`.
    public func variable(for actor: String) -> String { Self.variable("\(actor).\(name)") }

    static let variablePrefix = "VITALBUS_"

    static func variable(_ name: String) -> String {
        variablePrefix + String(name.uppercased().map { $0 == "." || $0 == "-" ? "_" : $0 })
    }
}

extension ConfigurationKey {
    /// Of every actor that sets clocks by the machine's own, or deletes by it.
    public static let clockTrusted = ConfigurationKey(
        "clock.trusted",
        .bool,
        default: "false",
        "Whether the machine's clock is right although its kernel does not know who keeps it: a host, or a person."
    )
}

extension ConfigurationKey {
    /// The keys of every process of a hub; the same as those at the site except for the hub's default.
    public static let common = common(runsAtSite: false)

    static func common(runsAtSite: Bool) -> [ConfigurationKey] {
        place(runsAtSite: runsAtSite) + bus + process
    }

    private static func place(runsAtSite: Bool) -> [ConfigurationKey] {
        [
            ConfigurationKey("site", .id, "The site's pseudonymous id.", isRequired: true),
            ConfigurationKey(
                "hub",
                .id,
                default: runsAtSite ? "site" : nil,
                "The hub's pseudonymous id; session-manager and uploader serve the whole site and take no hub.",
                isRequired: true
            ),
            ConfigurationKey("instance", .id, default: "main", "The instance's id among its like on this hub."),
        ]
    }

    private static let bus: [ConfigurationKey] = [
        ConfigurationKey("bus.socket", .path, default: "/run/vitalbus/mqtt.sock", "The broker's Unix socket."),
        ConfigurationKey("bus.host", .string, "The broker's host; when set, TCP is used instead of the socket."),
        ConfigurationKey("bus.port", .int(1...65_535), default: "8883", "The broker's TCP port."),
        ConfigurationKey("bus.username", .string, "The name at the broker. Default: {hub}.{actor}.{instance}."),
        ConfigurationKey(
            "bus.password-file",
            .secretFile,
            "The broker password's file. Default: the systemd credential bus-password."
        ),
        ConfigurationKey(
            "bus.tls.authority",
            .path,
            "PEM file of the authority of the broker's certificate; turns TLS on."
        ),
        ConfigurationKey("bus.tls.certificate", .path, "PEM file of this process's certificate."),
        ConfigurationKey("bus.tls.key", .path, "PEM file of this process's private key."),
    ]

    private static let process: [ConfigurationKey] = [
        ConfigurationKey(
            "state.directory",
            .path,
            "Where state is kept. Default: $STATE_DIRECTORY, else /var/lib/vitalbus for root, else "
                + "$XDG_STATE_HOME/vitalbus or ~/.local/state/vitalbus."
        ),
        ConfigurationKey(
            "site-key.file",
            .path,
            "The site key's file. Default: the systemd credential site-key, else site-key in the state directory."
        ),
        ConfigurationKey(
            "log.level",
            .string(allowed: ["trace", "debug", "info", "notice", "warning", "error", "critical"]),
            default: "info",
            "The least severe entries that are logged."
        ),
        ConfigurationKey(
            "log.format",
            .string(allowed: ["text", "json"]),
            default: "text",
            "One line per entry, as text or as JSON."
        ),
        ConfigurationKey(
            "health.interval",
            .duration(.seconds(1) ... .seconds(3600)),
            default: "30s",
            "How often health is published."
        ),
        ConfigurationKey(
            "drain.timeout",
            .duration(.seconds(1) ... .seconds(8)),
            default: "7s",
            "How long the actor may finish what it holds; the whole process ends in under 10 s."
        ),
    ]
}
