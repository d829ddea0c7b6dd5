public import ActorRuntime
public import BusContract
package import DeliveryRules
internal import DurableStore
internal import FoundationEssentials
internal import Logging
public import MessageBus
internal import PictureParts
internal import Synchronization
internal import VitalRecords
internal import WorkQueue

/// The actor `session-manager`: owns sessions, assignments, the queue and the notifications of a set of hubs.
public final class SessionManagerActor: HubActor {
    /// The actor's name.
    public static let name = BusRole.sessionManager.rawValue
    /// It stands under the hub `site`.
    public static let runsAtSite = true

    let context: ActorContext
    let store: QueueStore
    let events: EventWriter
    let ownership: Ownership
    /// What numbers are in that are typed without a unit.
    let units: SeatUnits
    let backoff: Backoff
    let clock: any BootClock
    /// Notices steps of the clock.
    let clockWatch = Mutex(ClockWatch())
    /// Decides whether the clock is good enough to delete by.
    let retentionWatch = Mutex(RetentionWatch())
    /// Whether somebody keeps the machine's clock right.
    let isClockKept: @Sendable () -> Bool
    /// How many rows were deleted since the start, being past their time.
    let deletedRows = Mutex<Int64>(0)
    /// How often the clock was set, and by how much it was set ahead last.
    let clockSteps = Mutex<Int64>(0)
    let setAhead = Mutex<(seconds: TimeInterval, boot: BootInstant)?>(nil)
    /// How many requests an access token may make.
    let rates: RateLimit
    /// Held while readings that may have a twin are decided and committed.
    let twinLock = AsyncLock()
    /// The files of images.
    let images: ImageFolder
    /// Images that are being handed over.
    let imageUploads = PartDesk<LogID>()
    /// Pictures of readings that are being handed over.
    let pictureUploads = PartDesk<ReadingKey>()
    /// Held while files of images are written or removed.
    let imageLock = AsyncLock()
    /// Set after every change that may leave a file without need.
    let imageWake = WakeUp()
    /// Seats whose retained state is to be taken back.
    let erasedSeats = Mutex<Set<String>>([])
    /// Seats that were erased, or almost, since the start: nothing of them need be here.
    let erasingSeats = Mutex<Set<String>>([])
    /// Makes the numbers under which uploaders answer.
    let seal: GrantSeal
    /// How far the store has come, told and heard.
    let marks: StoreMarks
    let dispatcher: GrantDispatcher
    private let grantWake = WakeUp()
    private let relayWake = WakeUp()
    private let stateWake = WakeUp()
    private let endsWake = WakeUp()
    let snapshotWake = WakeUp()

    /// Opens the store and reads the configuration.
    ///
    /// - Throws: `StoreError` when the store cannot be opened, `RuntimeError` for a wrong configuration.
    public convenience init(_ context: ActorContext) async throws {
        try await self.init(context, clock: SystemBootClock())
    }

    /// Opens the store with a given boot clock.
    ///
    /// - Parameter isClockKept: Whether somebody keeps the machine's clock right.
    package init(
        _ context: ActorContext,
        clock: any BootClock,
        isClockKept: @escaping @Sendable () -> Bool = { HubClock.isSynchronized() }
    ) async throws {
        let configuration = context.configuration
        let shared = try configuration.list("shared-seats")
        self.context = context
        self.clock = clock
        self.isClockKept = isClockKept
        events = EventWriter(
            newID: context.environment.newID,
            sharedSeats: shared.contains("*") ? nil : Set(shared),
            clock: clock
        )
        ownership = try Self.ownership(configuration)
        units = try SeatUnits(try configuration.list("seat-units"))
        backoff = Backoff(
            base: try configuration.duration("retry.base"),
            cap: try configuration.duration("retry.cap")
        )
        rates = RateLimit(perHour: try configuration.int("rate.per-hour"))
        let files = StoreConfiguration(
            path: context.stateDirectory.appending(path: "session-manager.sqlite").path,
            witness: Self.witness(context)
        )
        store = try await QueueStore.open(files, notifications: events, at: context.environment.now())
        images = try await ImageFolder.open(context.stateDirectory.appending(path: "images").path)
        let (relay, state) = (relayWake, stateWake)
        seal = try GrantSeal.load(context.stateDirectory.appending(path: "grant-key").path)
        marks = StoreMarks(store, seal, witness: Self.witness(context), context.logger)
        dispatcher = GrantDispatcher(
            store: store,
            client: context.client,
            logger: context.logger,
            clock: clock,
            term: try configuration.duration("lease"),
            seal: seal,
            marks: marks,
            rates: rates,
            backoff: backoff,
            wake: grantWake
        ) {
            relay.signal()
            state.signal()
        }
        try await beginClockWatch()
    }

    /// The operations of DESIGN §5 that exist so far, and the queue's acknowledgements.
    public var handlers: [RequestHandler] {
        sessionHandlers + seatHandlers + historyHandlers + recordHandlers + changeHandlers + assignmentHandlers
            + heldHandlers + loggingHandlers
            + imageHandlers + heldPictureHandlers + subscriptionHandlers + [
                RequestHandler(name: "ack", request: UploadWork.ack, reply: UploadWork.ackReply) { [self] body, _ in
                    try await settle(body)
                }
            ]
    }

    /// The queue's acknowledgements are answered like requests.
    public var answeredTopics: [String] { UploadWork.ack.descriptor.servedLeaves }

    /// Grants, relays and publishes states until cancelled.
    public func run() async throws {
        let relay = NotificationRelay(
            store: store,
            client: context.client,
            logger: context.logger,
            wake: relayWake
        )
        let states = StatePublisher(actor: self, wake: stateWake)
        await restoreLogging()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.dispatcher.run(bootID: BootIdentity.current) }
            group.addTask { try await self.dispatcher.receivePulls() }
            group.addTask { try await self.dispatcher.watchWorkers() }
            group.addTask { try await self.marks.waitUntilOutdated() }
            group.addTask { await relay.run() }
            group.addTask { await states.run() }
            group.addTask { await self.sweep() }
            group.addTask { await self.watchClock() }
            group.addTask { await self.saveEnds() }
            group.addTask { await self.closeSnapshots() }
            group.addTask { await self.keepImages() }
            // The first error ends the process; waiting for all would hide it until each has ended by itself.
            while try await group.next() != nil {}
        }
    }

    /// Who waits for the server's word on credentials waits no longer.
    public func willDrain() async { await dispatcher.dismissCandidates() }

    /// Everything is on disk already.
    public func drain() async { relayWake.signal() }

    /// Closes the queue in order: the next start then looks through a large one beside its work.
    public func close() async throws { try await store.close() }

    /// The store's health and the queue's depths.
    public func health() async -> HealthFacts {
        let state = await store.health
        var facts = HealthFacts()
        facts.counters = ["deleted": deletedRows.withLock(\.self), "clockSteps": clockSteps.withLock(\.self)]
        if let depths = try? await store.depths() {
            facts.queueDepths = [
                "pending": depths.pendingLive + depths.pendingHistory, "leased": depths.leased, "held": depths.held,
                "rejected": depths.rejected, "unpublished": depths.unpublished, "images": depths.images,
            ]
            facts.oldestAgeSeconds = depths.oldest.map {
                max(0, Int(clamping: context.environment.now().timeIntervalSince($0)))
            }
        }
        if !state.isWritable {
            facts.status = .failed
            facts.problems = [
                WireFault(
                    code: "storeUnavailable",
                    message: state.lastError?.message ?? "the queue cannot be written",
                    retriable: true
                )
            ]
        }
        if let damage = state.damage {
            facts.status = .failed
            facts.problems.append(WireFault(code: damage.code.rawValue, message: damage.message, retriable: false))
        }
        facts.problems += clockProblems
        facts.problems += await dispatcher.unserved.map(Self.unserved)
        return facts
    }

    /// Whose readings are without an assignment.
    ///
    /// - Throws: `RuntimeError` where several seats are said to be one person's.
    private static func ownership(_ configuration: ActorConfiguration) throws -> Ownership {
        let (seats, isSolo) = (try configuration.list("seats"), try configuration.bool("seat.solo"))
        guard !isSolo || seats.count == 1 else {
            throw RuntimeError(
                .configuration,
                "seat.solo says that all devices in range are one person's: name exactly one seat in 'seats', not "
                    + "\(seats.count)"
            )
        }
        return Ownership(seats: seats, isSolo: isSolo)
    }

    private static func unserved(_ name: String) -> WireFault {
        if let api = ImageDestination.api(of: name) {
            return WireFault(
                code: "imagePathNotConfigured",
                message:
                    "images wait for '\(api)', and no uploader has a path for them: set destination.\(api).paths.image",
                retriable: true
            )
        }
        return WireFault(
            code: "destinationUnserved",
            message: "records wait for '\(name)', and no uploader delivers there: set destination.\(name).base-url",
            retriable: true
        )
    }

    /// Something was committed that grants, notifications and states must follow.
    func changed() {
        grantWake.signal()
        relayWake.signal()
        stateWake.signal()
        endsWake.signal()
        imageWake.signal()
    }

    /// Forgets what is past its time, hourly (DESIGN §4: 7 days for notifications).
    private func sweep() async {
        while !Task.isCancelled {
            do {
                try await deleteOld()
            } catch {
                context.logger.warning("retention waits", metadata: ["error": "\(error)"])
            }
            do { try await context.environment.clock.sleep(for: .seconds(3600)) } catch { return }
        }
    }

    /// Saves ended sessions' records as ended, a slice at a time, so that the end itself is one row.
    private func saveEnds() async {
        let clock = context.environment.clock
        while !Task.isCancelled {
            do {
                if try await store.saveEnds(at: context.environment.now()) > 0 { continue }
            } catch {
                context.logger.warning("ended records wait to be saved so", metadata: ["error": "\(error)"])
            }
            do { try await clock.sleep(for: .seconds(1)) } catch { return }
            await endsWake.wait(atMost: .seconds(3600), clock: clock)
        }
    }

    private func deleteOld() async throws {
        let now = context.environment.now()
        guard try await mayDelete(at: now) else { return }
        let records = try context.configuration.duration("records.keep")
        let kept = QueueRetention(
            rejected: max(.seconds(30 * 86_400), records),
            submitted: records,
            unsynced: try context.configuration.duration("unsynced.keep"),
            images: try context.configuration.duration("images.keep"),
            heldPictures: try context.configuration.duration("held-pictures.keep")
        )
        let deleted = try await store.deleteExpired(kept, at: now)
        guard deleted > 0 else { return }
        deletedRows.withLock { $0 += Int64(deleted) }
        context.logger.notice("rows past their time were deleted", metadata: ["count": "\(deleted)"])
        changed()
    }
}
