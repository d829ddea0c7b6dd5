internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import HealthRecords
internal import MessageBus
internal import VitalRecords

/// The importer's configuration.
struct ImporterSettings: Sendable {
    let hub: HubID
    /// The hub of the session manager.
    let manager: String
    let outboxLimit: Int
    /// How long a file must be unchanged, in seconds.
    let settle: Double
    /// The watched folders of the configuration.
    let folders: [ObservedFolders.Folder]
    /// The settings for uploads by HTTP; nil if disabled.
    let ingest: IngestSettings?
    /// Whether the machine's clock is trusted.
    let isClockTrusted: Bool
    /// The spool folder of posted files.
    let spool: URL
    private let configuration: ActorConfiguration

    /// Reads the configuration.
    ///
    /// - Throws: `RuntimeError` for an invalid one.
    init(_ context: ActorContext) throws {
        configuration = context.configuration
        guard let hub = HubID(rawValue: context.address.hub) else {
            throw RuntimeError(.configuration, message: "hub '\(context.address.hub)' is not a valid id")
        }
        self.hub = hub
        manager = try configuration[CommonSettings.sessionManagerHub]
        outboxLimit = try configuration[\HealthImporterKeys.outboxLimit]
        settle = Double(try configuration[\HealthImporterKeys.settle] / .milliseconds(1)) / 1_000
        folders = try configuration[\HealthImporterKeys.folders].map { try Self.folder($0) }
        spool = context.stateDirectory.appending(path: "posted")
        ingest = try IngestSettings(configuration)
        isClockTrusted = try configuration[CommonSettings.clockTrusted]
    }

    /// How long posted files are kept after their import.
    var ingestKeep: Duration {
        get throws { try configuration[\HealthImporterKeys.ingestKeep] }
    }

    /// The configured home time zone; nil to use the one that exports name.
    var homeZone: String? {
        get throws { try configuration[\HealthImporterKeys.homeZone] }
    }

    /// The options that all imports share.
    ///
    /// - Throws: `RuntimeError` for an invalid time zone.
    func options(receivedAt now: Date) throws -> HealthImportOptions {
        var options = HealthImportOptions(scope: "", hub: hub, receivedAt: now)
        options.homeZone = try homeZone
        if let zone = options.homeZone, !TimeZoneName.isKnown(zone) {
            throw RuntimeError(
                .configuration,
                message: "home.zone: unknown zone '\(zone)'; use a name like Europe/Berlin"
            )
        }
        options.machineZone = TimeZone.current.identifier
        options.sourcePriority = try configuration[\HealthImporterKeys.sources]
        options.includesUserEntered = try configuration[\HealthImporterKeys.userEntered]
        options.pulseInterval = try configuration[\HealthImporterKeys.pulseInterval].components.seconds
        // Save the hub's memory: an extra pass over an export costs a second per gigabyte, and no person waits for it.
        options.memoryBudget = 8 << 20
        options.intradayMinutes = Int64(try configuration[\HealthImporterKeys.intradayInterval])
        return options
    }

    /// Parses a watched folder like `seat=/path`.
    ///
    /// - Throws: `RuntimeError` for another form.
    static func folder(_ text: String) throws -> ObservedFolders.Folder {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, SeatID(rawValue: parts[0]) != nil, parts[1].hasPrefix("/") else {
            throw RuntimeError(
                .configuration,
                message: "'\(text)' does not have the form seat=path with a seat's name and an absolute path"
            )
        }
        return ObservedFolders.Folder(seat: parts[0], path: parts[1])
    }
}
