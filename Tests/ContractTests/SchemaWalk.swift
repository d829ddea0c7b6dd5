import MessageBus
import Testing

/// Walks an example along its schema.
struct SchemaWalk {
    /// An object of the example and the schema that describes it.
    struct Place {
        let path: [JSONStep]
        /// The schema's file and name, the same for all messages that share it.
        let schemaName: String
        let schema: JSONValue
        let value: JSONValue
    }

    private(set) var places: [Place] = []

    /// Walks a whole message: the envelope, then its data.
    init(message: String, example: JSONValue) throws {
        let file = "\(message).json"
        let schema = try TopicFiles.json("schemas/\(file)")
        places.append(
            Place(
                path: [],
                schemaName: "envelope",
                schema: try TopicFiles.json("schemas/envelope.json"),
                value: example
            )
        )
        let data = try #require(schema.at("properties", "data"))
        try walk(try #require(example["data"]), data, of: schema, file, [.key("data")])
    }

    private mutating func walk(
        _ value: JSONValue,
        _ schema: JSONValue,
        of document: JSONValue,
        _ file: String,
        _ path: [JSONStep]
    ) throws {
        if value == .null { return }
        if let reference = schema["$ref"]?.text {
            return try follow(reference, value, of: document, file, path)
        }
        if let first = schema["anyOf"]?.elements.first { return try walk(value, first, of: document, file, path) }
        if let items = schema["items"] {
            for (index, element) in value.elements.enumerated() {
                try walk(element, items, of: document, file, path + [.index(index)])
            }
        }
        if let additional = schema["additionalProperties"] {
            for (key, member) in value.members { try walk(member, additional, of: document, file, path + [.key(key)]) }
        }
        guard let properties = schema["properties"]?.members else { return }
        places.append(Place(path: path, schemaName: "\(file) \(path)", schema: schema, value: value))
        for (key, member) in value.members {
            if let property = properties[key] { try walk(member, property, of: document, file, path + [.key(key)]) }
        }
    }

    private mutating func follow(
        _ reference: String,
        _ value: JSONValue,
        of document: JSONValue,
        _ file: String,
        _ path: [JSONStep]
    ) throws {
        let prefix = "#/$defs/"
        guard reference.hasPrefix(prefix) else {
            return try walkNamed(reference, value, try TopicFiles.json("schemas/\(reference)"), reference, path)
        }
        let name = String(reference.dropFirst(prefix.count))
        let target = try #require(document.at("$defs", name), "\(file) has no \(reference)")
        try walkNamed(name, value, target, of: document, file, path)
    }

    private mutating func walkNamed(
        _ name: String,
        _ value: JSONValue,
        _ target: JSONValue,
        of document: JSONValue? = nil,
        _ file: String,
        _ path: [JSONStep]
    ) throws {
        let before = places.count
        try walk(value, target, of: document ?? target, file, path)
        guard places.count > before, places[before].path == path else { return }
        places[before] = Place(path: path, schemaName: name, schema: target, value: value)
    }
}
