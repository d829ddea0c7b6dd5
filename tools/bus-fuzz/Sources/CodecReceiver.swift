internal import FoundationEssentials
internal import MessageBus

/// Holds the reader and the writer of envelopes against `Codable`.
enum CodecReceiver {
    /// Reads the attributes, any content and a reply both ways, and writes what was read both ways.
    ///
    /// - Throws: What both refuse it with.
    static func take(_ bytes: [UInt8]) throws {
        _ = try compare(IgnoredPayload.self, bytes)
        _ = try? compare(ReplyPayload<JSONValue>.self, bytes)
        let envelope = try compare(JSONValue.self, bytes)
        let whole = try EnvelopeText(bytes)
        let header = try Envelope<IgnoredPayload>.decodeByCodable(bytes)
        precondition(text(whole.header) == text(header), "the attributes differ")
        let content: JSONValue = try whole.data()
        precondition(content == envelope.data, "the content differs")
    }

    private static func compare<Payload>(_ type: Payload.Type, _ bytes: [UInt8]) throws -> Envelope<Payload>
    where Payload: Codable & Sendable {
        let quick = Result { try Envelope<Payload>.decode(bytes) }
        // A payload that is too large is refused before it is read.
        guard bytes.count <= BusMessage.payloadLimit else { return try quick.get() }
        let slow = Result { try Envelope<Payload>.decodeByCodable(bytes) }
        switch (quick, slow) {
        case (.success(let quick), .success(let slow)):
            precondition(text(quick) == text(slow), "an envelope of \(Payload.self) is read differently")
        case (.failure(let quick), .failure(let slow)):
            precondition("\(quick)" == "\(slow)", "'\(quick)' is not '\(slow)'")
        case (.success, .failure(let error)): preconditionFailure("it was read, which Codable refuses: \(error)")
        case (.failure(let error), .success): preconditionFailure("it was refused, which Codable reads: \(error)")
        }
        return try quick.get()
    }

    /// What is written, which both ways must agree on.
    private static func text<Payload>(_ envelope: Envelope<Payload>) -> [UInt8]? {
        let slow = try? envelope.encodedByCodable()
        precondition((try? envelope.encoded()) == slow, "an envelope is written differently")
        return slow
    }
}
