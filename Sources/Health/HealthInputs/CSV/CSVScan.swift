/// A resumable search for the end of a row; positions count from the start of the row.
struct CSVScan {
    private(set) var fields: [ByteRange] = []
    /// Whether the search is inside quotes.
    private(set) var isQuoted = false
    private var start = 0
    private var place = 0
    private let quotes: Bool

    /// - Parameter quoted: Whether quotes are special.
    init(quoted: Bool) {
        quotes = quoted
    }

    /// Scans to the end of the line; returns the position after it, or nil if the bytes end first.
    ///
    /// - Parameters:
    ///   - origin: Where the row begins in the bytes.
    ///   - end: The number of valid bytes.
    mutating func run(_ bytes: borrowing Span<UInt8>, from origin: Int, to end: Int) -> Int? {
        while origin + place < end {
            let byte = bytes[origin + place]
            if isQuoted {
                isQuoted = byte != UInt8(ascii: "\"")
            } else {
                switch byte {
                case UInt8(ascii: "\"") where quotes: isQuoted = place == start || bytes[origin + place - 1] == byte
                case UInt8(ascii: ","):
                    close(bytes, origin: origin, end: place)
                    start = place + 1
                case 0x0A:
                    let isPaired = place > start && bytes[origin + place - 1] == 0x0D
                    close(bytes, origin: origin, end: isPaired ? place - 1 : place)
                    return place + 1
                default: break
                }
            }
            place += 1
        }
        return nil
    }

    /// Ends the last field at the end of the bytes.
    mutating func close(_ bytes: borrowing Span<UInt8>, from origin: Int) {
        close(bytes, origin: origin, end: place)
    }

    private mutating func close(_ bytes: borrowing Span<UInt8>, origin: Int, end: Int) {
        let quote = UInt8(ascii: "\"")
        let isWrapped = quotes && end - start >= 2 && bytes[origin + start] == quote && bytes[origin + end - 1] == quote
        fields.append(isWrapped ? ByteRange(start + 1, end: end - 1) : ByteRange(start, end: end))
    }
}
