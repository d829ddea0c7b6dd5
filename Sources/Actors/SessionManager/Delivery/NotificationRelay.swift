internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import Synchronization
internal import VitalRecords

/// Carries the notification log to the bus, in order, at least once.
///
/// A notification is marked only after the broker has acknowledged it; a repeat has the same id. If the broker refuses
/// a notification, it is tried again and does not delay those behind it. The marks join the commits of other changes:
/// by themselves they would cost each reading two flushes of the disk.
struct NotificationRelay: ManagerService {
    /// The most notifications that are published together.
    private static let batch = 64

    let parts: ServiceParts
    private let marking = Marking()

    init(parts: ServiceParts) { self.parts = parts }

    /// Relays until cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                if try await relayBatch() { continue }
                await signals.relay.wait(atMost: .seconds(5), clock: client.environment.clock)
            } catch is CancellationError {
                return
            } catch {
                logger.warning(
                    "could not publish or mark notifications; they stay queued, will retry in a second",
                    metadata: ["error": "\(error)"]
                )
                await signals.relay.wait(atMost: .seconds(1), clock: client.environment.clock)
            }
        }
    }

    /// Publishes the next notifications.
    ///
    /// - Returns: Whether more may wait; those of a later commit wake the relay.
    private func relayBatch() async throws -> Bool {
        let known = marking.cursors
        let limit = Self.batch + known.count
        let found = try await store.notifications.unpublished(limit: limit)
        let batch = found.filter { !known.contains($0.cursor) }
        guard !batch.isEmpty else { return false }
        let messages = batch.map { (cursor: $0.cursor, message: message($0.notification)) }
        // A notification that is not valid on the bus is logged and marked, so that it does not block the others.
        let passed = messages.filter { $0.message == nil }.map(\.cursor)
        await mark(passed)
        let ready = messages.filter { $0.message != nil }
        // Several are in flight at once; one at a time, a live record's notification would wait for a batch of history.
        let results = await client.bus.publish(inOrder: ready.compactMap(\.message))
        let sent = zip(ready, results).compactMap { if case .success = $1 { $0.cursor } else { nil } }
        await mark(sent)
        for result in results { _ = try result.get() }
        return found.count == limit
    }

    private func mark(_ cursors: [Int64]) async {
        guard !cursors.isEmpty else { return }
        marking.add(cursors)
        await store.notifications.markPublished(cursors) { [marking] _ in marking.remove(cursors) }
    }

    /// The message of a notification; nil if it is not valid on the bus.
    private func message(_ notification: NewNotification) -> BusMessage? {
        let data = Array(notification.data)
        let isPlace = notification.hub == BusAddress.siteHub || HubID(rawValue: notification.hub) != nil
        let descriptor = SessionEvents.notification(named: notification.type)
        var envelope = client.envelope(descriptor.type, id: notification.id, data: IgnoredPayload())
        envelope.time = notification.time
        // Absent is nil: reported as unreadable.
        guard isPlace, JSONCheck.isObject(data), let payload = try? envelope.encoded(data: data) else {
            unreadable.note(notification: notification.id, type: notification.type)
            return nil
        }
        let topic = client.address.topic(descriptor.leaf(), hub: notification.hub)
        return BusMessage(topic: topic, payload: payload, properties: envelope.properties)
    }
}

/// The notifications that are published but whose marks are not committed yet.
private final class Marking: Sendable {
    private let all = Mutex<Set<Int64>>([])

    var cursors: Set<Int64> { all.withLock { $0 } }

    func add(_ cursors: [Int64]) { all.withLock { $0.formUnion(cursors) } }

    func remove(_ cursors: [Int64]) { all.withLock { $0.subtract(cursors) } }
}
