/// A typed topic of the contract whose payload is in an envelope.
public struct Topic<Payload: Codable & Sendable>: Sendable {
    /// The topic's shape and rights.
    public let descriptor: TopicDescriptor

    /// Creates a topic.
    public init(
        _ name: String,
        at template: String,
        quality: BusQuality = .atLeastOnce,
        retain: Bool = false,
        writers: [TopicGrant],
        readers: [TopicGrant],
        server: BusRole? = nil,
        carriesValues: Bool = false,
        file: String = #fileID,
        line: Int = #line
    ) {
        descriptor = TopicDescriptor(
            name: name,
            template: template,
            quality: quality,
            retain: retain,
            content: .envelope(Payload.self),
            writers: writers,
            readers: readers,
            server: server,
            carriesValues: carriesValues,
            file: file,
            line: line
        )
    }

    /// A filter for this topic at one hub, or at all hubs of a site.
    ///
    /// - Throws: ``BusError`` `invalidTopic`.
    public func filter(site: String, hub: String?, values: [String: String] = [:]) throws -> TopicFilter {
        try TopicFilter("\(BusAddress.root)/\(site)/\(hub ?? "+")/\(descriptor.leaf(values))")
    }
}

/// A typed request of the contract and its reply.
public struct Operation<Body: Codable & Sendable, Reply: Codable & Sendable>: Sendable {
    /// The actor that serves it.
    public let server: BusRole
    /// The operation's name, a level of its topic.
    public let name: String
    /// The request's topic.
    public let request: Topic<Body>
    /// The reply's message; its topic is the caller's own.
    public let reply: Topic<ReplyPayload<Reply>>

    /// Creates an operation.
    ///
    /// - Parameters:
    ///   - server: The actor that serves it.
    ///   - name: The operation's name.
    ///   - callers: The roles that may call it.
    public init(
        _ server: BusRole,
        name: String,
        callers: [BusRole],
        file: String = #fileID,
        line: Int = #line
    ) {
        self.server = server
        self.name = name
        let template = "request/\(server.rawValue)/\(name)/{caller}"
        request = Topic(
            "\(server.rawValue).\(name).request",
            at: template,
            writers: callers.map { TopicGrant($0, reach: .servers) },
            readers: [TopicGrant(server, reach: .own)],
            server: server,
            file: file,
            line: line
        )
        reply = Topic(
            "\(server.rawValue).\(name).reply",
            at: "reply/{client}",
            writers: [TopicGrant(server, reach: .peers)],
            readers: callers.map { TopicGrant($0, reach: .own) },
            server: server,
            file: file,
            line: line
        )
    }
}

/// A reply: the result, or an error.
public struct ReplyPayload<Result: Codable & Sendable>: Codable, Sendable {
    /// The result.
    public let ok: Result?
    /// The error.
    public let error: WireFault?

    /// Creates a successful reply.
    public init(ok: Result) {
        self.ok = ok
        error = nil
    }

    /// Creates an error reply.
    public init(error: WireFault) {
        ok = nil
        self.error = error
    }
}

/// An error on the wire: in replies, events and states.
public struct WireFault: Codable, Sendable, Hashable {
    /// A stable code; unknown ones are passed on.
    public let code: String
    /// What happened and what to do about it.
    public let message: String
    /// Whether a later attempt may succeed.
    public let retriable: Bool

    /// Creates a fault.
    public init(code: String, message: String, retriable: Bool) {
        self.code = code
        self.message = message
        self.retriable = retriable
    }

    /// Creates a fault from an error.
    public init(_ error: BusError) {
        self.init(code: error.code.rawValue, message: error.message, retriable: error.isRetriable)
    }

    /// The fault as an error on the caller's side.
    public var error: BusError { BusError(.init(rawValue: code), message: message, isRetriable: retriable) }
}
