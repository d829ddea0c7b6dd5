internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import JobStore
internal import Logging
internal import MessageBus
internal import PictureParts
internal import StoreEngine
internal import VitalRecords
internal import WorkQueue

/// Owns the queue `ocr`: keeps pictures and jobs, and deals them to workers under leases.
actor PictureDispatcher {
    /// The most jobs of one grant message.
    static let itemsPerGrant = 8
    /// The most jobs that wait; more are refused until some are read.
    static let waitingLimit = 10_000

    nonisolated let context: ActorContext
    nonisolated let store: JobStore
    nonisolated let pictures: ImageFolder
    nonisolated let clock: any BootClock
    /// Makes the numbers under which workers answer.
    nonisolated let seal: GrantSeal
    let term: Duration
    let byteLimit: Int
    let keepsPictures: TimeInterval
    let sharesValues: Bool
    var book = PullBook()
    let uploads = PartDesk<String>()
    /// Held while files are written or removed.
    let fileLock = AsyncLock()
    let defaultUsers: DefaultUsers
    let wake = WakeUp()
    let tellWake = WakeUp()
    /// The seat of the job whose end is being told.
    var tellingSeat: String?
    /// How many jobs could not be read and were settled as failed.
    private(set) var unreadableRows = 0
    private var due: BootInstant? = .zero

    init(_ context: ActorContext, clock: any BootClock, defaultUsers: DefaultUsers) async throws {
        let configuration = context.configuration
        self.context = context
        self.defaultUsers = defaultUsers
        self.clock = clock
        term = try configuration[\OCRWorkerKeys.lease]
        byteLimit = try configuration[\OCRWorkerKeys.picturesLimit] * 1_000_000
        keepsPictures = Double(try configuration[\OCRWorkerKeys.picturesKeep] / .seconds(1))
        sharesValues = try configuration[\OCRWorkerKeys.sharesValues]
        seal = try GrantSeal.load(context.stateDirectory.appending(path: "grant-key").path)
        let path = context.stateDirectory.appending(path: "ocr-jobs.sqlite").path
        store = try await JobStore.open(StoreConfiguration(path: path))
        await store.onMended { [logger = context.logger] row in
            logger.error("\(row.words)", metadata: ["row": "\(row.place)", "code": "\(FaultCodes.unreadableRow)"])
        }
        pictures = try await ImageFolder.open(context.stateDirectory.appending(path: "pictures").path)
    }

    /// Deals and tells until cancelled.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.deal() }
            group.addTask { try await self.receivePulls() }
            group.addTask { try await self.watchWorkers() }
            group.addTask { await self.tellEnds() }
            group.addTask { await self.sweep() }
            while try await group.next() != nil {}
        }
    }

    private func deal() async throws {
        // A restarted owner cannot know what workers do: every lease lasts one more term from now.
        try await store.extendAllLeases(
            now: clock.now,
            term: term,
            bootID: BootIdentity.current,
            at: context.environment.now()
        )
        while !Task.isCancelled {
            do {
                try await step()
            } catch is CancellationError {
                return
            } catch {
                context.logger.warning("grants wait", metadata: ["error": "\(error)"])
                await wake.wait(atMost: .seconds(1), clock: context.environment.clock)
            }
        }
    }

    private func step() async throws {
        let now = clock.now
        if let due, due <= now, try await store.expireLeases(now: now, at: context.environment.now()) > 0 {
            tellWake.signal()
        }
        while try await grantOnce() {}
        due = try await store.nextDue(after: now)
        let pause = min(5_000, max(1, (due?.milliseconds ?? .max / 2) - clock.now.milliseconds + 1))
        await wake.wait(atMost: .milliseconds(pause), clock: context.environment.clock)
    }

    /// Grants what there is to who takes anything; false when nothing could be granted.
    private func grantOnce() async throws -> Bool {
        guard book.room(now: clock.now) > 0 else { return false }
        let ready = try await store.ready(now: clock.now)
        guard ready > 0 else { return false }
        var isAnyGranted = false
        for share in book.shares(of: [ReadyWork(api: "ocr", live: ready, history: 0)], now: clock.now) {
            let jobs = try await store.grant(
                to: share.demand.worker,
                count: min(share.live, Self.itemsPerGrant),
                now: clock.now,
                term: term,
                at: context.environment.now()
            )
            guard !jobs.isEmpty else { continue }
            book.granted(live: jobs.count, history: 0, to: share.demand)
            await send(jobs, to: share.demand)
            isAnyGranted = true
        }
        return isAnyGranted
    }

    private func send(_ jobs: [StoredJob], to demand: PullBook.Demand) async {
        let items = jobs.map { (job: $0, item: item($0, for: demand.worker)) }
        await reject(items.filter { $0.item == nil }.map(\.job))
        let sent = items.filter { $0.item != nil }.map(\.job)
        guard !sent.isEmpty else { return }
        let grant = OCRGrant(
            worker: demand.worker,
            pullID: demand.pullID,
            leaseSeconds: Int(term.components.seconds),
            items: items.compactMap(\.item)
        )
        do {
            let receipt = try await context.client.publish(OCRWork.grant, ["worker": demand.worker], data: grant)
            if receipt == .delivered { return }
            book.unavailable(demand.worker)
        } catch let error as BusError where error.code == .outcomeUnknown {
            // The worker may have it: only the lease's end gives it to another.
            return context.logger.warning("a grant may be lost", metadata: ["worker": "\(demand.worker)"])
        } catch {
            let facts: Logger.Metadata = ["worker": "\(demand.worker)", "error": "\(error)"]
            context.logger.warning("a grant was not sent", metadata: facts)
        }
        await takeBack(sent)
    }

    private func item(_ job: StoredJob, for worker: String) -> OCRGrant.Item? {
        guard let body = JobBody(job) else { return nil }
        let isDefaultUser = defaultUsers.isAt(job.seat, at: body.takenAt)
        var item = body.item(job, hub: context.address.hub, isDefaultUser: isDefaultUser)
        item?.fence = seal.number(job.entry.fence, of: job.id, for: worker)
        return item
    }

    /// Settles jobs whose saved content cannot be read: each is told as failed and never granted again.
    private func reject(_ jobs: [StoredJob]) async {
        guard !jobs.isEmpty else { return }
        unreadableRows += jobs.count
        for job in jobs {
            context.logger.error(
                "a saved job cannot be read and is rejected: hand the picture over again, and check the disk",
                metadata: ["job": "\(job.id)", "code": "\(FaultCodes.unreadableRow)"]
            )
        }
        let error = DeliveryError(code: FaultCodes.unreadableRow, message: "the saved job cannot be read")
        let answers = jobs.map { JobAnswer(id: $0.id, fence: $0.entry.fence, outcome: .failed(error)) }
        do {
            if try await store.settle(answers, now: clock.now, at: context.environment.now()) { tellWake.signal() }
        } catch {
            context.logger.warning(
                "jobs that cannot be read stay leased until their lease ends",
                metadata: ["error": "\(error)"]
            )
        }
    }

    /// Nobody has seen these grants: they need not wait for their lease's end.
    private func takeBack(_ jobs: [StoredJob]) async {
        let answers = jobs.map {
            JobAnswer(id: $0.id, fence: $0.entry.fence, outcome: .released(possiblySent: false))
        }
        do {
            _ = try await store.settle(answers, now: clock.now, at: context.environment.now())
        } catch {
            context.logger.warning("unsent grants wait for their lease's end", metadata: ["error": "\(error)"])
        }
    }

    private func receivePulls() async throws {
        let client = context.client
        let subscription = try await client.subscribe(to: [OCRWork.pull.descriptor], hub: client.address.hub)
        for await message in subscription {
            guard let pull = WorkPull.read(message, by: client)?.data else {
                context.logger.warning("a demand is passed over", metadata: ["bytes": "\(message.payload.count)"])
                continue
            }
            book.pull(worker: pull.worker, free: pull.free, pullID: pull.pullID, now: clock.now)
            wake.signal()
        }
        subscription.cancel()
    }

    /// Watches workers' availability until cancelled: a last will stops new grants, and only that.
    private func watchWorkers() async throws {
        try await LostWorkers.watch(.ocrWorker, by: context.client) { book.unavailable($0) }
    }
}
