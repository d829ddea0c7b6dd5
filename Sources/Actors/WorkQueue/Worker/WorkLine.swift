package import ActorRuntime
package import BusContract
package import DeliveryRules
internal import Logging
package import MessageBus

/// A message of grants as any worker has to know it.
package protocol GrantMessage: Codable, Sendable {
    /// The worker.
    var worker: String { get }
    /// The demand that it answers.
    var pullID: String { get }
    /// How long its leases last, counted by the worker from when it sent the demand.
    var leaseSeconds: Int { get }
}

/// How a worker talks with the owner of its queue: demands go out, grants come in, answers are asked for.
package struct WorkLine<Message: GrantMessage>: Sendable {
    /// What the bootstrap gave to the worker.
    package let context: ActorContext
    /// The own boot clock, which leases are counted on.
    package let clock: any BootClock
    /// The hub of the queue's owner.
    package let ownerHub: String
    /// Where demands go.
    let pull: Topic<WorkPull>
    /// Where the worker's own grants come in.
    let grant: TopicDescriptor
    /// The longest time between two demands, which also show that this worker is there.
    let pullInterval: Duration
    /// How long a reply of the owner is waited for.
    let ackTimeout: Duration
    /// Between two tries of an answer.
    package let ackBackoff: Backoff

    /// Makes a line; nothing is sent yet.
    package init(
        _ context: ActorContext,
        clock: any BootClock,
        ownerHub: String,
        pull: Topic<WorkPull>,
        grant: TopicDescriptor,
        pullInterval: Duration,
        ackTimeout: Duration,
        ackBackoff: Backoff
    ) {
        self.context = context
        self.clock = clock
        self.ownerHub = ownerHub
        self.pull = pull
        self.grant = grant
        self.pullInterval = pullInterval
        self.ackTimeout = ackTimeout
        self.ackBackoff = ackBackoff
    }

    /// Waits, or returns early when cancelled.
    package func pause(_ time: Duration) async { try? await context.environment.clock.sleep(for: time) }

    /// How long to wait after so many failures to tell.
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
                return try await client.subscribe(to: [grant], hub: ownerHub, values: ["worker": client.address.client])
            } catch let error as BusError where error.isRetriable {
                await pause(.milliseconds(250))
            }
        }
        return nil
    }

    /// Reads a message; nil for one that is old, unreadable or for another worker.
    func read(_ message: BusMessage) -> Message? {
        guard context.client.isSaidNow(message) else { return nil }
        do {
            let received = try Envelope<Message>.decode(message.payload).data
            return received.worker == context.address.client ? received : nil
        } catch {
            context.client.refusals.note(.unreadable)
            let facts: Logger.Metadata = ["bytes": "\(message.payload.count)", "error": "\(error)"]
            context.logger.warning("a grant cannot be read and is passed over", metadata: facts)
            return nil
        }
    }

    /// Sends a demand; false where that failed, and the next connect or interval demands again.
    func send(_ demand: WorkPull) async -> Bool {
        do {
            try await context.client.publish(pull, hub: ownerHub, data: demand)
            return true
        } catch let error as BusError where error.isRetriable {
            return false
        } catch {
            context.logger.warning("a demand for work was not sent", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// Sends an answer, and reads what the owner confirms of it; nil where its reply says nothing.
    ///
    /// - Throws: `BusError`, also what the owner answered; `DecodingError` for a reply that cannot be read.
    package func ask<Ack, Confirmed: Codable & Sendable>(
        _ topic: Topic<Ack>,
        ack: Ack,
        for confirmed: Confirmed.Type
    ) async throws -> Confirmed? {
        let bytes = try await context.requests.callRaw(topic, hub: ownerHub, body: ack, timeout: ackTimeout)
        let reply = try Envelope<ReplyPayload<Confirmed>>.decode(bytes).data
        if let fault = reply.error { throw fault.error }
        return reply.ok
    }
}
