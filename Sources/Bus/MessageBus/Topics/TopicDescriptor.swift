/// A topic of the contract: its shape, delivery, writers and readers.
public struct TopicDescriptor: Sendable {
    /// The form of a payload.
    public enum Content: Sendable {
        /// A CloudEvents envelope whose `data` is of this type.
        case envelope(any (Codable & Sendable).Type)
        /// Plain text, one of these values.
        case words([String])
    }

    /// The message's name: the example, schema and CloudEvents type are named by it.
    public let name: String
    /// The topic below `vitalbus/v1/{site}/{hub}/`, with `{variables}`.
    public let template: String
    /// The delivery guarantee.
    public let quality: BusQuality
    /// Whether the broker keeps the last value.
    public let retain: Bool
    /// The form of a payload.
    public let content: Content
    /// The roles that may publish.
    public let writers: [TopicGrant]
    /// The roles that may subscribe.
    public let readers: [TopicGrant]
    /// The actor that serves the topic, for requests and work.
    public let server: BusRole?
    /// Whether a payload contains measured values of whole hubs if they are shared there.
    public let carriesValues: Bool
    /// The place of its declaration, such as `Module/File.swift:12`, by which its documentation is found.
    public let declaration: String
    /// The levels of ``template``, with the name of each variable.
    ///
    /// They are split once, because each right of each account is derived from them.
    private let levels: [(text: String, variable: String?)]

    /// Creates a topic of the contract.
    public init(
        name: String,
        template: String,
        quality: BusQuality = .atLeastOnce,
        retain: Bool = false,
        content: Content,
        writers: [TopicGrant],
        readers: [TopicGrant],
        server: BusRole? = nil,
        carriesValues: Bool = false,
        file: String = #fileID,
        line: Int = #line
    ) {
        self.name = name
        self.template = template
        self.quality = quality
        self.retain = retain
        self.content = content
        self.writers = writers
        self.readers = readers
        self.server = server
        self.carriesValues = carriesValues
        declaration = "\(file):\(line)"
        levels = template.split(separator: "/").map { level in
            let isVariable = level.hasPrefix("{") && level.hasSuffix("}")
            return (String(level), isVariable ? String(level.dropFirst().dropLast()) : nil)
        }
    }

    /// Decodes a message and encodes it again; plain text is unchanged.
    ///
    /// - Throws: ``BusError`` `malformed`, naming the field but never its content.
    public func roundTrip(_ bytes: [UInt8]) throws -> [UInt8] {
        func roundTrip<Payload: Codable & Sendable>(_ payload: Payload.Type) throws -> [UInt8] {
            try WireJSON.encode(Envelope<Payload>.decode(bytes))
        }
        guard case .envelope(let payload) = content else { return bytes }
        return try roundTrip(payload)
    }

    /// The CloudEvents type of the message.
    public var type: String { "vitalbus.\(name).v1" }

    /// The operation's name, for a request.
    public var operation: String? {
        let levels = template.split(separator: "/")
        return levels.count > 2 && levels[0] == "request" ? String(levels[2]) : nil
    }

    /// The filters, below its own hub, by which the process that serves the topic receives messages of all writers.
    ///
    /// Brokers that were set up before topics named their caller permit publishing to the topic without that level.
    public var servedLeaves: [String] {
        let all = leaf()
        guard template.hasSuffix("/{caller}") else { return [all] }
        return [all, template.split(separator: "/").dropLast().joined(separator: "/")]
    }

    /// The topic with its variables filled in.
    public func leaf(_ values: [String: String] = [:]) -> String {
        levels.map { level in level.variable.map { values[$0] ?? "+" } ?? level.text }.joined(separator: "/")
    }
}
