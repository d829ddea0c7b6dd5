internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore

/// Carries the notification log to the bus, in order, at least once.
///
/// A notification is marked only after the broker has acknowledged it; a repeat has the same id. One that the broker
/// refuses is tried again and holds up none behind it.
struct NotificationRelay: Sendable {
    let store: QueueStore
    let client: BusClient
    let logger: Logger
    /// Set after every commit that may have added a notification.
    let wake: WakeUp

    /// Relays until cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                if try await relayBatch() { continue }
                await wake.wait(atMost: .seconds(5), clock: client.environment.clock)
            } catch is CancellationError {
                return
            } catch {
                logger.warning(
                    "notifications could not be published or marked; they stay in the queue and are tried again in a second",
                    metadata: ["error": "\(error)"]
                )
                await wake.wait(atMost: .seconds(1), clock: client.environment.clock)
            }
        }
    }

    private func relayBatch() async throws -> Bool {
        let batch = try await store.notifications.unpublished(limit: 64)
        guard !batch.isEmpty else { return false }
        // Several under way at a time: one after the other, a live record's would wait for those of a batch of history.
        let results = try await client.bus.publish(inOrder: batch.map { try message($0.notification) })
        let sent = zip(batch, results).compactMap { if case .success = $1 { $0.cursor } else { nil } }
        if !sent.isEmpty { try await store.notifications.markPublished(sent, at: client.environment.now()) }
        for result in results { _ = try result.get() }
        return true
    }

    private func message(_ notification: NewNotification) throws -> BusMessage {
        let descriptor = SessionEvents.notification(named: notification.type)
        var envelope = client.envelope(descriptor.type, id: notification.id, data: IgnoredPayload())
        envelope.time = notification.time
        let payload = try envelope.encoded(data: Array(notification.data))
        let topic = client.address.topic(descriptor.leaf(), hub: notification.hub)
        return BusMessage(topic: topic, payload: payload, properties: envelope.properties)
    }
}
