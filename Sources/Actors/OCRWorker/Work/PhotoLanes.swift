internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import JobStore
internal import Logging
internal import MessageBus
internal import OCRTools
internal import VitalRecords

/// Reads the photos that wait, one or two at a time, each in a lane: memory stays that of so many pictures.
actor PhotoLanes {
    let context: ActorContext
    let engine: any PictureEngine
    let keeper: ReadingKeeper
    let desk: PhotoDesk
    let holdsUncertain: Bool
    private let lanes: [EngineLane]
    private var free: [Int]
    private var isDraining = false
    /// Photos that are being read, with the seats that they are for.
    var underWay: [String: String?] = [:]
    /// Photos under way whose seat is being erased, and what opens when each has ended.
    var forgotten: [String: WakeUpAll] = [:]
    /// Held between a photo's mark in the store and its note in ``underWay``.
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

    /// Reads until cancelled.
    ///
    /// - Throws: `StoreError` where what was under way before cannot be looked up.
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

    /// Takes nothing new, and finishes what is being read; ends early when cancelled.
    func drain() async {
        isDraining = true
        while !underWay.isEmpty, !Task.isCancelled {
            await endWake.wait(atMost: .seconds(1), clock: context.environment.clock)
        }
    }

    /// The next photo and its lane; nil where none may be begun now.
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
        // What the disk does not take now it may take in a while.
        if outcome == .again, problem != nil { await pause(.seconds(2)) }
        free.append(lane)
        desk.workWake.signal()
    }

    /// Commits what came of a photo, again and again: it stays marked as under way until that is safe.
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

    /// Waits, or returns early when cancelled.
    private func pause(_ time: Duration) async { try? await context.environment.clock.sleep(for: time) }
}
