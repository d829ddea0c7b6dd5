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
actor PictureDispatcher: LeaseOwner {
    /// The most jobs of one grant message.
    static let itemsPerGrant = 8
    /// The most jobs that wait; more are refused until some are read.
    static let waitingLimit = 10_000

    nonisolated let context: ActorContext
    nonisolated let store: JobStore
    nonisolated let pictures: ImageFolder
    nonisolated let line: OwnerLine
    let byteLimit: Int
    let keepsPictures: TimeInterval
    let sharesValues: Bool
    var desk = OwnerDesk()
    let uploads = PartDesk<String>()
    /// Held while files are written or removed.
    let fileLock = AsyncLock()
    let defaultUsers: DefaultUsers
    /// Makes the JPEG that stands for a picture which records do not carry.
    let jpeg: @Sendable ([UInt8]) async throws -> [UInt8]
    let tellWake = WakeUp()
    /// The seat of the job whose end is being told, and what opens when it is told.
    var telling: (seat: String, end: WakeUpAll)?

    init(
        _ context: ActorContext,
        clock: any BootClock,
        defaultUsers: DefaultUsers,
        jpeg: @escaping @Sendable ([UInt8]) async throws -> [UInt8]
    ) async throws {
        let configuration = context.configuration
        self.context = context
        self.defaultUsers = defaultUsers
        self.jpeg = jpeg
        byteLimit = try configuration[\OCRWorkerKeys.picturesLimit] * 1_000_000
        keepsPictures = Double(try configuration[\OCRWorkerKeys.picturesKeep] / .seconds(1))
        sharesValues = try configuration[\OCRWorkerKeys.sharesValues]
        line = OwnerLine(
            context.client,
            logger: context.logger,
            clock: clock,
            term: try configuration[\OCRWorkerKeys.lease],
            seal: try GrantSeal.load(context.stateDirectory.appending(path: "grant-key").path),
            workers: .ocrWorker,
            pull: OCRWork.pull.descriptor
        )
        let path = context.stateDirectory.appending(path: "ocr-jobs.sqlite").path
        store = try await JobStore.open(StoreConfiguration(path: path))
        await store.onMended { [logger = context.logger] in $0.tell(logger) }
        pictures = try await ImageFolder.open(context.stateDirectory.appending(path: "pictures").path)
    }

    /// Deals and tells until cancelled.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.ownQueue() }
            group.addTask { await self.tellEnds() }
            group.addTask { await self.sweep() }
            while try await group.next() != nil {}
        }
    }
}

extension JobStore: LeaseStore {}

extension StoredJob: LeasedPiece {
    /// Somebody waits for each.
    package var isHistory: Bool { false }
}

// MARK: - Dealing

extension PictureDispatcher {
    /// Jobs wait here.
    nonisolated var leases: JobStore { store }

    /// How many pictures could be read now; nobody's goes before another's.
    func ready(room: Int, now: BootInstant) async throws -> [ReadyWork] {
        let ready = try await store.ready(now: now)
        return ready > 0 ? [ReadyWork(api: "ocr", live: ready, history: 0)] : []
    }

    /// Leases a worker its share.
    func lease(_ share: PullBook.Share) async throws -> [StoredJob] {
        try await store.grant(
            to: share.demand.worker,
            count: share.live,
            now: line.clock.now,
            term: line.term,
            at: line.time
        )
    }

    /// Commits what the owner itself says of leased jobs.
    func settle(_ granted: [StoredJob], as outcome: AttemptOutcome) async throws {
        let answers = granted.map { JobAnswer(id: $0.id, fence: $0.entry.fence, outcome: outcome) }
        if try await store.settle(answers, now: line.clock.now, at: line.time) { tellWake.signal() }
    }

    /// A job may be given up with its lease, which is told.
    func leasesChanged() { tellWake.signal() }

    /// Sends leased jobs to their worker; what cannot be read is told as failed and never granted again.
    func send(_ granted: [StoredJob], to demand: PullBook.Demand) async {
        let items = granted.map { (job: $0, item: item($0, for: demand.worker)) }
        await refuse(items.filter { $0.item == nil }.map(\.job))
        let sent = items.filter { $0.item != nil }.map(\.job)
        guard !sent.isEmpty else { return }
        let grant = OCRGrant(
            worker: demand.worker,
            pullID: demand.pullID,
            leaseSeconds: line.leaseSeconds,
            items: items.compactMap(\.item)
        )
        await hand(sent, to: demand) {
            try await context.client.publish(OCRWork.grant, values: ["worker": demand.worker], data: grant)
        }
    }

    private func item(_ job: StoredJob, for worker: String) -> OCRGrant.Item? {
        guard let body = JobBody(job) else { return nil }
        let isDefaultUser = defaultUsers.isAt(job.seat, at: body.takenAt)
        var item = body.item(job, hub: context.address.hub, isDefaultUser: isDefaultUser)
        item?.fence = line.seal.number(job.entry.fence, of: job.id, for: worker)
        return item
    }

    private func refuse(_ jobs: [StoredJob]) async {
        desk.unreadableRows += jobs.count
        for job in jobs {
            context.logger.error(
                "a saved job cannot be read and is rejected: hand the picture over again, and check the disk",
                metadata: ["job": "\(job.id)", "code": "\(FaultCodes.unreadableRow)"]
            )
        }
        let error = DeliveryError(code: FaultCodes.unreadableRow, message: "the saved job cannot be read")
        await settleOrWait(jobs, as: .failed(error))
    }
}
