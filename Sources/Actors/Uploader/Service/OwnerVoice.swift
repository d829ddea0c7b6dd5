internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import MessageBus
internal import VitalRecords

/// Tells the owner what came of its grants and its checks.
struct OwnerVoice: Sendable {
    let context: ActorContext
    let settings: UploaderSettings
    let clock: any BootClock

    /// Tells outcomes.
    ///
    /// - Returns: What the owner confirms of them, nothing when it does not answer; and what went wrong then.
    func tell(_ outcomes: [UploadOutcome]) async -> (confirmed: [WorkKey], fault: WireFault?) {
        let ack = UploadAck(worker: context.address.client, outcomes: outcomes.map { $0.forOwner(now: clock.now) })
        do {
            let reply = try Envelope<ReplyPayload<UploadConfirmed>>.decode(try await send(ack)).data
            if let fault = reply.error { throw fault.error }
            return (reply.ok?.confirmed.map { WorkKey(logID: $0.logID, fence: $0.fence) } ?? [], nil)
        } catch let error as BusError {
            let words = "outcomes wait for the session manager: \(error.message)"
            return ([], WireFault(code: error.code.rawValue, message: words, retriable: true))
        } catch {
            let words = "outcomes cannot be told: \(type(of: error))"
            return ([], WireFault(code: "internalError", message: words, retriable: true))
        }
    }

    /// Tells what came of checks, some times at most: what is lost is asked again.
    func tell(_ checks: [UploadAck.Checked], pause: (Duration) async -> Void) async {
        let ack = UploadAck(worker: context.address.client, outcomes: [], checks: checks)
        for attempt in 1...8 where !Task.isCancelled {
            do {
                _ = try await send(ack)
                return
            } catch {
                await pause(settings.ackBackoff.delay(attempt: attempt, random: .random(in: 0.5...1)))
            }
        }
    }

    private func send(_ ack: UploadAck) async throws -> [UInt8] {
        try await context.requests.callRaw(
            UploadWork.ack,
            hub: settings.ownerHub,
            ack,
            timeout: settings.ackTimeout
        )
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
