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
