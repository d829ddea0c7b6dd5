internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// A bus message as a line for people.
struct EventLine: Sendable {
    /// The levels of the message's topic.
    let levels: [String]
    /// The hub in its topic.
    let hub: String
    private let message: BusMessage

    /// Parses a message; nil if its topic is not in this contract.
    init?(_ message: BusMessage) {
        levels = message.levels
        guard levels.count >= 6, levels[0] == "vitalbus" else { return nil }
        hub = levels[3]
        self.message = message
    }

    /// The payload of a message that is a plain word instead of an envelope.
    var word: String { String(decoding: message.payload, as: UTF8.self) }

    /// The name of the notification or state, for example `recordSubmitted`.
    var name: String { levels[5] }

    /// Whether it is about an actor itself.
    var isActor: Bool { levels[4] == "actor" }

    /// The seat in the message; nil without one.
    var seat: String? { data?["seat"]?.text ?? (levels[5] == "session" && levels.count > 6 ? levels[6] : nil) }

    /// The message as one line of JSON: the envelope as sent, or the topic and the value of an availability.
    var json: String? {
        let plain = [PresenceTopics.availability.name, PresenceTopics.link.name]
        if isActor, let name = levels.last, plain.contains(name) {
            let value = ["topic": message.topic, name: word]
            // Absent is nil: a message in another form is shown without these facts.
            return (try? WireJSON.encode(value)).map { String(decoding: $0, as: UTF8.self) }
        }
        // Decoded and encoded again, so that one message is one line whatever its sender wrote.
        guard let value = try? WireJSON.decode(JSONValue.self, from: message.payload) else { return nil }
        return (try? WireJSON.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The message for people.
    var text: String {
        if isActor { return "\(time) \(hub) \(actorText)" }
        var parts = [time, hub, name]
        if let data { parts += facts(data) }
        return Self.plain(parts.joined(separator: " "))
    }

    // Absent is nil: a message in another form is shown without these facts.
    private var envelope: JSONValue? { try? WireJSON.decode(JSONValue.self, from: message.payload) }
    private var data: JSONValue? { envelope?["data"] }

    private var time: String {
        guard let text = envelope?["time"]?.text, text.count >= 19 else { return "--:--:--" }
        return String(text.dropFirst(11).prefix(8)) + "Z"
    }

    private var actorText: String {
        let who = levels.count > 6 ? "\(levels[5])/\(levels[6])" : levels[5]
        switch levels.last {
        case "availability": return "\(who) is \(Self.plain(word))"
        case "link":
            return "the link to the site, \(levels[6]), is \(word == "1" ? "up" : "down")"
        case "info": return "\(who) version \(data?["version"]?.text ?? "?")"
        default:
            let status = data?["status"]?.text ?? "?"
            return "\(who) health \(status)" + (data.map { " " + facts($0).joined(separator: " ") } ?? "")
        }
    }

    private func facts(_ data: JSONValue) -> [String] {
        guard case .object(let members) = data else { return [] }
        var parts = members.sorted { $0.key < $1.key }.compactMap { name, value in
            name == "hub" ? nil : fact(name, value: value)
        }
        if let records = data["records"], case .array(let values) = records { parts += values.compactMap(measured) }
        if let record = data["record"] {
            if let id = record["logID"]?.text { parts.append("record=\(id)") }
            if let text = measured(record) { parts.append(text) }
        }
        if let error = data["error"], let code = error["code"]?.text {
            parts.append("\(code): \(error["message"]?.text ?? "")")
        }
        return parts
    }

    private func fact(_ name: String, value: JSONValue) -> String? {
        switch value {
        case .string(let text): "\(name)=\(text)"
        case .number(let number): "\(name)=\(number)"
        case .bool(let flag): "\(name)=\(flag)"
        case .null, .array, .object: nil
        }
    }

    private func measured(_ record: JSONValue) -> String? {
        // Absent is nil: a message in another form is shown without these facts.
        guard let list = record["measurements"], let bytes = try? WireJSON.encode(list),
            let measurements = try? WireJSON.decode([Measurement].self, from: bytes), !measurements.isEmpty
        else { return nil }
        return "[\(MeasuredText.text(measurements))]"
    }

    /// Untrusted text must not move the cursor, break the line or flood the screen.
    static func plain(_ text: String) -> String { TerminalText.part(text) }
}
