public import FoundationEssentials
public import MessageBus
internal import VitalRecords

/// The trace of one reading over all processes, from its producer to its destination.
///
/// Its ids follow from the reading's key, which goes the whole way with it through stores and restarts; nothing has to be kept
/// for a trace beside it.
public struct ReadingTrace: Sendable {
    /// The names of spans.
    public enum Step: String, Sendable {
        /// A producer hands a reading over, from the request to the session manager's reply; the first span of the trace.
        case handOver = "reading.handOver"
        /// The session manager decides whose it is, and commits that.
        case take = "reading.take"
        /// An uploader sends the record, until the destination's answer.
        case post = "record.post"
    }

    // Drawn once at random.
    private static let namespace = UUID(
        uuid: (0x6F, 0x1F, 0x6A, 0x52, 0x3C, 0x0B, 0x4E, 0x0E, 0x9D, 0x7C, 0x0C, 0x8A, 0x1F, 0x0E, 0x7B, 0x35)
    )

    private let root: TraceParent

    /// The trace of the reading with a key.
    public init(_ key: String) {
        let trace = UUID.v5(namespace: Self.namespace, name: key.utf8)
        let span = UUID.v5(namespace: trace, name: Step.handOver.rawValue.utf8)
        root = TraceParent(
            traceID: trace.lowercaseString.filter { $0 != "-" },
            spanID: String(span.lowercaseString.filter { $0 != "-" }.prefix(16))
        )
    }

    /// A span of it.
    public func span(
        _ step: Step,
        from start: Date,
        to end: Date,
        attributes: [String: String] = [:],
        hasFailed: Bool = false
    ) -> TraceSpan {
        TraceSpan(
            step.rawValue,
            at: step == .handOver ? TracePlace(first: root) : TracePlace(below: root),
            kind: step == .take ? .server : .client,
            from: start,
            to: end,
            attributes: attributes,
            hasFailed: hasFailed
        )
    }
}

extension TraceSink {
    /// Takes a step that is done for several readings at once, and what came of each.
    public func record(
        _ step: ReadingTrace.Step,
        of results: [SubmittedRecords.Result],
        from start: Date,
        to end: Date
    ) {
        for result in results {
            let span = ReadingTrace(result.readingKey.rawValue).span(
                step,
                from: start,
                to: end,
                attributes: ["vitalbus.outcome": result.outcome.rawValue],
                hasFailed: result.outcome == .refused
            )
            record(span)
        }
    }
}
