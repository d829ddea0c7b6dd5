import BusContract
import ContractLiterals
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Synchronization
import Testing

/// The messages on some of a hub's topics since the watch began, in order.
final class EventWatch: Sendable {
    private let line: RunningLine
    private let subscription: BusSubscription
    private let heard = Mutex<[BusMessage]>([])

    /// Watches while a body runs.
    static func with(
        _ line: RunningLine,
        _ topics: [TopicDescriptor],
        hub: String? = LineSetup.hub,
        _ body: @Sendable @escaping (EventWatch) async throws -> Void
    ) async throws {
        let watch = EventWatch(line, try await line.connection.client.subscribe(to: topics, hub: hub))
        let watching = Task { for await message in watch.subscription { watch.heard.withLock { $0.append(message) } } }
        defer {
            watch.subscription.cancel()
            watching.cancel()
        }
        try await body(watch)
    }

    private init(_ line: RunningLine, _ subscription: BusSubscription) {
        self.line = line
        self.subscription = subscription
    }

    /// All messages on one topic so far; a repetition with the same id counts once.
    func all<Payload>(_ topic: Topic<Payload>) throws -> [Payload] {
        let ending = "/" + topic.descriptor.template
        let messages = heard.withLock { $0.filter { $0.topic.hasSuffix(ending) } }
        var ids: Set<String> = []
        return try messages.map { try Envelope<Payload>.decode($0.payload) }.filter { ids.insert($0.id).inserted }.map(
            \.data
        )
    }

    /// Waits for the first message on a topic that satisfies the condition.
    func first<Payload>(
        _ topic: Topic<Payload>,
        _ isRight: @Sendable @escaping (Payload) -> Bool = { _ in true }
    ) async throws -> Payload {
        try await line.wait("\(topic.descriptor.name), which was told as \(try all(topic))") {
            try all(topic).contains(where: isRight)
        }
        return try #require(try all(topic).first(where: isRight))
    }

    /// Waits for the first message on a topic that work under way brings about; the work's failure ends the wait.
    func first<Payload, Value>(_ topic: Topic<Payload>, during work: Task<Value, any Error>) async throws -> Payload {
        try await line.wait(topic.descriptor.name, during: work) { try !self.all(topic).isEmpty }
        return try #require(try all(topic).first)
    }
}
