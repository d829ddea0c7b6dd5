public import FoundationEssentials

/// A piece of work within a trace, reported when it has ended (OpenTelemetry's span).
public struct TraceSpan: Sendable, Hashable {
    /// The side of a call on which the work is done, by OpenTelemetry's numbers.
    public enum Kind: Int, Sendable {
        case inner = 1
        case server = 2
        case client = 3
    }

    /// The trace's id, 32 hexadecimal digits.
    public let traceID: String
    /// The span's own id, 16 hexadecimal digits.
    public let spanID: String
    /// The span above it; nil for the first of its trace.
    public let parentID: String?
    /// The kind of work, a constant such as `record.post`: never a value or a person's name.
    public let name: String
    /// The side of a call.
    public let kind: Kind
    /// The start of the work.
    public let start: Date
    /// The end of the work.
    public let end: Date
    /// Attributes, from the contract's words and numbers: never a value, a person or a device.
    public let attributes: [String: String]
    /// Whether the work failed.
    public let hasFailed: Bool

    /// Creates a span.
    ///
    /// - Parameter place: The span's place in its trace.
    public init(
        _ name: String,
        at place: TracePlace,
        kind: Kind,
        from start: Date,
        to end: Date,
        attributes: [String: String] = [:],
        hasFailed: Bool = false
    ) {
        (traceID, spanID, parentID) = (place.traceID, place.spanID, place.parentID)
        (self.name, self.kind, self.start, self.end) = (name, kind, start, end)
        (self.attributes, self.hasFailed) = (attributes, hasFailed)
    }
}

/// The place of a span in its trace.
public struct TracePlace: Sendable, Hashable {
    /// The trace's id.
    public let traceID: String
    /// The span's id.
    public let spanID: String
    /// The span above it.
    public let parentID: String?

    /// The first span of a trace.
    ///
    /// - Parameter parent: The ids of the trace and the span.
    public init(first parent: TraceParent) {
        (traceID, spanID, parentID) = (parent.traceID, parent.spanID, nil)
    }

    /// A new span below another one.
    public init(below parent: TraceParent) {
        let own = TraceParent.next(after: parent)
        (traceID, spanID, parentID) = (own.traceID, own.spanID, parent.spanID)
    }
}

/// Receives spans; it must not wait.
public protocol TraceSink: Sendable {
    /// Receives a span that has ended.
    func record(_ span: TraceSpan)
}
