package import MessageBus
internal import Synchronization

/// What the broker keeps on some topics of a site, as it hands it out at subscribing.
package struct KeptMessages: Sendable {
    /// How long a first message is waited for: none comes where nothing is kept.
    static let silence = Duration.milliseconds(1_200)
    /// How long none may have come at the end: another broker may hand out what it keeps in another order.
    private static let pause = Duration.milliseconds(200)
    /// How long none may come before the mark is given up.
    private static let patience = Duration.seconds(5)
    /// More than the private broker lets wait for one subscriber; a site of a thousand hubs keeps some twelve thousand.
    private static let capacity = 65_536

    /// The messages in the order in which they came, later ones of the same topic among them.
    package let messages: [BusMessage]
    /// Whether all that is kept has come.
    package let isComplete: Bool

    /// Makes them of what has come.
    package init(_ messages: [BusMessage], isComplete: Bool = true) {
        (self.messages, self.isComplete) = (messages, isComplete)
    }

    /// Collects what is kept for all hubs of a site.
    ///
    /// A broker does not say that it has handed out everything. So a topic of which a message has come is subscribed once more: the
    /// second copy waits behind all else in the one queue that Mosquitto has for a client, and needs no other right.
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
                // What is held is still taken; then its reader ends.
                subscription.cancel()
            }
            return KeptMessages(heard.messages, isComplete: isComplete)
        }
    }

    /// Returns when nothing more is to come, and whether that is known.
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

/// What has come so far.
private final class Heard: Sendable {
    private struct State {
        var messages: [BusMessage] = []
        /// How many of them the broker had kept.
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

    /// The topic of the first message that was kept; nil where none comes in time.
    func firstTopic(within limit: Duration, clock: any Clock<Duration>) async throws -> String? {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [began] in try await began.wait() }
            group.addTask { try await clock.sleep(for: limit) }
            defer { group.cancelAll() }
            try await group.next()
        }
        return state.withLock(\.firstTopic)
    }

    /// Returns when none that was kept has come for some time.
    func rest(for time: Duration, clock: any Clock<Duration>) async throws {
        var last: Int
        repeat {
            last = state.withLock(\.kept)
            try await clock.sleep(for: time)
        } while state.withLock(\.kept) != last
    }
}
