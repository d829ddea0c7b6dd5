internal import ActorRuntime

/// The health importer's own configuration keys.
struct HealthImporterKeys: SettingTable {
    let folders = Setting.list(
        "folders",
        doc: "Watched folders, each as seat=path: what appears there is that seat's. One folder has one seat."
    )
    let settle = Setting.duration(
        "settle",
        in: .milliseconds(100) ... .seconds(600),
        default: .seconds(3),
        doc: "How long a file of a watched folder must be unchanged before it is read."
    )
    let ingestAddress = Setting.text(
        "ingest.address",
        doc: "Where exports are taken by HTTP, as 127.0.0.1:8480; nothing listens without it."
    )
    let ingestTokens = Setting.list(
        "ingest.tokens",
        doc: "Bearer tokens, each as seat=file; only the owner may read the files."
    )
    let ingestCertificate = Setting.path(
        "ingest.certificate",
        doc: "The certificate chain (PEM); needed beyond the own machine."
    )
    let ingestKey = Setting.path(
        "ingest.key",
        doc: "The certificate's key (PEM)."
    )
    let ingestLimit = Setting.int(
        "ingest.limit-mb",
        in: 1...1_000_000,
        default: 4_096,
        doc: "The most megabytes of one posted file."
    )
    let ingestQuota = Setting.int(
        "ingest.quota-mb",
        in: 1...1_000_000,
        default: 16_384,
        doc: "The most megabytes of one seat's posted files; imported ones make room, the oldest first."
    )
    let ingestKeep = Setting.duration(
        "ingest.keep",
        in: .seconds(3600) ... .seconds(365 * 86_400),
        default: .seconds(7 * 86_400),
        doc: "How long posted files are kept after their import, for historical fetches."
    )
    let homeZone = Setting.text(
        "home.zone",
        doc: "The home zone, like Europe/Berlin; without it the one that exports name, else the machine's."
    )
    let sources = Setting.list(
        "sources",
        doc: "Names of apps and devices, the one that counts most first; then follow watches, phones, others."
    )
    let userEntered = Setting.bool(
        "user-entered",
        default: true,
        doc: "Whether values that a person typed on the phone count."
    )
    let pulseInterval = Setting.duration(
        "pulse.interval",
        in: .zero ... .seconds(86_400),
        default: .seconds(15 * 60),
        doc: "From one heart rate to the next at least; 0s takes all, which the destination takes weeks for."
    )
    let intradayInterval = Setting.int(
        "intraday.interval",
        in: 1...720,
        default: 15,
        doc: "How many minutes an interval of intraday steps has."
    )
    let outboxLimit = Setting.int(
        "outbox.limit",
        in: 100...1_000_000,
        default: 5_000,
        doc: "The most records that wait for the session manager; an import pauses when there are more."
    )
    let clockTrusted = CommonSettings.clockTrusted
    let managerHub = CommonSettings.sessionManagerHub
}
