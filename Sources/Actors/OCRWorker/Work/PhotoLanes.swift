internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import JobStore
internal import Logging
internal import MessageBus
internal import OCRTools
internal import VitalRecords

/// Reads waiting photos, one per lane, so that no more pictures than lanes are in memory.
actor PhotoLanes {
    let context: ActorContext
    let engine: any PictureEngine
    let keeper: ReadingKeeper
    let desk: PhotoDesk
    let holdsUncertain: Bool
    private let lanes: [EngineLane]
    private var free: [Int]
    private var isDraining = false
    /// The photos being read, with their seats.
    var underWay: [String: String?] = [:]
    /// The photos under way whose seat is being erased, each with a gate that opens at its end.
    var forgotten: [String: WakeUpAll] = [:]
    /// Held from marking a photo in the store until it is recorded in ``underWay``.
    let beginLock = AsyncLock()
    var counters: [String: Int64] = ["read": 0, "refused": 0, "failed": 0, "again": 0]
    var lastSuccess: Date?
    var problem: WireFault?
    var unreadableRows = 0
    private let endWake = WakeUp()

    init(
        _ context: ActorContext,
        engine: any PictureEngine,
        keeper: ReadingKeeper,
        desk: PhotoDesk,
        first lane: EngineLane
    ) throws {
        self.context = context
        self.engine = engine
        self.keeper = keeper
        self.desk = desk
        holdsUncertain = try context.configuration[\OCRWorkerKeys.holdsUncertain]
        let count = try context.configuration[\OCRWorkerKeys.lanes]
        lanes = [lane] + (1..<max(1, count)).map { EngineLane("reading-\($0 + 1)") }
        free = Array(lanes.indices)
    }

    /// Reads photos until cancelled.
    ///
    /// - Throws: `StoreError` if the photos of an earlier run cannot be looked up.
    func run() async throws {
        if try await desk.store.takeUp(at: context.environment.now()) > 0 { desk.tellWake.signal() }
        await withDiscardingTaskGroup { tasks in
            while !Task.isCancelled {
                while let (job, lane) = await next() {
                    tasks.addTask { await self.carry(job, lane: lane) }
                }
                await desk.workWake.wait(atMost: .seconds(5), clock: context.environment.clock)
            }
        }
    }

    /// Starts no new photo, and waits for those being read; returns early when cancelled.
    func drain() async {
        isDraining = true
        while !underWay.isEmpty, !Task.isCancelled {
            await endWake.wait(atMost: .seconds(1), clock: context.environment.clock)
        }
    }

    /// The next photo and its lane; nil if none can start now.
    private func next() async -> (StoredJob, Int)? {
        guard !isDraining, let lane = free.popLast() else { return nil }
        do {
            let job = try await beginLock.withLock {
                let job = try await desk.store.begin(at: context.environment.now())
                if let job { underWay.updateValue(job.seat, forKey: job.id) }
                return job
            }
            if let job { return (job, lane) }
        } catch {
            noteTrouble(error)
        }
        free.append(lane)
        return nil
    }

    private func carry(_ job: StoredJob, lane: Int) async {
        let outcome = await outcome(of: job, lane: lanes[lane])
        count(outcome, of: job.id)
        await settle(job, as: outcome)
        underWay.removeValue(forKey: job.id)
        forgotten.removeValue(forKey: job.id)?.open()
        endWake.signal()
        // The disk may accept the data again after a pause.
        if outcome == .again, problem != nil { await pause(.seconds(2)) }
        free.append(lane)
        desk.workWake.signal()
    }

    /// Commits a photo's outcome with retries; until then the photo stays marked as under way.
    private func settle(_ job: StoredJob, as outcome: JobStore.Outcome) async {
        var failures = 0
        while !Task.isCancelled {
            do {
                let at = context.environment.now()
                if try await desk.store.settle(job.id, as: outcome, at: at), outcome != .again {
                    desk.tellWake.signal()
                }
                return
            } catch {
                noteTrouble(error)
                failures += 1
                await pause(Self.backoff.ceiling(attempt: failures))
            }
        }
    }

    private static let backoff = Backoff(base: .seconds(2), cap: .seconds(32))

    /// Pauses; returns early when cancelled.
    private func pause(_ time: Duration) async { try? await context.environment.clock.sleep(for: time) }
}
