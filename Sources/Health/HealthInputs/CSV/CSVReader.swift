internal import VitalRecords

/// A streaming CSV reader (RFC 4180).
///
/// It needs one ``ByteWindow``. Lines end with LF, CRLF or, inside quotes, CR LF; a byte order mark is dropped.
struct CSVReader {
    var window: ByteWindow
    /// The fields of the last row, as positions in the window, without enclosing quotes.
    private(set) var fields: [ByteRange] = []
    /// The position of the last row, from the start of the input.
    private(set) var offset: UInt64 = 0
    /// Whether the last row lacks a line end, so that its last field may be incomplete.
    private(set) var isCut = false
    private var isFirst = true

    init(_ window: ByteWindow) {
        self.window = window
    }

    /// Reads the next row and skips empty lines.
    ///
    /// - Parameter damage: Receives unreadable places.
    /// - Returns: False at the end.
    mutating func next(_ damage: inout HealthDamageLog) throws -> Bool {
        if isFirst { try skipByteOrderMark() }
        while true {
            try skipLineEnds()
            offset = window.offset
            switch try row(quoted: true) {
            case .whole: return true
            case .none: return false
            case .endless:
                // The quote is unmatched, so the line is read literally.
                damage.note(
                    offset,
                    element: "row",
                    message: "a quotation mark in it is never closed; it was read as a character"
                )
                if case .whole = try row(quoted: false) { return true }
                damage.note(offset, element: "row", message: "it is too long for a row; it was left out")
                try skipLine()
            }
        }
    }

    /// How the search for the end of a row ended.
    private enum Search {
        case whole
        case none
        case endless
    }

    private mutating func row(quoted: Bool) throws -> Search {
        guard try window.holds(1) else { return .none }
        var scan = CSVScan(quoted: quoted)
        while true {
            if let length = scan.run(window.bytes.span, from: window.position, to: window.end) {
                return finish(scan, length: length, isCut: false)
            }
            guard try !window.more() else { continue }
            guard !window.isFull, !scan.isQuoted else { return .endless }
            scan.close(window.bytes.span, from: window.position)
            // The last row may lack its line end (RFC 4180, 2.2); only a checksum distinguishes that from a truncated
            // file.
            return finish(scan, length: window.count, isCut: !window.isEndProven)
        }
    }

    private mutating func finish(_ scan: CSVScan, length: Int, isCut: Bool) -> Search {
        let origin = window.position
        fields = scan.fields.map { ByteRange(origin + $0.lower, end: origin + $0.upper) }
        window.position += length
        self.isCut = isCut
        return .whole
    }

    private mutating func skipLineEnds() throws {
        while try window.holds(1) {
            let byte = window.bytes[window.position]
            guard byte == 0x0A || byte == 0x0D else { return }
            window.position += 1
        }
    }

    private mutating func skipLine() throws {
        while try window.holds(1) {
            if window.bytes[window.position] == 0x0A { return }
            window.position += 1
        }
    }

    private mutating func skipByteOrderMark() throws {
        isFirst = false
        guard try window.holds(3) else { return }
        if Array(window.bytes.prefix(3)) == [0xEF, 0xBB, 0xBF] { window.position = 3 }
    }
}

extension CSVReader {
    /// A field's bytes in the window, without surrounding spaces; empty if the row is shorter.
    func range(_ index: Int) -> ByteRange {
        guard fields.indices.contains(index) else { return ByteRange(0, end: 0) }
        var (lower, upper) = (fields[index].lower, fields[index].upper)
        while lower < upper, window.bytes[lower] == 0x20 { lower += 1 }
        while upper > lower, window.bytes[upper - 1] == 0x20 { upper -= 1 }
        return ByteRange(lower, end: upper)
    }

    /// A field's text, with doubled quotes resolved.
    func text(_ index: Int) -> String {
        let range = range(index)
        let text = String(decoding: window.bytes[range.lower..<range.upper], as: UTF8.self)
        guard text.utf8.contains(UInt8(ascii: "\"")) else { return text }
        return text.replacing("\"\"", with: "\"")
    }

    /// A field's number; nil if it is empty or not a number.
    func decimal(_ index: Int) -> DecimalNumber? {
        ByteNumber.decimal(window.bytes.span, in: range(index))
    }

    /// A field's integer; nil if it is empty or not a number.
    func integer(_ index: Int) -> Int64? { decimal(index)?.wholeNumber }

    /// A field's date; nil if it is empty or not a date.
    func moment(_ index: Int) -> CivilMoment? { CivilMoment(window.bytes.span, range: range(index)) }
}
