#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Walks over the attributes of a tag of XML-like text, from quote to quote.
///
/// Millions of tags have nine attributes each: this loop is the time that an import takes, so it reads by pointer. Every
/// place is checked against the end of the block before it is read.
public struct TagWalker: ~Copyable {
    /// The longest name of an attribute; old exports have whole sentences there.
    private static let longestName = 512
    /// How many attributes are kept; more are stepped over.
    public static let capacity = 64

    @usableFromInline var tokens: [TagToken]
    /// How many attributes the last tag had.
    public private(set) var count = 0
    /// Whether the last tag has the attributes of the one before, in the same order: nearly all of one kind do.
    public private(set) var isLayoutSame = false
    /// How many attributes the last whole tag had; -1 where a broken one came between.
    private var layoutCount = -1

    /// Makes a walker.
    public init() {
        let none = TagToken(tail: 0, nameLength: 0, start: 0, end: 0)
        tokens = Array(repeating: none, count: Self.capacity)
    }

    /// An attribute of the last tag.
    ///
    /// - Parameter index: From 0 up to ``count``.
    @inlinable
    public subscript(index: Int) -> TagToken { tokens[index] }

    /// Walks from behind the element's name to the tag's end.
    ///
    /// - Parameters:
    ///   - bytes: The block.
    ///   - start: From here, 0 or more.
    ///   - end: Up to here; at most the block's count.
    public mutating func walk(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> TagEnd {
        count = 0
        isLayoutSame = false
        let layoutCount = self.layoutCount
        self.layoutCount = -1
        guard start >= 0, start <= end, end <= bytes.count else { return .malformed }
        var count = 0
        var isSame = true
        let result = bytes.withUnsafeBufferPointer { buffer in
            tokens.withUnsafeMutableBufferPointer { tokens in
                guard let base = buffer.baseAddress else { return TagEnd.incomplete }
                return Self.walk(base, start, end, tokens, &count, &isSame)
            }
        }
        guard case .complete = result else { return result }
        self.count = count
        self.layoutCount = count
        isLayoutSame = isSame && count == layoutCount
        return result
    }

    private static func walk(
        _ bytes: UnsafePointer<UInt8>,
        _ start: Int,
        _ end: Int,
        _ tokens: UnsafeMutableBufferPointer<TagToken>,
        _ count: inout Int,
        _ isSame: inout Bool
    ) -> TagEnd {
        var index = start
        while true {
            while index < end, bytes[index] <= 0x20 { index += 1 }
            guard index < end else { return .incomplete }
            if bytes[index] == UInt8(ascii: ">") { return .complete(next: index + 1, isEmpty: false) }
            if bytes[index] == UInt8(ascii: "/") {
                guard index + 1 < end else { return .incomplete }
                let isClosed = bytes[index + 1] == UInt8(ascii: ">")
                return isClosed ? .complete(next: index + 2, isEmpty: true) : .malformed
            }
            let name = index
            var tail: UInt64 = 0
            // Eight bytes at a time: all letters have bit 6, and nothing that can end a name has it.
            while index + 8 <= end {
                let word = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self).littleEndian
                let letters = (~word & 0x4040_4040_4040_4040).trailingZeroBitCount >> 3
                if letters > 0 { tail = tail << UInt64(letters * 8) | word.byteSwapped >> UInt64(64 - letters * 8) }
                index += letters
                guard letters == 8 else { break }
            }
            // All letters lie behind `=`, quotes, blanks and angle brackets.
            while index < end, bytes[index] > UInt8(ascii: ">") {
                tail = tail << 8 | UInt64(bytes[index])
                index += 1
            }
            let nameEnd = index
            while index < end, bytes[index] <= 0x20 { index += 1 }
            if index < end, bytes[index] != UInt8(ascii: "=") {
                tail = 0
                guard let equals = equals(bytes, index, end) else { return .malformed }
                index = equals
            }
            guard index < end else { return end - name > longestName ? .malformed : .incomplete }
            guard index > name else { return .malformed }
            index += 1
            while index < end, bytes[index] <= 0x20 { index += 1 }
            guard index < end else { return .incomplete }
            let quote = bytes[index]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return .malformed }
            index += 1
            guard let found = memchr(bytes + index, Int32(quote), end - index) else { return .incomplete }
            let close = UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
            if count < tokens.count {
                isSame = isSame && tokens[count].tail == tail && Int(tokens[count].nameLength) == nameEnd - name
                tokens[count] = TagToken(tail: tail, nameLength: nameEnd - name, start: index, end: close)
                count += 1
            }
            index = close + 1
        }
    }

    /// Looks for `=` behind a name with blanks, digits or dashes; nil where a character is in the way that can only mean
    /// that a quote was lost before, and `end` where the block ends first.
    private static func equals(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
        let limit = min(end, start + longestName)
        for index in start..<limit {
            switch bytes[index] {
            case UInt8(ascii: "="): return index
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): return nil
            default: break
            }
        }
        return limit < end ? nil : end
    }
}
