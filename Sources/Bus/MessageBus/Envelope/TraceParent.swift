/// A W3C trace context's `traceparent`, version 00 (https://www.w3.org/TR/trace-context/#traceparent-header).
public struct TraceParent: Sendable, Hashable, CustomStringConvertible {
    /// The trace's id, 32 hexadecimal digits, not all zero.
    public let traceID: String
    /// The calling span's id, 16 hexadecimal digits, not all zero.
    public let spanID: String
    /// Whether the caller records the trace.
    public let isSampled: Bool

    /// The context of the current work.
    @TaskLocal public static var current: TraceParent?

    /// Parses a header; nil if it is not of version 00 to fe (§3.2.2: version 00 has four parts, later ones may have
    /// more).
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(Substring.init)
        guard parts.count >= 4, Self.isHex(parts[0], digits: 2), parts[0] != "ff", parts[0] != "00" || parts.count == 4,
            Self.isID(parts[1], digits: 32), Self.isID(parts[2], digits: 16),
            Self.isHex(parts[3], digits: 2), let flags = UInt8(parts[3], radix: 16)
        else { return nil }
        traceID = String(parts[1])
        spanID = String(parts[2])
        isSampled = flags & 1 == 1
    }

    /// Starts a trace, or continues the present one with a new span.
    public static func next(after parent: TraceParent? = current) -> TraceParent {
        var random = SystemRandomNumberGenerator()
        return next(after: parent, using: &random)
    }

    /// Starts a trace, or continues one with a new span, with ids of a given generator.
    public static func next(after parent: TraceParent?, using random: inout some RandomNumberGenerator) -> TraceParent {
        TraceParent(
            traceID: parent?.traceID ?? hex(random.next() | 1) + hex(random.next()),
            spanID: hex(random.next() | 1),
            isSampled: parent?.isSampled ?? true
        )
    }

    /// The header's text.
    public var description: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

    /// Creates a context from ids that are known to be valid.
    ///
    /// - Parameters:
    ///   - traceID: 32 lower-case hexadecimal digits, not all zero.
    ///   - spanID: 16 of them, not all zero.
    package init(traceID: String, spanID: String, isSampled: Bool = true) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = stride(from: 60, through: 0, by: -4).map { shift in
            let digit = UInt8(truncatingIfNeeded: value >> UInt64(shift) & 0xF)
            return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func isID(_ text: Substring, digits: Int) -> Bool {
        isHex(text, digits: digits) && text.utf8.contains { $0 != UInt8(ascii: "0") }
    }

    /// Whether a text is lower-case ASCII hex of a length.
    private static func isHex(_ text: Substring, digits: Int) -> Bool {
        text.utf8.count == digits
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
    }
}
