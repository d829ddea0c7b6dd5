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

/// The parts that the importer's services share.
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
    let sessions: SubscribedSessions
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
        sessions = SubscribedSessions(context, manager: settings.manager, ongoing: ongoing, watch: watch)
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
}

/// A part of the importer's work, with the shared parts under their own names.
@ImporterIsolation protocol ImporterPart {
    /// The shared parts.
    var parts: ImporterParts { get }
}

extension ImporterPart {
    var settings: ImporterSettings { parts.settings }
    var store: ImportStore { parts.store }
    var retention: RetentionGate { parts.retention }
    var outboxWake: WakeUp { parts.outboxWake }
    var watch: FolderWatch { parts.watch }
    var ongoing: OngoingImports { parts.ongoing }
    var sessions: SubscribedSessions { parts.sessions }
    var queue: ImportQueue { parts.queue }
    var folders: WatchedFolders { parts.folders }
    var client: BusClient { parts.context.client }
    var environment: BusEnvironment { parts.context.environment }
    var logger: Logger { parts.context.logger }
    var activity: ActivityLog { parts.context.activity }
    var hub: String { parts.settings.hub.rawValue }
    /// The spool folder of posted files.
    var spool: URL { parts.settings.spool }
}
