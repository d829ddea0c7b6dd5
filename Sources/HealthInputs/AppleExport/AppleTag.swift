internal import Archive

/// The attributes of one start tag, as places in the block.
///
/// Walks from quote to quote, so that `<` and `>` inside of values do no harm.
struct AppleTag {
    /// One attribute.
    struct Attribute {
        let name: ByteRange
        let value: ByteRange
    }

    /// How the walk over a tag ended.
    enum End {
        /// The tag is whole; what follows begins here.
        case complete(next: Int, isEmpty: Bool)
        /// The block ends before the tag does.
        case incomplete
        /// The tag is damaged.
        case malformed
    }

    /// The longest name of an attribute; old exports have whole sentences there.
    private static let longestName = 512
    /// How many attributes are kept; more are stepped over.
    private static let mostAttributes = 64

    private(set) var attributes: [Attribute] = []

    init() {
        attributes.reserveCapacity(Self.mostAttributes)
    }

    /// Walks the attributes from behind the element's name to the tag's end.
    mutating func walk(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> End {
        attributes.removeAll(keepingCapacity: true)
        var index = start
        while true {
            while index < end, bytes[index] <= 0x20 { index += 1 }
            guard index < end else { return .incomplete }
            switch bytes[index] {
            case UInt8(ascii: ">"): return .complete(next: index + 1, isEmpty: false)
            case UInt8(ascii: "/"):
                guard index + 1 < end else { return .incomplete }
                guard bytes[index + 1] == UInt8(ascii: ">") else { return .malformed }
                return .complete(next: index + 2, isEmpty: true)
            default:
                switch attribute(bytes, index, end) {
                case .complete(let next, _): index = next
                case let other: return other
                }
            }
        }
    }

    private mutating func attribute(_ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int) -> End {
        var index = start
        let limit = min(end, start + Self.longestName)
        while index < limit, bytes[index] != UInt8(ascii: "=") {
            // None of these can be in a name: a quote was lost before.
            switch bytes[index] {
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): return .malformed
            default: index += 1
            }
        }
        guard index < limit else { return index < end ? .malformed : .incomplete }
        var nameEnd = index
        while nameEnd > start, bytes[nameEnd - 1] <= 0x20 { nameEnd -= 1 }
        index += 1
        while index < end, bytes[index] <= 0x20 { index += 1 }
        guard index < end else { return .incomplete }
        let quote = bytes[index]
        guard nameEnd > start, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return .malformed }
        guard let close = ByteSearch.first(quote, in: bytes, from: index + 1, to: end) else { return .incomplete }
        if attributes.count < Self.mostAttributes {
            attributes.append(Attribute(name: ByteRange(start, nameEnd), value: ByteRange(index + 1, close)))
        }
        return .complete(next: close + 1, isEmpty: false)
    }

    /// The value of the last attribute of a name.
    func value(_ name: StaticString, _ bytes: borrowing Span<UInt8>) -> ByteRange? {
        var index = attributes.count
        while index > 0 {
            index -= 1
            if ByteText.equals(bytes, attributes[index].name, name) { return attributes[index].value }
        }
        return nil
    }
}
