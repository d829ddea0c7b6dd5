/// An incremental splitter of multipart streams (RFC 2046 §5.1, such as `multipart/x-mixed-replace`).
///
/// Cameras differ: with or without `Content-Length`, and with the boundary in the content type with or without the
/// dashes of the stream. A delimiter is therefore a line of any number of dashes, the boundary without its leading
/// dashes, and dashes again after the last part. It is a pure state machine: bytes in, parts out, memory bounded.
package struct MultipartSplitter: Sendable {
    /// The limits of memory.
    package let limits: MultipartLimits
    private let boundary: [UInt8]
    private var held: [UInt8] = []
    /// Bytes before this position are no longer needed.
    private var start = 0
    /// No delimiter begins before this position; always the start of a line.
    private var scanned = 0
    private var state = State.between

    private enum State {
        case between
        case headers
        case counted([String: String], length: Int)
        case open([String: String])
        case ended
    }

    /// Creates a splitter.
    ///
    /// - Parameters:
    ///   - boundary: The boundary, 1…200 printable characters, not only dashes.
    ///   - limits: The limits of memory.
    /// - Throws: ``MultipartError/badBoundary``.
    package init(boundary: String, limits: MultipartLimits = MultipartLimits()) throws(MultipartError) {
        let bare = Array(boundary.utf8.drop { $0 == UInt8(ascii: "-") })
        guard !bare.isEmpty, bare.count <= 200, bare.allSatisfy({ (0x20..<0x7F).contains($0) }), bare.last != 0x20
        else { throw .badBoundary }
        self.boundary = bare
        self.limits = limits
    }

    /// Whether the stream marked its last part.
    package var isEnded: Bool { if case .ended = state { true } else { false } }
    /// The number of buffered bytes.
    package var heldBytes: Int { held.count - start }

    /// Adds bytes and returns the parts that are complete.
    ///
    /// - Throws: ``MultipartError``; the splitter is unusable after that.
    package mutating func take(_ bytes: some Collection<UInt8>) throws(MultipartError) -> [MultipartPart] {
        guard !isEnded else { return [] }
        held.append(contentsOf: bytes)
        var parts: [MultipartPart] = []
        while let part = try step() {
            if let part = part.found { parts.append(part) }
        }
        if isEnded { (held, start, scanned) = ([], 0, 0) }
        letGo()
        return parts
    }

    /// Advances by one step and returns a complete part, if any; nil if more bytes are needed.
    private mutating func step() throws(MultipartError) -> (found: MultipartPart?, Void)? {
        switch state {
        case .ended: return nil
        case .between: return try skip() ? (nil, ()) : nil
        case .headers: return try readHeaders() ? (nil, ()) : nil
        case .counted(let headers, let length):
            guard heldBytes >= length else { return nil }
            let part = MultipartPart(headers: headers, body: Array(held[start..<start + length]))
            move(to: start + length, next: .between)
            return (part, ())
        case .open(let headers):
            guard let delimiter = nextDelimiter() else {
                if scanned - start > limits.body + 2 || heldBytes > limits.body + 512 { throw .partTooLong }
                return nil
            }
            let body = Self.withoutLineEnd(held[start..<delimiter.start])
            guard body.count <= limits.body else { throw .partTooLong }
            let part = MultipartPart(headers: headers, body: Array(body))
            move(to: delimiter.end, next: delimiter.isLast ? .ended : .headers)
            return (part, ())
        }
    }

    private mutating func skip() throws(MultipartError) -> Bool {
        if let delimiter = nextDelimiter() {
            guard delimiter.start - start <= limits.between else { throw .noDelimiter }
            move(to: delimiter.end, next: delimiter.isLast ? .ended : .headers)
            return true
        }
        guard heldBytes <= limits.between + 512 else { throw .noDelimiter }
        return false
    }

    private mutating func readHeaders() throws(MultipartError) -> Bool {
        guard let end = HeaderLines.end(held, from: start) else {
            guard heldBytes <= limits.headers else { throw .headersTooLong }
            return false
        }
        guard end - start <= limits.headers else { throw .headersTooLong }
        let headers = HeaderLines.fields(held[start..<end])
        if let length = headers["content-length"].flatMap(Int.init), length > 0 {
            guard length <= limits.body else { throw .partTooLong }
            move(to: end, next: .counted(headers, length: length))
        } else {
            move(to: end, next: .open(headers))
        }
        return true
    }

    private mutating func move(to place: Int, next: State) {
        (start, scanned, state) = (place, place, next)
    }

    /// Releases consumed bytes once they outnumber the others.
    private mutating func letGo() {
        guard start > held.count / 2 else { return }
        held.removeFirst(start)
        (start, scanned) = (0, scanned - start)
    }
}

extension MultipartSplitter {
    /// The next delimiter line, from its start to after its end; nil if none has arrived.
    private mutating func nextDelimiter() -> (start: Int, end: Int, isLast: Bool)? {
        while scanned < held.count {
            switch delimiter(at: scanned) {
            case .found(let end, let isLast): return (scanned, end, isLast)
            case .unknown: return nil
            case .none: break
            }
            // A line without an end may still become a delimiter.
            guard let lineEnd = held[scanned...].firstIndex(of: 0x0A) else { return nil }
            scanned = lineEnd + 1
        }
        return nil
    }

    private enum Match {
        case none
        case unknown
        case found(end: Int, isLast: Bool)
    }

    private func delimiter(at place: Int) -> Match {
        var index = place
        while index < held.count, held[index] == UInt8(ascii: "-") {
            index += 1
            if index - place > 256 { return .none }
        }
        for byte in boundary {
            guard index < held.count else { return .unknown }
            guard held[index] == byte else { return .none }
            index += 1
        }
        var dashes = 0
        while index < held.count, held[index] == UInt8(ascii: "-"), dashes < 2 {
            index += 1
            dashes += 1
        }
        if dashes == 2 { return .found(end: index, isLast: true) }
        let limit = index + 128
        while index < held.count, index < limit, [0x20, 0x09, 0x0D].contains(held[index]) { index += 1 }
        guard index < held.count else { return .unknown }
        return held[index] == 0x0A && dashes == 0 ? .found(end: index + 1, isLast: false) : .none
    }

    /// The body before a delimiter, without the line end that belongs to the delimiter.
    private static func withoutLineEnd(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard body.last == 0x0A else { return body }
        let shorter = body.dropLast()
        return shorter.last == 0x0D ? shorter.dropLast() : shorter
    }
}
