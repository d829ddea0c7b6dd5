internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import JobStore
internal import Logging
internal import MessageBus
internal import PictureParts
internal import VitalRecords
internal import WorkQueue

/// Takes pictures from the queue `ocr` under leases, reads them one after the other, and tells what it saw.
///
/// It asks for one more than the one it reads, so that it need not wait between two; memory stays that of one picture.
actor PictureWorker {
    /// The most pictures held: the one that is read, and the next.
    static let limit = 2
    /// How often work is asked for, also to show that this worker is there.
    static let interval = Duration.seconds(3)

    /// A picture under a lease.
    struct Held: Sendable {
        let item: OCRGrant.Item
        let budget: LeaseBudget
    }

    let context: ActorContext
    let engine: any PictureEngine
    let lane: EngineLane
    let keeper: ReadingKeeper
    let clock: any BootClock
    let ownerHub: String
    let holdsUncertain: Bool
    /// Settles outcomes in this very process, whose requests end before its work does; nil where the owner is another.
    let settle: (@Sendable (OCRAck) async throws -> OCRConfirmed)?
    var pulls = PullMachine()
    var waiting: [Held] = []
    var current: Held?
    /// What the owner has not confirmed yet.
    var outcomes: [OCRAck.Outcome] = []
    /// Jobs under way whose seat is being erased.
    var forgotten: Set<String> = []
    var isDraining = false
    var isSubscribed = false
    var counters: [String: Int64] = ["read": 0, "refused": 0, "failed": 0, "released": 0]
    var lastSuccess: Date?
    var problem: WireFault?
    let pullWake = WakeUp()
    let workWake = WakeUp()
    let tellWake = WakeUp()

    init(
        _ context: ActorContext,
        engine: any PictureEngine,
        lane: EngineLane,
        keeper: ReadingKeeper,
        clock: any BootClock,
        settle: (@Sendable (OCRAck) async throws -> OCRConfirmed)?
    ) throws {
        self.context = context
        self.engine = engine
        self.lane = lane
        self.keeper = keeper
        self.clock = clock
        ownerHub = try context.configuration[\OCRWorkerKeys.dispatcherHub] ?? context.address.hub
        self.settle = ownerHub == context.address.hub ? settle : nil
        holdsUncertain = try context.configuration[\OCRWorkerKeys.holdsUncertain]
    }

    /// Works until cancelled.
    ///
    /// - Throws: `BusError` when the broker forbids the own grants.
    func run() async throws {
        await tellInterrupted()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.receiveGrants() }
            group.addTask { await self.watchConnection() }
            group.addTask { await self.askForWork() }
            group.addTask { await self.work() }
            group.addTask { await self.tell() }
            while try await group.next() != nil {}
        }
    }

    /// Takes nothing new, gives back what waits, finishes the picture under way, and tells all of it.
    func drain() async {
        isDraining = true
        for held in waiting { add(OCRAck.Outcome(held.item, .release)) }
        waiting = []
        pullWake.signal()
        while current != nil || !outcomes.isEmpty {
            do { try await context.environment.clock.sleep(for: .milliseconds(20)) } catch { return }
        }
    }

    /// How many pictures it takes now.
    private var free: Int {
        isDraining || outcomes.count >= 16 ? 0 : max(0, Self.limit - waiting.count - (current == nil ? 0 : 1))
    }

    private func watchConnection() async {
        for await state in context.client.bus.connectionStates() where state == .connected {
            pullWake.signal()
            tellWake.signal()
        }
    }

    private func askForWork() async {
        while !Task.isCancelled {
            if isSubscribed { await sendPull() }
            await pullWake.wait(atMost: Self.interval, clock: context.environment.clock)
        }
    }

    private func sendPull() async {
        let pull = WorkPull(
            worker: context.address.client,
            free: free,
            pullID: context.environment.newID()
        )
        // Read before sending: the lease counts from here, never from later than the owner's own start.
        pulls.sent(pull.pullID, at: clock.now)
        do {
            try await context.client.publish(OCRWork.pull, hub: ownerHub, data: pull)
        } catch {
            // The next connect or interval asks again.
            context.logger.debug("no work was asked for", metadata: ["error": "\(error)"])
        }
    }

    private func receiveGrants() async throws {
        guard let subscription = try await subscribe() else { return }
        isSubscribed = true
        pullWake.signal()
        for await message in subscription { await receive(message) }
        subscription.cancel()
    }

    private func subscribe() async throws -> BusSubscription? {
        let client = context.client
        while !Task.isCancelled {
            do {
                let worker = ["worker": client.address.client]
                return try await client.subscribe(to: [OCRWork.grant.descriptor], hub: ownerHub, worker)
            } catch let error as BusError where error.isRetriable {
                try? await context.environment.clock.sleep(for: .milliseconds(250))
            }
        }
        return nil
    }

    private func receive(_ message: BusMessage) async {
        guard context.client.isSaidNow(message) else { return }
        // Absent is nil: counted as a refusal below.
        guard let grant = try? Envelope<OCRGrant>.decode(message.payload).data else {
            context.client.refusals.note(.unreadable)
            return context.logger.warning("a grant cannot be read", metadata: ["bytes": "\(message.payload.count)"])
        }
        guard grant.worker == context.address.client else { return }
        if let seat = grant.erasedSeat { await obey(seat) }
        let budget = pulls.budget(grant.pullID, leaseSeconds: grant.leaseSeconds)
        for item in grant.items where isNews(item) {
            if let budget, !isDraining, waiting.count < Self.limit,
                budget.mayStart(now: clock.now, requestTimeout: .zero)
            {
                waiting.append(Held(item: item, budget: budget))
            } else {
                add(OCRAck.Outcome(item, .release))
            }
        }
        workWake.signal()
    }

    /// Whether a grant is neither held nor answered: a message may come twice.
    private func isNews(_ item: OCRGrant.Item) -> Bool {
        let held = waiting.map(\.item) + (current.map { [$0.item] } ?? [])
        return !held.contains { $0.jobID == item.jobID && $0.fence == item.fence }
            && !outcomes.contains { $0.jobID == item.jobID && $0.fence == item.fence }
    }

    /// Puts an outcome before the owner.
    func add(_ outcome: OCRAck.Outcome) {
        outcomes.append(outcome)
        tellWake.signal()
    }
}

extension OCRAck.Outcome {
    /// What became of a granted picture.
    init(
        _ item: OCRGrant.Item,
        _ result: OCRAck.Result,
        seen: DisplayResult? = nil,
        reading: Reading? = nil,
        error: WireFault? = nil
    ) {
        self.init(
            jobID: item.jobID,
            fence: item.fence,
            result: result,
            seen: seen,
            reading: reading,
            error: error
        )
    }
}
