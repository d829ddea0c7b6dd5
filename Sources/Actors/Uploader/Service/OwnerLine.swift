internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import MessageBus
internal import VitalRecords
internal import WorkQueue

extension WorkLine where Message == ReceivedGrant {
    /// The uploader's line to the session manager.
    init(_ context: ActorContext, settings: UploaderSettings, clock: any BootClock) {
        self.init(
            context,
            clock: clock,
            ownerHub: settings.ownerHub,
            pull: UploadWork.pull,
            grant: UploadWork.grant.descriptor,
            pullInterval: settings.pullInterval,
            ackTimeout: settings.ackTimeout,
            ackBackoff: settings.ackBackoff
        )
    }

    /// Tells what came of checks, some times at most: what is lost is asked again.
    func tell(_ checks: [UploadAck.Checked]) async {
        let ack = UploadAck(worker: context.address.client, outcomes: [], checks: checks)
        for attempt in 1...8 where !Task.isCancelled {
            do {
                // A refusal is an answer, too: the owner has noted nothing then.
                _ = try await ask(UploadWork.ack, ack: ack, for: UploadConfirmed.self)
                return
            } catch {
                await pause(ackDelay(attempt))
            }
        }
    }
}

extension WireFault {
    /// Why outcomes wait, as health tells it.
    init(untold error: any Error) {
        guard let error = error as? BusError else {
            let words = "outcomes cannot be reported: \(error.typeName)"
            self.init(code: "internalError", message: words, retriable: true)
            return
        }
        let words = "outcomes wait for the session manager: \(error.message)"
        self.init(code: error.code.rawValue, message: words, retriable: true)
    }
}

extension LedgerStore {
    /// Notes confirmed outcomes; one that cannot be noted is told once more after a restart, which changes nothing.
    ///
    /// - Returns: How many could not be noted.
    func confirm(_ outcomes: [UploadOutcome], at time: Date) async -> Int {
        let known = outcomes.filter(\.isInLedger).map { (logID: $0.key.logID.rawValue, fence: $0.key.fence) }
        do { return try await confirm(known, at: time) } catch { return known.count }
    }
}
