internal import ActorRuntime
internal import ImportStore
internal import MessageBus
internal import Outbox

/// The importer's services, wired and run together.
@ImporterIsolation struct ImporterServices {
    let housekeeping: ImporterUpkeep
    let sessions: SubscribedSessions
    let observing: ObserveService
    let importing: ImportService
    let history: HistoryService
    let folders: FolderService
    let ingest: IngestService?
    let runner: ImportRunner
    let health: ImporterHealth
    private let parts: ImporterParts
    private let relay: OutboxRelay

    init(_ context: ActorContext, settings: ImporterSettings, store: ImportStore) {
        let parts = ImporterParts(context, settings: settings, store: store)
        self.parts = parts
        relay = parts.relay
        sessions = parts.sessions
        housekeeping = ImporterUpkeep(parts)
        observing = ObserveService(parts: parts)
        importing = ImportService(parts: parts)
        history = HistoryService(parts: parts)
        let outcomes = ImportOutcomes(parts)
        folders = FolderService(parts, housekeeping: housekeeping, outcomes: outcomes)
        ingest = settings.ingest.map { IngestService(parts, settings: $0) }
        runner = ImportRunner(parts: parts, outcomes: outcomes)
        health = ImporterHealth(parts: parts, outcomes: outcomes, folders: folders, ingest: ingest)
    }

    nonisolated var handlers: [RequestHandler] {
        importing.handlers + observing.handlers + history.handlers
    }

    /// Runs all services until cancelled.
    func run() async throws {
        await housekeeping.begin()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await relay.run() }
            group.addTask { try await sessions.follow() }
            group.addTask { await folders.run() }
            group.addTask { await runner.run() }
            if let ingest {
                PostedFiles(parts: parts).sweepUnfinished()
                group.addTask { await ingest.run() }
            }
            while try await group.next() != nil {}
        }
    }

    /// Stops the running imports, and waits for their end.
    func drain() async {
        parts.ongoing.close()
        parts.ongoing.wake.signal()
        parts.watch.wake()
        while !parts.ongoing.running.isEmpty, !Task.isCancelled {
            await parts.ongoing.endWake.wait(atMost: .seconds(1), clock: parts.context.environment.clock)
        }
    }
}
