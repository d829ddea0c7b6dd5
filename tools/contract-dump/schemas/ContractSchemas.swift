package import BusContract
internal import FoundationEssentials
package import MessageBus
internal import VitalRecords

/// The JSON Schemas of the contract's messages, made from the payloads' types.
package struct ContractSchemas {
    /// The lists of words that were met, by the names of their types.
    package private(set) var words: [String: any ContractWord.Type] = [:]
    private let names: Set<String>
    private var definitions: [String: SchemaNode] = [:]

    /// Makes schemas of topics, which know each other's names.
    package init(_ topics: [TopicDescriptor] = Contract.topics) {
        names = Set(topics.map(\.name))
    }

    /// The whole schema of a message; the documentation has its descriptions.
    ///
    /// - Throws: An error that names a type or a field that cannot be described.
    package mutating func schema(of topic: TopicDescriptor) throws -> SchemaNode {
        let head: SchemaNode = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .text(topic.name),
        ]
        switch topic.content {
        case .words(let words): return head.adding(["type": "string", "enum": .list(words.map(SchemaNode.text))])
        case .envelope(let payload):
            definitions = [:]
            let data = try data(payload)
            let envelope: SchemaNode = ["allOf": [["$ref": "envelope.json"]]]
            let content: SchemaNode = ["properties": ["type": ["const": .text(topic.type)], "data": data]]
            return head.adding(envelope).adding(required(topic)).adding(content).adding(defs)
        }
    }

    private var defs: SchemaNode {
        guard !definitions.isEmpty else { return [:] }
        let sorted = definitions.sorted { $0.key < $1.key }
        return ["$defs": .object(sorted.map { SchemaNode.Member($0.key, $0.value) })]
    }

    /// What the envelope of a request and of a reply has to have.
    private func required(_ topic: TopicDescriptor) -> SchemaNode {
        if topic.name.hasSuffix(".reply") { return ["required": ["correlationid"]] }
        let reply = topic.operation == nil ? topic.name + ".reply" : topic.name.dropLast("request".count) + "reply"
        return names.contains(reply) ? ["required": ["correlationid", "replyto"]] : [:]
    }

    private mutating func data(_ payload: any Decodable.Type) throws -> SchemaNode {
        guard let reply = payload as? any ReplyMessage.Type else { return try value(payload) }
        return [
            "description": "The result, or what went wrong.",
            "type": "object",
            "oneOf": [["required": ["ok"]], ["required": ["error"]]],
            "properties": ["ok": try value(reply.result), "error": ["$ref": "fault.json"]],
        ]
    }

    private mutating func value(_ type: any Decodable.Type) throws -> SchemaNode {
        if let known = Self.scalars[ObjectIdentifier(type)] { return known }
        if let word = type as? any ContractWord.Type { return self.word(word) }
        if let list = type as? any ListField.Type { return ["type": "array", "items": try value(list.element)] }
        if let table = type as? any TableField.Type {
            return ["type": "object", "additionalProperties": try value(table.value)]
        }
        if let id = type as? any CheckedField.Type { return try checked(value(id.wrapped)) }
        if let optional = type as? any NullableField.Type { return Self.nullable(try value(optional.wrapped)) }
        let name = Self.name(type)
        if definitions[name] == nil {
            definitions[name] = [:]
            definitions[name] = try object(type)
        }
        return ["$ref": .text("#/$defs/\(name)")]
    }

    /// The schema of an id, or of a list of them.
    private func checked(_ node: SchemaNode) throws -> SchemaNode {
        if case .object(let members) = node, node["items"] != nil {
            return .object(members.map { $0.name == "items" ? SchemaNode.Member("items", Self.id) : $0 })
        }
        return Self.id
    }

    /// What ``WireID`` checks.
    private static let id: SchemaNode = [
        "type": "string", "minLength": 1, "maxLength": .number(WireID.limit),
        "pattern": "^(?!\\.{1,2}$)[A-Za-z0-9_.:-]+$",
    ]

    private mutating func word<Word: ContractWord>(_ type: Word.Type) -> SchemaNode {
        words[Self.name(type)] = type
        return ["type": "string", "examples": .list(type.known.map { .text($0.rawValue) })]
    }

    private mutating func object(_ type: any Decodable.Type) throws -> SchemaNode {
        let fields = try FieldProbe.fields(of: type)
        var limits = (type as? any LimitedFields.Type)?.limits ?? [:]
        var (required, properties): ([SchemaNode], [SchemaNode.Member]) = ([], [])
        for field in fields {
            let isNullable = field.type is any NullableField.Type
            if isNullable || !field.isOptional { required.append(.text(field.name)) }
            let value = try value(field.type).adding(limits.removeValue(forKey: field.name)?.node ?? [:])
            properties.append(SchemaNode.Member(field.name, value))
        }
        if let lost = limits.keys.min() { throw Unlimited(description: "\(type) has no field '\(lost)' to limit") }
        return (["type": "object"] as SchemaNode)
            .adding(required.isEmpty ? [:] : ["required": .list(required)])
            .adding(["properties": .object(properties)])
            .adding(Self.rules[ObjectIdentifier(type)] ?? [:])
    }
}

/// A limit of a field that is not there.
struct Unlimited: Error, CustomStringConvertible { let description: String }

extension FieldLimit {
    /// What a schema says of it.
    var node: SchemaNode {
        switch self {
        case .within(let range): ["minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
        case .atLeast(let least): ["minimum": .number(least)]
        case .elements(let most): ["maxItems": .number(most)]
        case .like(let examples): ["examples": .list(examples.map(SchemaNode.text))]
        }
    }
}
