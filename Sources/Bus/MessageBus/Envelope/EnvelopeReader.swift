import FoundationEssentials

/// Finds an envelope's attributes and its content's place in one pass over the text.
///
/// It reads only clear cases: attributes in plain ASCII, each once, and content that is whole JSON. For anything else
/// (an escape in an attribute, a duplicate name, a number at the end of its type, deep nesting) it returns nil, and
/// `Codable` decides. So both accept and reject the same messages, and this one is only faster for the usual ones.
struct EnvelopeReader {
    /// An envelope's attributes, and its content's place in the text.
    typealias Found = (header: Envelope<IgnoredPayload>, data: Range<Int>)

    private enum Field: String {
        case specversion, id, source, type, time, datacontenttype, traceparent, epoch, seq, correlationid, replyto
        case deadline, data
    }

    private var text: JSONText
    private var specversion, id, source, type, datacontenttype, traceparent, correlationid, replyto: String?
    private var epoch, seq: Int64?
    private var time, deadline: Date?
    private var data: Range<Int>?

    private init(_ bytes: [UInt8]) { text = JSONText(bytes) }

    /// Reads an envelope; nil if `Codable` has to decide.
    static func read(_ bytes: [UInt8]) -> Found? {
        var reader = EnvelopeReader(bytes)
        guard reader.readMembers(), reader.text.isAtEnd else { return nil }
        return reader.found
    }

    private mutating func readMembers() -> Bool {
        guard text.take(UInt8(ascii: "{")) else { return false }
        repeat {
            guard let name = text.plainText(), text.take(UInt8(ascii: ":")) else { return false }
            guard let field = Field(rawValue: name) else {
                guard text.skipValue() != nil else { return false }
                continue
            }
            guard readValue(of: field) else { return false }
        } while text.take(UInt8(ascii: ","))
        return text.take(UInt8(ascii: "}"))
    }

    private mutating func readValue(of field: Field) -> Bool {
        switch field {
        case .specversion: text.read(into: &specversion)
        case .id: text.read(into: &id)
        case .source: text.read(into: &source)
        case .type: text.read(into: &type)
        case .datacontenttype: text.read(into: &datacontenttype)
        case .traceparent: text.read(into: &traceparent)
        case .correlationid: text.read(into: &correlationid)
        case .replyto: text.read(into: &replyto)
        case .epoch: text.read(into: &epoch)
        case .seq: text.read(into: &seq)
        case .time: text.read(into: &time)
        case .deadline: text.read(into: &deadline)
        case .data: text.skipValue(into: &data)
        }
    }

    private var found: Found? {
        guard specversion == "1.0", let id, let source, let type, let time, let data, text.isUTF8 else { return nil }
        var header = Envelope(id: id, source: source, type: type, time: time, data: IgnoredPayload())
        header.datacontenttype = datacontenttype
        header.traceparent = traceparent
        header.epoch = epoch
        header.seq = seq
        header.correlationid = correlationid
        header.replyto = replyto
        header.deadline = deadline
        return (header, data)
    }
}

/// Steps through JSON (RFC 8259) strictly, one value at a time; each step skips preceding blanks.
private struct JSONText {
    /// `Codable` decodes deeper values, because its limit is higher.
    private static let depthLimit = 64

    let bytes: [UInt8]
    private var place = 0
    private var hasOnlyASCII = true

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether only blanks remain.
    var isAtEnd: Bool {
        mutating get {
            skipBlanks()
            return place == bytes.count
        }
    }

    /// Whether the skipped part is text.
    var isUTF8: Bool { hasOnlyASCII || String(validating: bytes, as: UTF8.self) != nil }

    mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard place < bytes.count, bytes[place] == byte else { return false }
        place += 1
        return true
    }

    /// Reads a string of printable ASCII without escapes; false if there is none, or if one was already read.
    mutating func read(into value: inout String?) -> Bool {
        guard value == nil else { return false }
        value = plainText()
        return value != nil
    }

    /// Reads a whole number of up to 18 digits.
    mutating func read(into value: inout Int64?) -> Bool {
        guard value == nil else { return false }
        value = number()
        return value != nil
    }

    /// Reads a time.
    mutating func read(into value: inout Date?) -> Bool {
        guard value == nil, let range = plainRange() else { return false }
        value = RFC3339Time(bytes[range])?.date
        return value != nil
    }

    /// Skips a value that is not `null`, and records its range.
    mutating func skipValue(into value: inout Range<Int>?) -> Bool {
        guard value == nil, let range = skipValue() else { return false }
        value = range
        return bytes[range.lowerBound] != UInt8(ascii: "n")
    }

    /// A string of printable ASCII without escapes.
    mutating func plainText() -> String? {
        plainRange().map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// The range of such a string, without its quotes.
    private mutating func plainRange() -> Range<Int>? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = place
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") {
                place += 1
                return start..<(place - 1)
            }
            guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") else { return nil }
            place += 1
        }
        return nil
    }

    private mutating func number() -> Int64? {
        let isNegative = take(UInt8(ascii: "-"))
        let start = place
        var value: Int64 = 0
        while place < bytes.count, place - start < 18, let digit = Self.digit(bytes[place]) {
            value = value * 10 + Int64(digit)
            place += 1
        }
        // The next character shows whether it was a whole number: it must not be a digit, point or exponent.
        guard place > start, place < bytes.count, bytes[start] != UInt8(ascii: "0") || place == start + 1,
            !(isNegative && value == 0), !Self.isInNumbers(bytes[place])
        else { return nil }
        return isNegative ? -value : value
    }

    /// Skips any value and returns its range.
    mutating func skipValue() -> Range<Int>? {
        skipBlanks()
        let start = place
        return skip(depth: 0) ? start..<place : nil
    }

    private mutating func skip(depth: Int) -> Bool {
        skipBlanks()
        guard place < bytes.count, depth < Self.depthLimit else { return false }
        switch bytes[place] {
        case UInt8(ascii: "\""): return skipString()
        case UInt8(ascii: "{"): return skipMembers(depth: depth)
        case UInt8(ascii: "["): return skipElements(depth: depth)
        case UInt8(ascii: "t"): return skip("true")
        case UInt8(ascii: "f"): return skip("false")
        case UInt8(ascii: "n"): return skip("null")
        default: return skipNumber()
        }
    }

    private mutating func skipMembers(depth: Int) -> Bool {
        place += 1
        if take(UInt8(ascii: "}")) { return true }
        repeat {
            skipBlanks()
            guard skipString(), take(UInt8(ascii: ":")), skip(depth: depth + 1) else { return false }
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}"))
    }

    private mutating func skipElements(depth: Int) -> Bool {
        place += 1
        if take(UInt8(ascii: "]")) { return true }
        repeat {
            guard skip(depth: depth + 1) else { return false }
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]"))
    }

    private mutating func skipString() -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return false }
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"): guard skipEscape() else { return false }
            case ..<0x20: return false
            case 0x80...: hasOnlyASCII = false
            default: break
            }
        }
        return false
    }

    /// Skips an escape; surrogate halves are left to `Codable`.
    private mutating func skipEscape() -> Bool {
        guard place < bytes.count else { return false }
        let sign = bytes[place]
        place += 1
        guard sign == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(sign) }
        guard let code = Int(String(decoding: bytes[place...].prefix(4), as: UTF8.self), radix: 16),
            place + 4 <= bytes.count, Self.digit(bytes[place]) != nil || bytes[place] >= UInt8(ascii: "A")
        else { return false }
        place += 4
        return !(0xD800...0xDFFF).contains(code)
    }

    private mutating func skipNumber() -> Bool {
        if bytes[place] == UInt8(ascii: "-") { place += 1 }
        let start = place
        guard skipDigits(), bytes[start] != UInt8(ascii: "0") || place == start + 1 else { return false }
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            place += 1
            guard skipDigits() else { return false }
        }
        guard place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") else { return true }
        place += 1
        if place < bytes.count, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place += 1 }
        return skipDigits()
    }

    private mutating func skipDigits() -> Bool {
        let start = place
        while place < bytes.count, Self.digit(bytes[place]) != nil { place += 1 }
        return place > start
    }

    private mutating func skip(_ word: StaticString) -> Bool {
        guard bytes[place...].starts(with: "\(word)".utf8) else { return false }
        place += word.utf8CodeUnitCount
        return true
    }

    private mutating func skipBlanks() {
        while place < bytes.count {
            let byte = bytes[place]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            place += 1
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? byte - UInt8(ascii: "0") : nil
    }

    private static func isInNumbers(_ byte: UInt8) -> Bool {
        digit(byte) != nil || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
    }
}
