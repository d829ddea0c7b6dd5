public import FoundationEssentials
public import MessageBus
internal import VitalRecords

/// The trace of one reading across all processes, from its producer to its destination.
///
/// Its ids derive from the reading's key, which travels with it through stores and restarts. So a trace needs no
/// storage of its own.
public struct ReadingTrace: Sendable {
    /// The names of spans.
    public enum Step: String, Sendable {
        /// A producer hands a reading over: from the request to the session manager's reply. This is the trace's first
        /// span.
        case handOver = "reading.handOver"
        /// The session manager decides whose the reading is, and commits the decision.
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

    /// One span of it.
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
    /// Records a step that handles several readings at once, with the result of each.
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
