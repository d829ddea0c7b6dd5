internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Writes spans as lines of OTLP in JSON, which OpenTelemetry collectors can read
/// (https://opentelemetry.io/docs/specs/otel/protocol/file-exporter).
///
/// At its size limit the file is renamed to `….1`, replacing an earlier one.
final class TraceFile: TraceSink {
    /// The size limit of the file in bytes.
    private static let limit = 4 << 20

    private let file: LogFile
    private let resource: Resource
    private let version: String

    /// Creates a sink for a path; the file is created with the first span.
    init(_ path: String, address: BusAddress, version: String) {
        file = LogFile(path, limit: Self.limit)
        self.version = version
        resource = Resource(attributes: [
            Attribute("service.name", is: "vitalbus.\(address.actor)"), Attribute("service.version", is: version),
            Attribute("service.instance.id", is: address.principal),
        ])
    }

    func record(_ span: TraceSpan) {
        let scope = ScopeSpans(scope: Scope(name: "vitalbus", version: version), spans: [Span(span)])
        let request = Request(resourceSpans: [ResourceSpans(resource: resource, scopeSpans: [scope])])
        // Absent is nil: a span that cannot be written is dropped, because tracing must not stop the process.
        guard let line = try? WireJSON.encode(request) else { return }
        file.append(line + [UInt8(ascii: "\n")])
    }

    private struct Request: Encodable {
        let resourceSpans: [ResourceSpans]
    }

    private struct ResourceSpans: Encodable {
        let resource: Resource
        let scopeSpans: [ScopeSpans]
    }

    private struct Resource: Encodable, Sendable {
        let attributes: [Attribute]
    }

    private struct ScopeSpans: Encodable {
        let scope: Scope
        let spans: [Span]
    }

    private struct Scope: Encodable {
        let name: String
        let version: String
    }

    private struct Attribute: Encodable, Sendable {
        struct Value: Encodable, Sendable {
            let stringValue: String
        }

        let key: String
        let value: Value

        init(_ key: String, is text: String) { (self.key, value) = (key, Value(stringValue: text)) }
    }

    private struct Span: Encodable {
        struct Status: Encodable {
            /// 1 for success, 2 for failure.
            let code: Int
        }

        let traceId: String
        let spanId: String
        let parentSpanId: String?
        let name: String
        let kind: Int
        let startTimeUnixNano: String
        let endTimeUnixNano: String
        let attributes: [Attribute]
        let status: Status

        init(_ span: TraceSpan) {
            (traceId, spanId, parentSpanId) = (span.traceID, span.spanID, span.parentID)
            (name, kind) = (span.name, span.kind.rawValue)
            (startTimeUnixNano, endTimeUnixNano) = (Self.nanoseconds(span.start), Self.nanoseconds(span.end))
            attributes = span.attributes.sorted { $0.key < $1.key }.map { Attribute($0.key, is: $0.value) }
            status = Status(code: span.hasFailed ? 2 : 1)
        }

        /// Formats nanoseconds as text, because 64-bit numbers are texts in OTLP's JSON.
        private static func nanoseconds(_ time: Date) -> String {
            "\(Int64(clamping: (time.timeIntervalSince1970 * 1_000_000).rounded()))000"
        }
    }
}
