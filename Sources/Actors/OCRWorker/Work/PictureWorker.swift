internal import ActorRuntime
package import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import JobStore
internal import Logging
internal import MessageBus
internal import VitalRecords
package import WorkQueue

/// Takes pictures from the queue `ocr` under leases, reads them one after the other, and tells what it saw.
///
/// It asks for one more than the one it reads, so that it need not wait between two; memory stays that of one picture.
actor PictureWorker: LeasedWorker {
    let context: ActorContext
    let engine: any PictureEngine
    let lane: EngineLane
    let keeper: ReadingKeeper
    let holdsUncertain: Bool
    /// Settles outcomes in this very process, whose requests end before its work does; nil where the owner is another.
    let settle: (@Sendable (OCRAck) async throws -> OCRConfirmed)?
    /// The line to the dispatcher.
    nonisolated let line: WorkLine<OCRGrant>
    /// What is held and what is to be told.
    var desk = WorkDesk<OCRGrant.Item, OCRAck.Outcome>(concurrency: 1, prefetch: 1)
    /// Jobs under way whose seat is being erased, and what opens when each has ended.
    var forgotten: [String: WakeUpAll] = [:]
    var counters: [String: Int64] = ["read": 0, "refused": 0, "failed": 0, "released": 0]
    var lastSuccess: Date?
    var problem: WireFault?

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
        let ownerHub = try context.configuration[\OCRWorkerKeys.dispatcherHub] ?? context.address.hub
        self.settle = ownerHub == context.address.hub ? settle : nil
        holdsUncertain = try context.configuration[\OCRWorkerKeys.holdsUncertain]
        line = WorkLine(
            context,
            clock: clock,
            ownerHub: ownerHub,
            pull: OCRWork.pull,
            grant: OCRWork.grant.descriptor,
            pullInterval: .seconds(3),
            ackTimeout: .seconds(5),
            ackBackoff: Backoff(base: .milliseconds(250), cap: .seconds(10))
        )
    }

    /// Works until cancelled.
    ///
    /// - Throws: `BusError` when the broker forbids the own grants.
    func run() async throws {
        await tellInterrupted()
        try await takeWork()
    }

    /// Asks for what fits, where the owner keeps up.
    func demand(_ pullID: String) -> WorkPull {
        WorkPull(
            worker: context.address.client,
            free: desk.answers.acks.hasRoom ? desk.slots.free : 0,
            pullID: pullID
        )
    }

    /// The pictures of a message; a seat that is erased is forgotten.
    func unpack(_ message: OCRGrant) async -> [OCRGrant.Item] {
        if let seat = message.erasedSeat { await obey(seat) }
        return message.items
    }

    /// It goes to others.
    func unbegun(_ work: OCRGrant.Item) -> OCRAck.Outcome { OCRAck.Outcome(work, result: .release) }
}

extension OCRGrant: GrantMessage {}

extension OCRGrant.Item: GrantedPiece {
    /// The grant's name.
    package var key: GrantName<String> { GrantName(jobID, fence: fence) }
}

extension OCRAck.Outcome: GrantOutcome {
    /// The most outcomes of one answer; an owner takes 16.
    package static var batch: Int { 8 }
    /// A picture that is read twice gives one reading, by its key.
    package static var memory: Int { 0 }
    /// The grant's name.
    package var key: GrantName<String> { GrantName(jobID, fence: fence) }
    /// Whether the picture was read.
    package var isDone: Bool { result == .done }
    /// The outcome as a message has it.
    package var wire: OCRAck.Outcome { self }
}

extension OCRAck.Outcome {
    /// What became of a granted picture.
    init(
        _ item: OCRGrant.Item,
        result: OCRAck.Result,
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
