internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// What every receiver does with a message before it knows the content.
enum EnvelopeReceiver {
    /// Reads the header, strictly and for an answer to what is no envelope, and any content.
    static func take(_ bytes: [UInt8]) throws {
        _ = RequestHeader(lenient: bytes)
        let header = try Envelope<IgnoredPayload>.decode(bytes)
        _ = header.traceparent.flatMap(TraceParent.init).map { TraceParent.next(after: $0).description }
        _ = try header.replyto.map { try TopicFilter("\(BusAddress.root)/s/+/reply/+").matches($0) }
        _ = try? TopicFilter(header.replyto ?? "")
        _ = header.properties
        let left = header.deadline.map { $0.timeIntervalSince(header.time) }
        _ = left.map { Duration.milliseconds(Int64(clamping: $0 * 1_000)) }
        _ = WireJSON.timeText(header.time)
        _ = try header.encoded(data: Array("null".utf8))
        let whole = try Envelope<JSONValue>.decode(bytes)
        _ = try WireJSON.encode(whole)
    }
}
