package import BusContract
package import Foundation
internal import HubRunner
package import MessageBus

/// A hub's state from the retained messages on the bus.
package struct BusFacts: Sendable {
    /// Why there is no connection; nil if there is one.
    package var failure: String?
    /// The availability of actors by `actor/instance`.
    package var actors: [String: String] = [:]
    /// The health of actors by `actor/instance`.
    package var health: [String: ActorHealth] = [:]
    /// When each health was told, by the clock of its machine, by `actor/instance`.
    package var told: [String: Date] = [:]
    /// The hub of each health by `actor/instance`.
    package var places: [String: String] = [:]
    /// The state of the radio.
    package var adapter: AdapterState?
    /// The state of passive reading.
    package var passive: PassiveState?
    /// The depths of the queue.
    package var queue: QueueState?
    /// The sessions by seat.
    package var sessions: [String: SessionState] = [:]

    /// Makes empty facts.
    package init() {}

    /// How long to wait for retained messages; all of them have arrived by then.
    static let silence = Duration.milliseconds(1200)

    /// The retained messages about actors and their states, of the whole site.
    static func messages(_ connection: HubConnection) async throws -> [BusMessage] {
        let topics = [
            PresenceTopics.availability, PresenceTopics.link, PresenceTopics.health.descriptor,
            ScannerTopics.adapterState.descriptor,
            ReaderTopics.passiveState.descriptor, SessionEvents.queueState.descriptor,
            SessionEvents.sessionState.descriptor,
        ]
        let subscription = try await connection.client.subscribe(to: topics, hub: nil, capacity: 1024)
        let end = Task {
            try? await Task.sleep(for: silence)
            subscription.cancel()
        }
        defer { end.cancel() }
        var messages: [BusMessage] = []
        for await message in subscription { messages.append(message) }
        return messages
    }

    /// Adds one message.
    package mutating func take(_ message: BusMessage, hub: String) {
        guard let line = EventLine(message), line.hub == hub || line.hub == BusAddress.siteHub else { return }
        take(message, line: line)
    }

    /// Adds one message of a hub, without those of the whole site.
    package mutating func take(_ message: BusMessage, onlyOf hub: String) {
        guard let line = EventLine(message), line.hub == hub else { return }
        take(message, line: line)
    }

    private mutating func take(_ message: BusMessage, line: EventLine) {
        switch (line.levels[4], line.levels.last) {
        case ("actor", "availability") where line.levels.count == 8:
            actors["\(line.levels[5])/\(line.levels[6])"] = String(decoding: message.payload, as: UTF8.self)
        case ("actor", "health") where line.levels.count == 8:
            // Absent is nil: a cleared or unreadable state counts as none, which is a finding.
            let envelope = try? Envelope<ActorHealth>.decode(message.payload)
            let name = "\(line.levels[5])/\(line.levels[6])"
            (health[name], told[name], places[name]) = (envelope?.data, envelope?.time, line.hub)
        case ("state", "adapter"): adapter = try? Envelope<AdapterState>.decode(message.payload).data
        case ("state", "passive"): passive = try? Envelope<PassiveState>.decode(message.payload).data
        case ("state", "queue"): queue = try? Envelope<QueueState>.decode(message.payload).data
        case ("state", _) where line.levels[5] == "session":
            if let state = try? Envelope<SessionState>.decode(message.payload).data { sessions[state.seat] = state }
        default: break
        }
    }
}
