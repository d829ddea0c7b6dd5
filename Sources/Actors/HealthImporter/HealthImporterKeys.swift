public import ActorRuntime

extension HealthImporterActor {
    /// The importer's own configuration.
    public static let configurationKeys: [ConfigurationKey] =
        inputKeys + recordKeys + [
            ConfigurationKey(
                "outbox.limit",
                .int(100...1_000_000),
                default: "5000",
                "The most records that wait for the session manager; an import pauses when there are more."
            ),
            .clockTrusted,
            ConfigurationKey("session-manager.hub", .string, default: "site", "The hub of the session manager."),
        ]

    private static let inputKeys = [
        ConfigurationKey(
            "folders",
            .list,
            "Watched folders, each as seat=path: what appears there is that seat's. One folder has one seat."
        ),
        ConfigurationKey(
            "settle",
            .duration(.milliseconds(100) ... .seconds(600)),
            default: "3s",
            "How long a file of a watched folder must be unchanged before it is read."
        ),
        ConfigurationKey(
            "ingest.address",
            .string,
            "Where exports are taken by HTTP, as 127.0.0.1:8480; nothing listens without it."
        ),
        ConfigurationKey(
            "ingest.tokens",
            .list,
            "Bearer tokens, each as seat=file; only the owner may read the files."
        ),
        ConfigurationKey("ingest.certificate", .path, "The certificate chain (PEM); needed beyond the own machine."),
        ConfigurationKey("ingest.key", .path, "The certificate's key (PEM)."),
        ConfigurationKey(
            "ingest.limit-mb",
            .int(1...1_000_000),
            default: "4096",
            "The most megabytes of one posted file."
        ),
        ConfigurationKey(
            "ingest.quota-mb",
            .int(1...1_000_000),
            default: "16384",
            "The most megabytes of one seat's posted files; imported ones make room, the oldest first."
        ),
        ConfigurationKey(
            "ingest.keep",
            .duration(.seconds(3600) ... .seconds(365 * 86_400)),
            default: "7d",
            "How long posted files are kept after their import, for historical fetches."
        ),
    ]

    private static let recordKeys = [
        ConfigurationKey(
            "home.zone",
            .string,
            "The home zone, like Europe/Berlin; without it the one that exports name, else the machine's."
        ),
        ConfigurationKey(
            "sources",
            .list,
            "Names of apps and devices, the one that counts most first; then follow watches, phones, others."
        ),
        ConfigurationKey(
            "user-entered",
            .bool,
            default: "true",
            "Whether values that a person typed on the phone count."
        ),
        ConfigurationKey(
            "pulse.interval",
            .duration(.zero ... .seconds(86_400)),
            default: "15min",
            "From one heart rate to the next at least; 0s takes all, which the destination takes weeks for."
        ),
        ConfigurationKey(
            "intraday.interval",
            .int(1...720),
            default: "15",
            "How many minutes an interval of intraday steps has."
        ),
    ]
}
