public import FoundationEssentials

/// The frame of every JSON message: CloudEvents 1.0, structured mode, with this project's extensions.
public struct Envelope<Payload: Codable & Sendable>: Codable, Sendable {
    /// The CloudEvents version, always `1.0`.
    public var specversion = "1.0"
    /// The message's id, UUIDv7; a repeat has the same id.
    public var id: String
    /// The sender, `/site/hub/actor/instance`.
    public var source: String
    /// `vitalbus.{name}.v1`.
    public var type: String
    /// The time of the message's creation.
    public var time: Date
    /// The media type of `data`.
    public var datacontenttype: String? = "application/json"
    /// W3C trace context.
    public var traceparent: String?
    /// The sender's process, newer is greater.
    public var epoch: Int64?
    /// The sender's message number within its epoch.
    public var seq: Int64?
    /// The correlation id, which a reply repeats.
    public var correlationid: String?
    /// The topic for a reply.
    public var replyto: String?
    /// The deadline for an answer.
    public var deadline: Date?
    /// The content.
    public var data: Payload

    /// Creates an envelope; the sender's client fills the rest.
    public init(id: String, source: String, type: String, time: Date, data: Payload) {
        self.id = id
        self.source = source
        self.type = type
        self.time = time
        self.data = data
    }

    /// The MQTT properties that repeat the envelope's attributes.
    public var properties: BusProperties {
        var user = [BusProperties.UserProperty(name: "id", value: id), .init(name: "type", value: type)]
        if let traceparent { user.append(.init(name: "traceparent", value: traceparent)) }
        return BusProperties(
            contentType: "application/cloudevents+json",
            responseTopic: replyto,
            correlationData: correlationid,
            userProperties: user
        )
    }

    /// Reads an envelope of any payload type.
    ///
    /// - Throws: ``BusError`` `malformed` if it is not a CloudEvents 1.0 envelope with this payload.
    public static func decode(_ bytes: [UInt8]) throws -> Self {
        try BusMessage.checkSize(bytes)
        // Absent is nil: the whole envelope is decoded again, because that error names the field.
        if let (header, data) = EnvelopeReader.read(bytes),
            let payload = try? WireJSON.decode(Payload.self, from: Data(bytes[data]))
        {
            return Self(header, data: payload)
        }
        return try decodeByCodable(bytes)
    }

    /// The envelope's text.
    ///
    /// - Throws: `EncodingError` for a value JSON cannot hold.
    public func encoded() throws -> [UInt8] {
        // Absent is nil: the whole envelope is encoded again, and that throws.
        if let data = try? WireJSON.encode(data), let text = EnvelopeWriter.text(self, around: data) { return text }
        return try encodedByCodable()
    }

    /// Decodes an envelope by `Codable` only, which defines what is accepted.
    package static func decodeByCodable(_ bytes: [UInt8]) throws -> Self {
        let envelope = try WireJSON.decode(Self.self, from: bytes)
        guard envelope.specversion == "1.0" else {
            throw BusError(.malformed, message: "specversion '\(envelope.specversion.prefix(16))' is not 1.0")
        }
        return envelope
    }

    /// Encodes an envelope by `Codable` only, which defines what is written.
    package func encodedByCodable() throws -> [UInt8] {
        let value: any Encodable = self
        return try WireJSON.encode(value)
    }
}

/// An envelope with decoded attributes; its content is decoded once the type is known.
package struct EnvelopeText: Sendable {
    /// The attributes.
    package let header: Envelope<IgnoredPayload>
    /// Whether the attributes were read without `Codable`.
    package var isQuick: Bool { data != nil }
    private let bytes: [UInt8]
    /// The content's place in the bytes; nil if `Codable` decodes the whole envelope.
    private let data: Range<Int>?

    /// Reads the attributes.
    ///
    /// - Throws: ``BusError`` `malformed` if it is not a CloudEvents 1.0 envelope, `payloadTooLarge` over 64 KiB.
    package init(_ bytes: [UInt8]) throws {
        try BusMessage.checkSize(bytes)
        self.bytes = bytes
        if let found = EnvelopeReader.read(bytes) {
            (header, data) = found
        } else {
            (header, data) = (try Envelope<IgnoredPayload>.decodeByCodable(bytes), nil)
        }
    }

    /// Reads the content.
    ///
    /// - Throws: ``BusError`` `malformed`, naming the field, or the error of the payload's `init`.
    package func data<Payload: Codable & Sendable>(as type: Payload.Type = Payload.self) throws -> Payload {
        // Absent is nil: the whole envelope is decoded again.
        if let data, let payload = try? WireJSON.decode(type, from: Data(bytes[data])) { return payload }
        return try Envelope<Payload>.decodeByCodable(bytes).data
    }
}

extension Envelope {
    fileprivate init(_ header: Envelope<IgnoredPayload>, data: Payload) {
        self.init(id: header.id, source: header.source, type: header.type, time: header.time, data: data)
        datacontenttype = header.datacontenttype
        traceparent = header.traceparent
        epoch = header.epoch
        seq = header.seq
        correlationid = header.correlationid
        replyto = header.replyto
        deadline = header.deadline
    }
}

/// A payload that is skipped, to decode an envelope's attributes only.
public struct IgnoredPayload: Codable, Sendable {
    /// Accepts any content.
    public init(from decoder: any Decoder) throws {}
    /// Creates an empty payload.
    public init() {}
    /// Writes an empty object.
    public func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: NoKeys.self)
    }

    private enum NoKeys: CodingKey {}
}

extension Envelope where Payload == IgnoredPayload {
    /// Reads an envelope's attributes.
    ///
    /// - Throws: The errors of any other payload.
    public static func decode(_ bytes: [UInt8]) throws -> Self { try EnvelopeText(bytes).header }

    /// The message with content that is already JSON, in this project's form.
    ///
    /// - Parameter data: A JSON value, which is not checked.
    /// - Throws: `EncodingError` for attributes that JSON cannot hold, ``BusError`` `internalError` when there is no
    ///   place for the content.
    public func encoded(data: [UInt8]) throws -> [UInt8] {
        if let text = EnvelopeWriter.text(self, around: data) { return text }
        var bytes = try encodedByCodable()
        // Quotes within texts are escaped, so these bytes occur only at the envelope's own member.
        guard let place = bytes.firstRange(of: Array(#""data":{}"#.utf8)) else {
            throw BusError(.internalError, message: "the envelope has no field for its content")
        }
        bytes.replaceSubrange(place.upperBound - 2..<place.upperBound, with: data)
        return bytes
    }
}
