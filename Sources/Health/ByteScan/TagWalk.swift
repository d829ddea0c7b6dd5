#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// One walk over a tag for ``TagWalker``; it lives only as long as its pointers are valid.
struct TagWalk {
    /// The longest attribute name, in bytes; old exports contain whole sentences there.
    private static let longestName = 512

    let bytes: UnsafePointer<UInt8>
    let end: Int
    let tokens: UnsafeMutableBufferPointer<TagToken>
    /// The current position: after an attribute's closing quote, or where the attributes begin.
    var index: Int
    /// The number of attributes before ``index``.
    var count = 0
    /// Whether the names so far equal those of the previous tag.
    var isLayoutSame = true
    /// One bit for each attribute whose name and value equal those of the previous tag.
    var same: UInt64 = 0

    /// Reuses attributes of the previous tag while the text is equal or differs only within values.
    ///
    /// After a closing quote the following text determines its own meaning, so equal text has equal attributes.
    ///
    /// - Parameters:
    ///   - start: Where the attributes of the previous tag begin, in the same bytes.
    ///   - last: The number of its attributes.
    ///   - fixed: The number of leading attributes that it had in common with its own predecessor.
    /// - Returns: The number of leading attributes that this tag has in common with the previous one.
    mutating func follow(_ start: Int, last: Int, fixed: Int) -> Int {
        let before = index
        let isFixed = takeFixed(start, fixed: fixed)
        var old = start &+ index &- before
        var alike = last
        var compares = true
        while count < last {
            let token = tokens[count]
            let (distance, length) = (index &- old, Int(token.end &- token.start))
            guard isSame(old, length: Int(token.start) &- old) else { return min(alike, count) }
            let value = Int(token.start) &+ distance
            var close = value &+ length
            if compares, close < end, memcmp(bytes + Int(token.start), bytes + value, length &+ 1) == 0 {
                same |= 1 &<< UInt64(truncatingIfNeeded: count)
            } else {
                alike = min(alike, count)
                // The dates come after the first difference.
                compares = !isFixed
                let quote = bytes[Int(token.start) &- 1]
                if !isValue(value, length: length, quote: quote) {
                    guard let found = find(quote, from: value) else { return alike }
                    close = found
                }
            }
            old = Int(token.end) &+ 1
            tokens[count].move(by: distance, end: close)
            count &+= 1
            index = close &+ 1
        }
        return alike
    }

    /// Reuses the leading attributes that successive tags share, with one comparison.
    @inline(__always)
    private mutating func takeFixed(_ start: Int, fixed: Int) -> Bool {
        guard fixed > 0 else { return false }
        let length = Int(tokens[fixed &- 1].end) &+ 1 &- start
        guard length <= end &- index, memcmp(bytes + start, bytes + index, length) == 0 else { return false }
        let distance = index &- start
        for place in 0..<fixed { tokens[place].move(by: distance) }
        same = 1 &<< UInt64(truncatingIfNeeded: fixed) &- 1
        count = fixed
        index &+= length
        return true
    }

    /// Whether as many bytes at another position equal those at the current one.
    @inline(__always)
    private func isSame(_ old: Int, length: Int) -> Bool {
        guard length <= end &- index else { return false }
        guard length >= 8, length <= 16 else { return memcmp(bytes + old, bytes + index, length) == 0 }
        let tail = length &- 8
        return (word(old) ^ word(index)) | (word(old &+ tail) ^ word(index &+ tail)) == 0
    }

    /// Whether a value has a given length: a quote follows it, and it contains none.
    ///
    /// It is also false for long values and near the end of the block.
    @inline(__always)
    private func isValue(_ start: Int, length: Int, quote: UInt8) -> Bool {
        guard length >= 8, length <= 32, length < end &- start, bytes[start &+ length] == quote else { return false }
        let quotes = UInt64(quote) &* 0x0101_0101_0101_0101
        let tail = start &+ length &- 8
        var found = Self.zeros(word(tail) ^ quotes)
        var place = start
        while place < tail {
            found |= Self.zeros(word(place) ^ quotes)
            place &+= 8
        }
        return found == 0
    }

    /// Nonzero if one of the bytes is 0.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    @inline(__always)
    private func word(_ place: Int) -> UInt64 {
        UnsafeRawPointer(bytes + place).loadUnaligned(as: UInt64.self)
    }

    @inline(__always)
    private func find(_ byte: UInt8, from start: Int) -> Int? {
        guard let found = memchr(bytes + start, Int32(byte), end - start) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
    }

    /// Walks to the end of the tag.
    mutating func finish() -> TagEnd {
        while true {
            skipBlanks()
            guard index < end else { return .incomplete }
            if bytes[index] == UInt8(ascii: ">") { return .complete(next: index + 1, isEmpty: false) }
            if bytes[index] == UInt8(ascii: "/") {
                guard index + 1 < end else { return .incomplete }
                let isClosed = bytes[index + 1] == UInt8(ascii: ">")
                return isClosed ? .complete(next: index + 2, isEmpty: true) : .malformed
            }
            if let broken = attribute() { return broken }
        }
    }

    @inline(__always)
    private mutating func skipBlanks() {
        while index < end, bytes[index] <= 0x20 { index += 1 }
    }

    /// Parses one attribute; returns how the walk ended if the attribute is incomplete.
    @inline(__always)
    private mutating func attribute() -> TagEnd? {
        let name = index
        var tail = letters()
        let nameEnd = index
        skipBlanks()
        if index < end, bytes[index] != UInt8(ascii: "=") {
            tail = 0
            guard let equals = equals() else { return .malformed }
            index = equals
        }
        guard index < end else { return end - name > Self.longestName ? .malformed : .incomplete }
        guard index > name else { return .malformed }
        index += 1
        skipBlanks()
        guard index < end else { return .incomplete }
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return .malformed }
        guard let close = find(quote, from: index + 1) else { return .incomplete }
        add(TagToken(tail: tail, nameLength: nameEnd - name, start: index + 1, end: close))
        index = close + 1
        return nil
    }

    @inline(__always)
    private mutating func add(_ token: TagToken) {
        guard count < tokens.count else { return }
        let before = tokens[count]
        isLayoutSame = isLayoutSame && before.tail == token.tail && before.nameLength == token.nameLength
        tokens[count] = token
        count += 1
    }

    /// Skips a name and returns its last eight bytes.
    @inline(__always)
    private mutating func letters() -> UInt64 {
        var tail: UInt64 = 0
        // Eight bytes at a time: all letters have bit 6; no byte that can end a name has it.
        while index + 8 <= end {
            let word = word(index).littleEndian
            let letters = (~word & 0x4040_4040_4040_4040).trailingZeroBitCount >> 3
            if letters > 0 { tail = tail << UInt64(letters * 8) | word.byteSwapped >> UInt64(64 - letters * 8) }
            index += letters
            guard letters == 8 else { break }
        }
        // All letters have higher codes than `=`, quotes, spaces and angle brackets.
        while index < end, bytes[index] > UInt8(ascii: ">") {
            tail = tail << 8 | UInt64(bytes[index])
            index += 1
        }
        return tail
    }

    /// Finds `=` after a name with spaces, digits or dashes; nil at a character that proves a quote was lost before,
    /// `end` if the block ends first.
    private func equals() -> Int? {
        let limit = min(end, index + Self.longestName)
        for place in index..<limit {
            switch bytes[place] {
            case UInt8(ascii: "="): return place
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): return nil
            default: break
            }
        }
        return limit < end ? nil : end
    }
}
