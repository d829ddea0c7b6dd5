internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus

/// Where the worker's own grants come in.
struct GrantInbox: Sendable {
    let context: ActorContext
    let ownerHub: String

    /// Subscribes the own grant topic.
    ///
    /// - Returns: Nil when cancelled before that.
    /// - Throws: `BusError` for what waiting cannot mend.
    func subscribe(pause: (Duration) async -> Void) async throws -> BusSubscription? {
        let client = context.client
        while !Task.isCancelled {
            do {
                return try await client.subscribe(
                    to: [UploadWork.grant.descriptor],
                    hub: ownerHub,
                    ["worker": client.address.client]
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
            return received.grant.worker == context.address.client ? received : nil
        } catch {
            context.client.refusals.note(.unreadable)
            let facts: Logger.Metadata = ["bytes": "\(message.payload.count)", "error": "\(error)"]
            context.logger.warning("a grant cannot be read and is passed over", metadata: facts)
            return nil
        }
    }
}
