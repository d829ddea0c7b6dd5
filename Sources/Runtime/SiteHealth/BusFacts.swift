package import BusContract
package import Foundation
package import MessageBus

/// A message of this contract with the levels of its topic.
struct TopicLine {
    let levels: [String]
    private let message: BusMessage

    /// Nil for a topic of another contract.
    init?(_ message: BusMessage) {
        levels = message.levels
        guard levels.count >= 6, levels[0] == "vitalbus" else { return nil }
        self.message = message
    }

    var hub: String { levels[3] }
    var topic: String { message.topic }
    var payload: [UInt8] { message.payload }
    /// The payload of a message that is a plain word instead of an envelope.
    var word: String { String(decoding: message.payload, as: UTF8.self) }
}

/// A hub's state from the retained messages on the bus.
package struct BusFacts: Sendable {
    /// The reason for a missing connection; nil if there is one.
    package var failure: String?
    /// The availability of actors by `actor/instance`.
    package var actors: [String: String] = [:]
    /// The health of actors by `actor/instance`.
    package var health: [String: ActorHealth] = [:]
    /// When each health was published, by the clock of its machine, by `actor/instance`.
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
    /// The state of the link between the hub's broker and the site's, as reported by brokers, by direction.
    package var links: [String: String] = [:]
    /// The time of the newest message of the hub, by the clock of its machine.
    package var lastSent: Date?
    /// The topics whose newest message is unreadable.
    package private(set) var unreadable: Set<String> = []
    /// The number of decoded messages.
    package private(set) var decoded = 0

    /// Creates empty facts.
    package init() {}

    /// The retained topics from which facts are derived.
    package static let topics: [TopicDescriptor] = [
        PresenceTopics.availability, PresenceTopics.link, PresenceTopics.health.descriptor,
        ScannerTopics.adapterState.descriptor,
        ReaderTopics.passiveState.descriptor, SessionEvents.queueState.descriptor,
        SessionEvents.sessionState.descriptor,
    ]

    /// Applies one message; the newest one of a topic must come last.
    mutating func take(_ line: TopicLine) {
        if isRead(line) || line.payload.isEmpty {
            unreadable.remove(line.topic)
        } else {
            unreadable.insert(line.topic)
        }
    }

    private mutating func isRead(_ line: TopicLine) -> Bool {
        switch (line.levels[4], line.levels.last) {
        case ("actor", "availability") where line.levels.count == 8:
            actors["\(line.levels[5])/\(line.levels[6])"] = line.word
            return Availability(rawValue: line.word) != nil || line.word == MessageBus.Presence.question
        case ("actor", "link") where line.levels.count == 8:
            links[line.levels[6]] = line.word
            return ["0", "1"].contains(line.word)
        case ("actor", "health") where line.levels.count == 8:
            // A cleared or unreadable state counts as missing, which is a finding.
            let envelope: Envelope<ActorHealth>? = read(line)
            let name = "\(line.levels[5])/\(line.levels[6])"
            (health[name], told[name], places[name]) = (envelope?.data, envelope?.time, line.hub)
            return envelope != nil
        case ("state", "adapter"):
            adapter = read(line)?.data
            return adapter != nil
        case ("state", "passive"):
            passive = read(line)?.data
            return passive != nil
        case ("state", "queue"):
            queue = read(line)?.data
            return queue != nil
        case ("state", _) where line.levels[5] == "session":
            guard let state: SessionState = read(line)?.data else { return false }
            sessions[state.seat] = state
            return true
        default: return true
        }
    }

    private mutating func read<Payload: Codable & Sendable>(_ line: TopicLine) -> Envelope<Payload>? {
        decoded += 1
        // Absent is nil: a cleared or unreadable state counts as missing.
        guard let envelope = try? Envelope<Payload>.decode(line.payload) else { return nil }
        lastSent = max(lastSent ?? envelope.time, envelope.time)
        return envelope
    }

    /// These facts merged with those of another place, which take precedence.
    package func joined(_ other: BusFacts) -> BusFacts {
        var all = self
        all.actors.merge(other.actors) { $1 }
        all.health.merge(other.health) { $1 }
        all.told.merge(other.told) { $1 }
        all.places.merge(other.places) { $1 }
        all.sessions.merge(other.sessions) { $1 }
        (all.adapter, all.passive) = (other.adapter ?? adapter, other.passive ?? passive)
        all.queue = other.queue ?? queue
        return all
    }
}
