internal import BusContract
internal import FoundationEssentials
internal import MessageBus

/// One entity of Home Assistant as a device's document has it.
///
/// Keys are those of `components/mqtt/abbreviations.py`, short, so that a document of many values fits a message.
struct HomeComponent: Sendable, Hashable {
    /// The words of a button, and of a problem.
    static let (press, problem, fine) = ("PRESS", "ON", "OFF")

    let platform: String
    /// The part of its ids that is its own, `[a-z0-9_]`.
    let key: String
    private(set) var members: [String: JSONValue]

    /// Makes an entity.
    ///
    /// - Parameters:
    ///   - platform: The kind of entity, as `sensor`.
    ///   - key: The part of its ids that is its own; what MQTT ids cannot hold is replaced.
    ///   - name: What people read behind the device's name.
    init(_ platform: String, key: String, name: String) {
        self.platform = platform
        self.key = HomeNames.id(key)
        members = ["p": .string(platform), "name": .string(name)]
    }

    /// The entity with one more member; nil leaves it out.
    func with(_ name: String, text value: String?) -> Self { with(name, json: value.map(JSONValue.string)) }

    /// The entity with one more member of any kind; nil leaves it out.
    func with(_ name: String, json value: JSONValue?) -> Self {
        var new = self
        new.members[name] = value
        return new
    }

    /// Its state: a topic, and how the value is found in what stands there.
    func state(_ topic: String, template: String) -> Self {
        with("stat_t", text: topic).with("val_tpl", text: template)
    }

    /// Something that is known of the house rather than of a person.
    var diagnostic: Self { with("ent_cat", text: "diagnostic") }

    /// It is there only while all of these are.
    func available(_ topics: [HomeAvailability]) -> Self {
        with("avty", json: .array(topics.map(\.json))).with("avty_mode", text: "all")
    }

    /// The entity in a device's document, with its ids.
    func json(of device: String) -> JSONValue {
        with("uniq_id", text: "\(device)_\(key)").with("def_ent_id", text: "\(platform).\(HomeNames.id(device))_\(key)")
            .object
    }

    private var object: JSONValue { .object(members) }
}

/// A topic that says whether something is there, by `online` and `offline`.
struct HomeAvailability: Sendable, Hashable {
    let topic: String
    /// How the word is found; nil where it stands there plainly, other words are passed over then.
    var template: String?

    /// Whether a process is there.
    static func process(_ address: BusAddress) -> Self { Self(topic: Presence.topic(address)) }

    var json: JSONValue {
        var members: [String: JSONValue] = ["t": .string(topic)]
        members["val_tpl"] = template.map(JSONValue.string)
        return .object(members)
    }
}

/// One device of Home Assistant: what it is, and its entities.
struct HomeDevice: Sendable, Hashable {
    /// Its id, unlike that of every other device of every site.
    let id: String
    let name: String
    let model: String
    /// The device that it is reached by; nil for the site itself, and for what is a part of it.
    let via: String?
    /// The device that it is a part of, which its document makes as well; nil for a device of its own.
    var whole: Facts?
    /// How far it is from the site: parents are told first.
    let depth: Int
    let availability: [HomeAvailability]
    let components: [HomeComponent]

    /// What a device is.
    struct Facts: Sendable, Hashable {
        let id: String
        let name: String
        let model: String

        func json(_ version: String) -> [String: JSONValue] {
            [
                "ids": .array([.string(id)]), "name": .string(name), "mf": .string("VitalBus"),
                "mdl": .string(model), "sw": .string(version),
            ]
        }
    }

    /// What it is.
    var facts: Facts { Facts(id: id, name: name, model: model) }

    /// The document; entities of `gone` are taken out of the device by it.
    func document(version: String, gone: [String: String] = [:]) -> JSONValue {
        var entities: [String: JSONValue] = [:]
        for component in components { entities[component.key] = component.json(of: id) }
        for (key, platform) in gone { entities[key] = .object(["p": .string(platform)]) }
        var device = (whole ?? facts).json(version)
        device["via_device"] = via.map(JSONValue.string)
        var document: [String: JSONValue] = [
            "dev": .object(device), "o": .object(["name": .string("VitalBus"), "sw": .string(version)]),
            "avty": .array(availability.map(\.json)), "avty_mode": .string("all"), "qos": .number(1),
        ]
        if whole == nil {
            document[Self.entities] = .object(entities)
        } else {
            let part: [String: JSONValue] = [
                "ids": .array([.string(id)]), "name": .string(name), Self.entities: .object(entities),
            ]
            document[Self.parts] = .array([.object(part)])
        }
        return .object(document)
    }

    private static let (entities, parts) = ("cmps", "cdevs")

    /// The entities of a document that an earlier run left, by their keys; nil for any other message.
    static func earlier(_ message: BusMessage) -> [String: JSONValue]? {
        guard message.retain, message.topic.hasSuffix("/config"),
            // Absent is nil: what cannot be read is another program's.
            let document = try? WireJSON.decode(JSONValue.self, from: message.payload)
        else { return nil }
        var device = document
        if case .array(let found)? = document[parts], let part = found.first { device = part }
        guard case .object(let found)? = device[entities] else { return nil }
        return found
    }

    /// The kinds of its entities by their keys.
    var platforms: [String: String] {
        Dictionary(components.map { ($0.key, $0.platform) }) { first, _ in first }
    }
}
