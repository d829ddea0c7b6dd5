package import MessageBus
internal import Synchronization

/// The retained messages of some topics of a site, as the broker delivers them on subscribing.
package struct KeptMessages: Sendable {
    /// How long to wait for a first message, because none arrives if nothing is retained.
    static let silence = Duration.milliseconds(1_200)
    /// The silence that ends the reading, because other brokers may deliver retained messages in another order.
    private static let pause = Duration.milliseconds(200)
    /// How long to wait for the mark while no message arrives.
    private static let patience = Duration.seconds(5)
    /// More messages than the private broker queues for one subscriber; a site of a thousand hubs retains about twelve
    /// thousand.
    private static let capacity = 65_536

    /// The messages in order of arrival, including later ones of the same topic.
    package let messages: [BusMessage]
    /// Whether all retained messages have arrived.
    package let isComplete: Bool

    /// Creates the value from received messages.
    package init(_ messages: [BusMessage], isComplete: Bool = true) {
        (self.messages, self.isComplete) = (messages, isComplete)
    }

    /// Collects the retained messages of all hubs of a site.
    ///
    /// A broker does not signal that it has delivered everything. So the topic of one received message is subscribed
    /// again: Mosquitto has one queue for each client, so the second copy arrives after everything else. This needs no
    /// other right.
    ///
    /// - Throws: ``BusError``.
    package static func all(_ topics: [TopicDescriptor], over client: BusClient) async throws -> KeptMessages {
        let clock = client.environment.clock
        let subscription = try await client.subscribe(to: topics, hub: nil, capacity: capacity)
        defer { subscription.cancel() }
        let heard = Heard()
        return try await withThrowingTaskGroup(of: Bool?.self) { group in
            group.addTask {
                for await message in subscription { heard.take(message) }
                return nil
            }
            group.addTask { try await end(heard, bus: client.bus, clock: clock) }
            defer { group.cancelAll() }
            var isComplete = false
            while let result = try await group.next() {
                guard let result else { break }
                isComplete = result
                // Messages already queued are still taken; then the reader ends.
                subscription.cancel()
            }
            return KeptMessages(heard.messages, isComplete: isComplete)
        }
    }

    /// Returns when no more messages are expected, and whether that is certain.
    private static func end(_ heard: Heard, bus: any Bus, clock: any Clock<Duration>) async throws -> Bool {
        guard let topic = try await heard.firstTopic(within: silence, clock: clock) else { return true }
        let mark = try await bus.subscribe(to: [TopicFilter(topic)], capacity: 16)
        defer { mark.cancel() }
        let hasCome = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await message in mark where message.retain { return true }
                return false
            }
            group.addTask {
                try await heard.rest(for: patience, clock: clock)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
        if hasCome { try await heard.rest(for: pause, clock: clock) }
        return hasCome
    }
}

/// The messages received so far.
private final class Heard: Sendable {
    private struct State {
        var messages: [BusMessage] = []
        /// The number of retained messages among them.
        var kept = 0
        var firstTopic: String?
    }

    private let state = Mutex(State())
    private let began = WakeUpAll()

    var messages: [BusMessage] { state.withLock(\.messages) }

    func take(_ message: BusMessage) {
        state.withLock { state in
            state.messages.append(message)
            guard message.retain else { return }
            state.kept += 1
            state.firstTopic = state.firstTopic ?? message.topic
        }
        if message.retain { began.open() }
    }

    /// The topic of the first retained message; nil if none arrives in time.
    func firstTopic(within limit: Duration, clock: any Clock<Duration>) async throws -> String? {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [began] in try await began.wait() }
            group.addTask { try await clock.sleep(for: limit) }
            defer { group.cancelAll() }
            try await group.next()
        }
        return state.withLock(\.firstTopic)
    }

    /// Returns when no retained message has arrived for some time.
    func rest(for time: Duration, clock: any Clock<Duration>) async throws {
        var last: Int
        repeat {
            last = state.withLock(\.kept)
            try await clock.sleep(for: time)
        } while state.withLock(\.kept) != last
    }
}
