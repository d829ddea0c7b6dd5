internal import ActorRuntime

/// The health importer's own configuration keys.
struct HealthImporterKeys: SettingTable {
    let folders = Setting.list(
        "folders",
        doc:
            "Watched folders, each as seat=path: exports that appear there belong to that seat. Each folder has one seat."
    )
    let settle = Setting.duration(
        "settle",
        in: .milliseconds(100) ... .seconds(600),
        default: .seconds(3),
        doc: "How long a file of a watched folder must be unchanged before it is read."
    )
    let ingestAddress = Setting.text(
        "ingest.address",
        doc: "The address for uploads of exports by HTTP, such as 127.0.0.1:8480; without it there is no upload."
    )
    let ingestTokens = Setting.list(
        "ingest.tokens",
        doc: "Bearer tokens, each as seat=file; only the owner may read the files."
    )
    let ingestCertificate = Setting.path(
        "ingest.certificate",
        doc: "The certificate chain (PEM); required for addresses of the network."
    )
    let ingestKey = Setting.path(
        "ingest.key",
        doc: "The certificate's key (PEM)."
    )
    let ingestLimit = Setting.int(
        "ingest.limit-mb",
        in: 1...1_000_000,
        default: 4_096,
        doc: "The largest size of one posted file, in megabytes."
    )
    let ingestQuota = Setting.int(
        "ingest.quota-mb",
        in: 1...1_000_000,
        default: 16_384,
        doc:
            "The total size of one seat's posted files, in megabytes; the oldest imported files are deleted to make room."
    )
    let ingestKeep = Setting.duration(
        "ingest.keep",
        in: .seconds(3600) ... .seconds(365 * 86_400),
        default: .seconds(7 * 86_400),
        doc: "How long posted files are kept after their import, for historical fetches."
    )
    let homeZone = Setting.text(
        "home.zone",
        doc: "The home time zone, like Europe/Berlin. Default: the zone that exports name, else the machine's."
    )
    let sources = Setting.list(
        "sources",
        doc: "Names of apps and devices in order of preference; watches, phones and others follow."
    )
    let userEntered = Setting.bool(
        "user-entered",
        default: true,
        doc: "Whether to import values that a person typed on the phone."
    )
    let pulseInterval = Setting.duration(
        "pulse.interval",
        in: .zero ... .seconds(86_400),
        default: .seconds(15 * 60),
        doc: "The shortest time between two imported heart rates; 0s imports all, which takes weeks to upload."
    )
    let intradayInterval = Setting.int(
        "intraday.interval",
        in: 1...720,
        default: 15,
        doc: "The length of an interval of intraday steps, in minutes."
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
