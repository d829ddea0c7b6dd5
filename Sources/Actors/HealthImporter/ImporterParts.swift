internal import ActorRuntime
internal import DeliveryRules
internal import FoundationEssentials
internal import ImportStore
internal import Logging
internal import MessageBus
internal import Outbox
internal import VitalRecords

/// Isolates the importer's services together, so that no other service runs between two suspension points of one.
@globalActor actor ImporterIsolation {
    static let shared = ImporterIsolation()
}

/// The parts shared by the importer's services; each gets only those that it uses.
@ImporterIsolation struct ImporterParts {
    let context: ActorContext
    let settings: ImporterSettings
    let store: ImportStore
    /// Decides whether the clock is reliable enough to delete data by age.
    let retention: RetentionGate
    /// Signalled after each commit to the outbox.
    let outboxWake = WakeUp()
    /// Signals changes in watched folders.
    let watch = FolderWatch()
    let ongoing = OngoingImports()
    let sessions: SeatSessions
    let queue: ImportQueue
    let folders: WatchedFolders

    init(_ context: ActorContext, settings: ImporterSettings, store: ImportStore) {
        self.context = context
        self.settings = settings
        self.store = store
        retention = RetentionGate(
            file: context.stateDirectory.appending(path: "health-importer-\(settings.hub).clock"),
            isTrusted: settings.isClockTrusted
        )
        sessions = SeatSessions(
            client: context.client,
            requests: context.requests,
            manager: settings.manager,
            ongoing: ongoing,
            watch: watch,
            logger: context.logger
        )
        queue = ImportQueue(store: store, hub: settings.hub, wake: ongoing.wake, newID: context.environment.newID)
        folders = WatchedFolders(configured: settings.folders, store: store)
    }

    /// Sends the outbox to the session manager.
    var relay: OutboxRelay {
        let (store, logger) = (store, context.logger)
        return OutboxRelay(
            store: store.outbox,
            client: context.client,
            requests: context.requests,
            hub: settings.manager,
            clock: SystemBootClock(),
            logger: logger,
            wake: outboxWake,
            seen: SeenMark(file: context.stateDirectory.appending(path: "session-manager.mark")),
            onNewer: { items in
                let count = try await store.noteNewer(items)
                guard count > 0 else { return }
                logger.error(
                    "the session manager has newer revisions than this database, so an older copy was restored",
                    metadata: ["count": "\(count)"]
                )
            }
        )
    }

    /// Reads inputs on dedicated threads.
    var reader: ImportReader {
        ImportReader(
            store: store,
            settings: settings,
            context: context,
            telling: ImportTelling(
                client: context.client,
                store: store,
                hub: settings.hub.rawValue,
                environment: context.environment,
                logger: context.logger
            ),
            ongoing: ongoing,
            outboxWake: outboxWake,
            retention: retention
        )
    }

    /// The posted files and their spool folders.
    var posted: PostedFiles {
        PostedFiles(
            store: store,
            settings: settings,
            retention: retention,
            environment: context.environment,
            logger: context.logger
        )
    }
}

extension ImporterParts {
    var housekeeping: Housekeeping {
        Housekeeping(
            store: store,
            retention: retention,
            copies: context.stateDirectory,
            environment: context.environment,
            logger: context.logger
        )
    }

    var importing: ImportService {
        ImportService(
            store: store,
            queue: queue,
            sessions: sessions,
            folders: folders,
            ongoing: ongoing,
            spool: settings.spool
        )
    }

    var history: HistoryService {
        HistoryService(
            store: store,
            queue: queue,
            sessions: sessions,
            ongoing: ongoing,
            settings: settings,
            environment: context.environment
        )
    }

    func folderService(housekeeping: Housekeeping) -> FolderService {
        FolderService(
            intake: FolderIntake(
                store: store,
                queue: queue,
                sessions: sessions,
                ongoing: ongoing,
                environment: context.environment
            ),
            folders: folders,
            posted: posted,
            housekeeping: housekeeping,
            ongoing: ongoing,
            watch: watch,
            settle: settings.settle,
            logger: context.logger
        )
    }

    var ingest: IngestService? {
        settings.ingest.map { ingest in
            IngestService(
                IngestServer(
                    ingest,
                    spool: settings.spool,
                    logger: context.logger,
                    desk: IngestDesk(sessions: sessions, watch: watch)
                ),
                ongoing: ongoing,
                environment: context.environment,
                logger: context.logger
            )
        }
    }

    func runner(outcomes: ImportOutcomes) -> ImportRunner {
        ImportRunner(
            store: store,
            sessions: sessions,
            ongoing: ongoing,
            reader: reader,
            outcomes: outcomes,
            environment: context.environment,
            logger: context.logger
        )
    }
}
