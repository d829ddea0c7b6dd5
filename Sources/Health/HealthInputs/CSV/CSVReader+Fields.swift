internal import VitalRecords

extension CSVReader {
    /// A field's bytes in the window, blanks around them left out; empty where the row is shorter.
    func range(_ index: Int) -> ByteRange {
        guard fields.indices.contains(index) else { return ByteRange(0, 0) }
        var (lower, upper) = (fields[index].lower, fields[index].upper)
        while lower < upper, window.bytes[lower] == 0x20 { lower += 1 }
        while upper > lower, window.bytes[upper - 1] == 0x20 { upper -= 1 }
        return ByteRange(lower, upper)
    }

    /// A field's text, doubled quotes undone.
    func text(_ index: Int) -> String {
        let range = range(index)
        let text = String(decoding: window.bytes[range.lower..<range.upper], as: UTF8.self)
        guard text.utf8.contains(UInt8(ascii: "\"")) else { return text }
        return text.replacing("\"\"", with: "\"")
    }

    /// A field's number; nil where it is empty or none.
    func decimal(_ index: Int) -> DecimalNumber? {
        ByteNumber.decimal(window.bytes.span, range(index))
    }

    /// A field's whole number.
    func integer(_ index: Int) -> Int64? { decimal(index)?.wholeNumber }

    /// A field's date; nil where it is empty or none.
    func moment(_ index: Int) -> CivilMoment? { CivilMoment(window.bytes.span, range(index)) }
}
