public import ActorRuntime
public import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import HealthConnect
internal import HealthRecords
internal import ImportStore
internal import Logging
public import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// The actor `health-importer`: makes records of what people exported, into its outbox.
public actor HealthImporterActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.healthImporter.rawValue
    /// The actor's own configuration.
    public static let configurationKeys: [ConfigurationKey] = HealthImporterKeys.all
    /// It is of the part `healthkit`.
    public static let logComponent = LoggingState.Component.healthkit

    let context: ActorContext
    let store: ImportStore
    let relay: OutboxRelay
    let hub: HubID
    /// The hub of the session manager.
    let manager: String
    let outboxLimit: Int
    /// Signalled after each commit to the outbox.
    let outboxWake = WakeUp()
    /// Signalled when there is an import to do.
    let workWake = WakeUp()
    /// Wakes when something changes in a watched folder.
    let watch: FolderWatch
    /// Whether the clock is good enough to delete by.
    let retention: RetentionGate
    /// Where posted files wait.
    let spool: URL
    /// The folders of the configuration.
    let configuredFolders: [ObservedFolders.Folder]
    let settle: Double
    let ingest: IngestSettings?
    /// The sessions' states, as they were told.
    var seats: [String: SessionState] = [:]
    /// What sessions want, as far as it was asked.
    var wanted: [String: Subscriptions] = [:]
    /// Seats without a session of which that was said.
    var warnedSeats: Set<String> = []
    var settling = SettlingFiles()
    /// Folders that cannot be read, and why.
    var folderProblems: [String: String] = [:]
    /// What in folders is no plain file and was named.
    var strangeFiles: [String: Set<String>] = [:]
    /// The imports that run.
    var running = RunningImports()
    /// Seats whose files or imports wait.
    var waits = ImportWaits()
    /// Whether the process is about to end.
    var isDraining = false
    var lastSuccess: Date?
    var counters: [String: Int64] = ["imports": 0, "held": 0, "failed": 0, "records": 0]
    /// Why a seat's last import is held.
    var holds: [String: String] = [:]
    /// Why no posting app is served; nil where it is, or is not wanted.
    var ingestProblem: String?
    /// When it was looked last for what is kept too long.
    var lastPruned: Date?

    /// Opens the outbox and reads the configuration.
    ///
    /// - Throws: `StoreError` when the outbox cannot be opened, `RuntimeError` for a wrong configuration.
    public init(_ context: ActorContext) async throws {
        self.context = context
        let configuration = context.configuration
        guard let hub = HubID(rawValue: context.address.hub) else {
            throw RuntimeError(.configuration, "hub '\(context.address.hub)' is no id")
        }
        self.hub = hub
        manager = try configuration[CommonSettings.sessionManagerHub]
        outboxLimit = try configuration[HealthImporterKeys.outboxLimit]
        settle = Double(try configuration[HealthImporterKeys.settle] / .milliseconds(1)) / 1_000
        configuredFolders = try configuration[HealthImporterKeys.folders].map { try Self.folder($0) }
        spool = context.stateDirectory.appending(path: "posted")
        ingest = try IngestSettings(configuration)
        watch = FolderWatch()
        retention = RetentionGate(
            file: context.stateDirectory.appending(path: "health-importer-\(hub).clock"),
            isTrusted: try configuration[CommonSettings.clockTrusted]
        )
        let path = context.stateDirectory.appending(path: "health-importer-\(hub).sqlite").path
        let store = try await ImportStore.open(StoreConfiguration(path: path))
        self.store = store
        let logger = context.logger
        relay = OutboxRelay(
            store: store.outbox,
            client: context.client,
            requests: context.requests,
            hub: manager,
            clock: SystemBootClock(),
            logger: context.logger,
            wake: outboxWake,
            seen: SeenMark(file: context.stateDirectory.appending(path: "session-manager.mark")),
            onNewer: { items in
                let count = try await store.noteNewer(items)
                guard count > 0 else { return }
                logger.error(
                    "records were handed over in newer revisions than this database knows: it is older than it was",
                    metadata: ["count": "\(count)"]
                )
            }
        )
        // A wrong zone is found at the start, not at the first import.
        _ = try options()
    }

    /// The actor's requests, as `topics/` lists them.
    public nonisolated var handlers: [RequestHandler] { importHandlers }

    /// Imports until cancelled.
    public func run() async throws {
        // What a killed import left of a database, and what is kept too long.
        let copies = context.stateDirectory
        // Cleanup: what is left is swept at the next start.
        _ = try? await Blocking.onThread {
            // Nobody but this process makes any there, so the youngest is dead too.
            DeadCopies.sweep(copies, olderThan: 0)
            DeadCopies.sweep()
        }
        await pruneKept()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.relay.run() }
            group.addTask { try await self.followSessions() }
            group.addTask { await self.watchFolders() }
            group.addTask { await self.workUntilCancelled() }
            if let ingest {
                sweepUnfinished()
                let server = IngestServer(ingest, spool: spool, logger: context.logger, desk: IngestDesk(self))
                group.addTask { await self.serve(server) }
            }
            while try await group.next() != nil {}
        }
    }

    /// Stops the import under way; it goes on at the next start, and skips what was handed over.
    public func drain() async {
        isDraining = true
        running.stop(.draining)
        workWake.signal()
        watch.wake()
        while !running.isEmpty {
            do { try await context.environment.clock.sleep(for: .milliseconds(20)) } catch { return }
        }
    }

    /// Closes the outbox in order.
    public func close() async throws { try await store.close() }

    /// The outbox's depth, what is held, and what cannot be read.
    public func health() async -> HealthFacts {
        var facts = HealthFacts()
        facts.lastSuccess = lastSuccess
        facts.counters = counters
        facts.problems = folderProblems.sorted { $0.key < $1.key }.map {
            WireFault(code: "folderUnreadable", message: "\($0.key): \($0.value)", retriable: true)
        }
        if let ingestProblem {
            facts.problems.append(WireFault(code: "ingestUnavailable", message: ingestProblem, retriable: true))
        }
        facts.problems += holds.sorted { $0.key < $1.key }.prefix(16).map {
            WireFault(code: "importHeld", message: "seat \($0.key): \($0.value)", retriable: false)
        }
        facts.problems += waits.problems(context.environment.now())
        do {
            let count = try await store.forgottenCount()
            if count > 0 { facts.problems.append(Self.forgotten(count)) }
            let depth = try await store.outbox.depth()
            facts.queueDepths = ["outbox": depth.readings, "parked": depth.parked]
            if depth.parked > 0 { facts.problems.append(Self.parked(depth.parked)) }
            facts.oldestAgeSeconds = depth.oldest.map {
                max(0, Int(clamping: context.environment.now().timeIntervalSince($0)))
            }
        } catch {
            facts.problems.append(WireFault(code: "storeUnavailable", message: "\(error)", retriable: true))
        }
        if !facts.problems.isEmpty { facts.status = .degraded }
        let state = await store.outbox.health
        if !state.isWritable {
            facts.status = .failed
            let message = state.lastError?.message ?? "the outbox cannot be written"
            facts.problems.insert(WireFault(code: "storeUnavailable", message: message, retriable: true), at: 0)
        }
        return facts
    }

    private static func forgotten(_ count: Int) -> WireFault {
        WireFault(
            code: "importsForgotten",
            message:
                "\(count) records were handed over in newer revisions than this importer's database knows (it is an older copy, "
                + "or a new one), and changes of them may be missing: import the newest export once more",
            retriable: false
        )
    }

    private static func parked(_ count: Int) -> WireFault {
        WireFault(
            code: BusError.Code.payloadTooLarge.rawValue,
            message: "\(count) records cannot be sent and are put aside; the log has their keys",
            retriable: false
        )
    }

    /// What all imports have in common.
    nonisolated func options() throws -> HealthImportOptions {
        let configuration = context.configuration
        var options = HealthImportOptions(scope: "", hub: hub, receivedAt: context.environment.now())
        options.homeZone = try configuration[HealthImporterKeys.homeZone]
        if let zone = options.homeZone, !TimeZoneName.isKnown(zone) {
            throw RuntimeError(.configuration, "home.zone: there is no zone '\(zone)'; use a name like Europe/Berlin")
        }
        options.machineZone = TimeZone.current.identifier
        options.sourcePriority = try configuration[HealthImporterKeys.sources]
        options.includesUserEntered = try configuration[HealthImporterKeys.userEntered]
        options.pulseInterval = try configuration[HealthImporterKeys.pulseInterval].components.seconds
        // Another pass over an export costs a second a gigabyte, and nobody waits for it here; memory is the hub's.
        options.memoryBudget = 8 << 20
        options.intradayMinutes = Int64(try configuration[HealthImporterKeys.intradayInterval])
        return options
    }

    static func folder(_ text: String) throws -> ObservedFolders.Folder {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, SeatID(rawValue: parts[0]) != nil, parts[1].hasPrefix("/") else {
            throw RuntimeError(.configuration, "'\(text)' is no seat=path with a seat's name and an absolute path")
        }
        return ObservedFolders.Folder(seat: parts[0], path: parts[1])
    }
}
