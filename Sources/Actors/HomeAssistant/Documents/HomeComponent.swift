internal import BusContract
internal import FoundationEssentials
internal import MessageBus

/// One entity of Home Assistant in a device's document.
///
/// Keys are the short ones of `components/mqtt/abbreviations.py`, so that a document with many values fits in a
/// message.
struct HomeComponent: Sendable, Hashable {
    /// The payloads of a button and of a problem sensor.
    static let (press, problem, fine) = ("PRESS", "ON", "OFF")

    let platform: String
    /// The part of the entity's ids that is unique in its device, `[a-z0-9_]`.
    let key: String
    private(set) var members: [String: JSONValue]

    /// Creates an entity.
    ///
    /// - Parameters:
    ///   - platform: The kind of entity, such as `sensor`.
    ///   - key: The part of its ids that is unique in its device; characters not allowed in MQTT ids are replaced.
    ///   - name: The name shown after the device's name.
    init(_ platform: String, key: String, name: String) {
        self.platform = platform
        self.key = HomeNames.id(key)
        members = ["p": .string(platform), "name": .string(name)]
    }

    /// The entity with one more member; nil omits it.
    func with(_ name: String, text value: String?) -> Self { with(name, json: value.map(JSONValue.string)) }

    /// The entity with one more member of any JSON type; nil omits it.
    func with(_ name: String, json value: JSONValue?) -> Self {
        var new = self
        new.members[name] = value
        return new
    }

    /// The entity with a state topic, and a template that extracts the value from its messages.
    func state(_ topic: String, template: String) -> Self {
        with("stat_t", text: topic).with("val_tpl", text: template)
    }

    /// The entity as a diagnostic one, which concerns the system, not a person.
    var diagnostic: Self { with("ent_cat", text: "diagnostic") }

    /// The entity, available only while all of these are.
    func available(_ topics: [HomeAvailability]) -> Self {
        with("avty", json: .array(topics.map(\.json))).with("avty_mode", text: "all")
    }

    /// The entity's JSON in a device's document, with its ids.
    func json(of device: String) -> JSONValue {
        with("uniq_id", text: "\(device)_\(key)").with("def_ent_id", text: "\(platform).\(HomeNames.id(device))_\(key)")
            .object
    }

    private var object: JSONValue { .object(members) }
}

/// A topic that reports availability by `online` and `offline`.
struct HomeAvailability: Sendable, Hashable {
    let topic: String
    /// The template that extracts the word; nil if the payload is the word itself, and other payloads are ignored.
    var template: String?

    /// The availability of a process.
    static func process(_ address: BusAddress) -> Self { Self(topic: Presence.topic(address)) }

    var json: JSONValue {
        var members: [String: JSONValue] = ["t": .string(topic)]
        members["val_tpl"] = template.map(JSONValue.string)
        return .object(members)
    }
}

/// One device of Home Assistant: its description and its entities.
struct HomeDevice: Sendable, Hashable {
    /// The device's id, unique across all sites.
    let id: String
    let name: String
    let model: String
    /// The device through which it is connected; nil for the site itself, and for parts of the site.
    let via: String?
    /// The device that it is a part of, whose facts its document includes; nil for a separate device.
    var whole: Facts?
    /// The distance from the site, because parents are published first.
    let depth: Int
    let availability: [HomeAvailability]
    let components: [HomeComponent]

    /// The description of a device.
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

    /// The device's description.
    var facts: Facts { Facts(id: id, name: name, model: model) }

    /// The discovery document, which removes the entities in `gone` from the device.
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

    /// The entities in a document of an earlier run, by key; nil for any other message.
    static func earlier(_ message: BusMessage) -> [String: JSONValue]? {
        guard message.retain, message.topic.hasSuffix("/config"),
            // Absent is nil: an unreadable document is another program's.
            let document = try? WireJSON.decode(JSONValue.self, from: message.payload)
        else { return nil }
        var device = document
        if case .array(let found)? = document[parts], let part = found.first { device = part }
        guard case .object(let found)? = device[entities] else { return nil }
        return found
    }

    /// The kinds of its entities, by key.
    var platforms: [String: String] {
        Dictionary(components.map { ($0.key, $0.platform) }) { first, _ in first }
    }
}
