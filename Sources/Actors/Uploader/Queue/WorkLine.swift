package import ActorRuntime
internal import BusContract
package import DeliveryRules
internal import Logging
internal import MessageBus

/// A worker's line to the owner of its queue: sends demands, receives grants, asks for answers.
package struct WorkLine: Sendable {
    /// The bootstrap's context for the worker.
    package let context: ActorContext
    /// The own boot clock, which leases are counted on.
    package let clock: any BootClock
    /// The hub of the queue's owner.
    package let ownerHub: String
    /// The longest time between two demands, which also show that this worker is there.
    let pullInterval: Duration
    /// How long to wait for the owner's reply.
    let ackTimeout: Duration
    /// Between two tries of an answer.
    package let ackBackoff: Backoff

    /// Creates a line; nothing is sent yet.
    init(_ context: ActorContext, settings: UploaderSettings, clock: any BootClock) {
        self.context = context
        self.clock = clock
        ownerHub = settings.ownerHub
        pullInterval = settings.pullInterval
        ackTimeout = settings.ackTimeout
        ackBackoff = settings.ackBackoff
    }

    /// Waits, or returns early when cancelled.
    package func pause(_ time: Duration) async { try? await context.environment.clock.sleep(for: time) }

    /// How long to wait after a number of failed reports.
    package func ackDelay(_ failures: Int) -> Duration {
        ackBackoff.delay(attempt: failures, random: .random(in: 0.5...1))
    }

    /// Subscribes the worker's own grants.
    ///
    /// - Returns: Nil when cancelled before that.
    /// - Throws: `BusError` for what waiting cannot mend.
    func subscribe() async throws -> BusSubscription? {
        let client = context.client
        while !Task.isCancelled {
            do {
                return try await client.subscribe(
                    to: [UploadWork.grant.descriptor],
                    hub: ownerHub,
                    values: ["worker": client.address.client]
                )
            } catch let error as BusError where error.isRetriable {
                await pause(.milliseconds(250))
            }
        }
        return nil
    }

    /// Reads a message; nil for one that is old, unreadable or for another worker.
    func read(_ message: BusMessage) -> ReceivedGrant? {
        guard context.client.isSaidNow(message) else { return nil }
        do {
            let received = try Envelope<ReceivedGrant>.decode(message.payload).data
            return received.worker == context.address.client ? received : nil
        } catch {
            context.client.refusals.note(.unreadable)
            let facts: Logger.Metadata = ["bytes": "\(message.payload.count)", "error": "\(error)"]
            context.logger.warning("skipped a grant that cannot be read", metadata: facts)
            return nil
        }
    }

    /// Sends a demand; false if that failed, and the next connect or interval sends it again.
    func send(_ demand: WorkPull) async -> Bool {
        do {
            try await context.client.publish(UploadWork.pull, hub: ownerHub, data: demand)
            return true
        } catch let error as BusError where error.isRetriable {
            return false
        } catch {
            context.logger.warning("could not send a demand for work", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// Wakes at each connect: the broker holds nothing for who was away.
    func atConnects(_ wakes: [WakeUp]) async {
        for await state in context.client.bus.connectionStates() where state == .connected {
            for wake in wakes { wake.signal() }
        }
    }

    /// Reports outcomes to the owner, and returns those that it confirms.
    ///
    /// - Throws: `BusError`, including the owner's answer; `DecodingError` for a reply that cannot be decoded.
    func tell(_ outcomes: [UploadOutcome]) async throws -> [WorkKey] {
        let reply = try await ask(
            UploadAck(worker: context.address.client, outcomes: outcomes.map { $0.forOwner(now: clock.now) })
        )
        return reply?.confirmed.map { WorkKey(logID: $0.logID, fence: $0.fence) } ?? []
    }

    /// Reports the results of checks a limited number of times: the owner repeats lost questions.
    func tell(_ checks: [UploadAck.Checked]) async {
        let ack = UploadAck(worker: context.address.client, outcomes: [], checks: checks)
        for attempt in 1...8 where !Task.isCancelled {
            do {
                // A refusal is an answer, too: the owner has noted nothing then.
                _ = try await ask(ack)
                return
            } catch {
                await pause(ackDelay(attempt))
            }
        }
    }

    /// Sends an answer and returns the owner's confirmations; nil if its reply has none.
    private func ask(_ ack: UploadAck) async throws -> UploadConfirmed? {
        let bytes = try await context.requests.callRaw(UploadWork.ack, hub: ownerHub, body: ack, timeout: ackTimeout)
        let reply = try Envelope<ReplyPayload<UploadConfirmed>>.decode(bytes).data
        if let fault = reply.error { throw fault.error }
        return reply.ok
    }
}
