internal import ByteScan

/// Finds markup of `export.xml` in a block of bytes.
enum AppleMarkup {
    /// The next `<`; usually it is the first of the next line, after a space or two.
    static func tag(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> Int? {
        if start + 8 <= end {
            let word = ByteWord.load(bytes, at: start)
            if word & 0xFF_FFFF == 0x3C_200A { return start + 2 }
            if word & 0xFFFF_FFFF == 0x3C20_200A { return start + 3 }
        }
        return ByteSearch.first(UInt8(ascii: "<"), in: bytes, from: start, to: end)
    }

    /// The position after a comment or character data; nil if the block ends before it.
    ///
    /// A document type contains no start tags, so only its first byte is skipped.
    static func declarationEnd(_ bytes: borrowing Span<UInt8>, from open: Int, to end: Int) -> Int? {
        let head = ByteRange(open, end: min(end, open + 9))
        if ByteText.begins(bytes, in: head, text: "<!--") {
            return Self.end(of: "-->", in: bytes, from: open + 4, to: end)
        }
        if ByteText.begins(bytes, in: head, text: "<![CDATA[") {
            return Self.end(of: "]]>", in: bytes, from: open + 9, to: end)
        }
        return end - open < 9 ? nil : open + 1
    }

    /// The position after the first occurrence of a text that ends with `>`; nil if the block ends before it.
    static func end(of text: StaticString, in bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> Int? {
        var from = start
        while let found = ByteSearch.first(UInt8(ascii: ">"), in: bytes, from: from, to: end) {
            let first = found + 1 - text.utf8CodeUnitCount
            if first >= start, ByteText.equals(bytes, in: ByteRange(first, end: found + 1), text: text) {
                return found + 1
            }
            from = found + 1
        }
        return nil
    }

    /// The name of an element.
    struct Name {
        /// The element; nil for an ignored one.
        let element: AppleElement?
        /// The position after the name.
        let end: Int
    }

    /// Recognises the two most frequent names without a loop; nil for others.
    private static func knownName(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> Name? {
        guard start + 14 <= end else { return nil }
        let head = ByteWord.load(bytes, at: start)
        // `Record` and a space or bracket, little-endian.
        if head & 0xFFFF_FFFF_FFFF == 0x6472_6F63_6552, head >> 48 & 0xFF <= 0x3E {
            return Name(element: .record, end: start + 6)
        }
        // `Metadata`, then the last eight bytes of `MetadataEntry `, little-endian.
        guard head == 0x6174_6164_6174_654D, ByteWord.load(bytes, at: start + 6) == 0x2079_7274_6E45_6174 else {
            return nil
        }
        return Name(element: .metadataEntry, end: start + 13)
    }

    /// Reads the name of an element; nil if the block ends within it.
    static func name(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> Name? {
        if let known = knownName(bytes, from: start, to: end) { return known }
        let limit = min(end, start + 64)
        var index = start
        var tail: UInt64 = 0
        while index + 8 <= limit {
            let word = ByteWord.load(bytes, at: index)
            // All letters have this bit; no byte that can end a name has it.
            guard word & 0x4040_4040_4040_4040 == 0x4040_4040_4040_4040 else { break }
            tail = word.byteSwapped
            index += 8
        }
        while index < limit {
            // All letters have higher codes than the bytes that can end a name.
            guard bytes[index] > UInt8(ascii: ">") else {
                return Name(element: AppleElement(tail: tail, count: index - start), end: index)
            }
            tail = tail << 8 | UInt64(bytes[index])
            index += 1
        }
        return nil
    }
}
