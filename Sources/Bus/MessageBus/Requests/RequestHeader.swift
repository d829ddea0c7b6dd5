/// The header of an incomplete request envelope: enough to answer it, with each part that is present.
package struct RequestHeader: Decodable {
    private(set) var id: String?
    private(set) var source: String?
    private(set) var correlationid: String?
    private(set) var replyto: String?
    private(set) var traceparent: String?

    private enum CodingKeys: String, CodingKey {
        case id, source, correlationid, replyto, traceparent
    }

    /// Reads the readable parts; none of a payload that is too large, or not a JSON object.
    package init(lenient bytes: [UInt8]) {
        guard bytes.count <= BusMessage.payloadLimit,
            // Absent is nil: a message that is not a JSON object has no members.
            let header = try? WireJSON.decode(Self.self, from: bytes)
        else { return }
        self = header
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Absent is nil: a member of another kind counts as missing.
        id = try? container.decode(String.self, forKey: .id)
        source = try? container.decode(String.self, forKey: .source)
        correlationid = try? container.decode(String.self, forKey: .correlationid)
        replyto = try? container.decode(String.self, forKey: .replyto)
        traceparent = try? container.decode(String.self, forKey: .traceparent)
    }
}
