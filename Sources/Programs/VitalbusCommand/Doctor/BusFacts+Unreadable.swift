internal import BusContract
package import MessageBus

extension BusFacts {
    /// The most topics that are named.
    private static let namedLimit = 8

    /// What the broker keeps and nobody can read: left by another version, by a hand, or by somebody with an account who
    /// means no good.
    ///
    /// - Parameter messages: Presence and states of a site; of a topic the newest one comes last.
    package static func unreadable(_ messages: [BusMessage]) -> [Finding] {
        var wrong: Set<String> = []
        for message in messages {
            if message.payload.isEmpty || isReadable(message) {
                wrong.remove(message.topic)
            } else {
                wrong.insert(message.topic)
            }
        }
        let named = wrong.sorted()
        let more = named.count > namedLimit ? ", and \(named.count - namedLimit) more" : ""
        guard !named.isEmpty else { return [] }
        return [
            Finding(
                "kept by the broker",
                status: .warning,
                words: "nobody can read what it keeps on \(named.prefix(namedLimit).joined(separator: ", "))\(more)",
                wayOut:
                    "start the process anew that the topic names: it says it again; where there is none, clear the topic under "
                    + "its account (mosquitto_pub -r -n -t TOPIC), or revoke the hub if this comes back: vitalbus hub revoke"
            )
        ]
    }

    private static func isReadable(_ message: BusMessage) -> Bool {
        guard let line = EventLine(message) else { return true }
        let word = String(decoding: message.payload, as: UTF8.self)
        return switch (line.levels[4], line.levels[5], line.levels.last) {
        case ("actor", _, "availability"): Availability(rawValue: word) != nil || word == MessageBus.Presence.question
        case ("actor", _, "link"): ["0", "1"].contains(word)
        case ("actor", _, "health"): holds(ActorHealth.self, in: message)
        case ("state", "adapter", _): holds(AdapterState.self, in: message)
        case ("state", "passive", _): holds(PassiveState.self, in: message)
        case ("state", "queue", _): holds(QueueState.self, in: message)
        case ("state", "session", _): holds(SessionState.self, in: message)
        default: true
        }
    }

    private static func holds<Payload: Codable & Sendable>(_ type: Payload.Type, in message: BusMessage) -> Bool {
        // Absent is nil: that is what is asked.
        (try? Envelope<Payload>.decode(message.payload)) != nil
    }
}
