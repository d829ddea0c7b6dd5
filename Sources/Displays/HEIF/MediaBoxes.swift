/// A forward reader of big-endian numbers in a part of a file; every read is bounds-checked.
struct ByteCursor {
    private let bytes: [UInt8]
    private(set) var place: Int
    private let end: Int

    /// Creates a reader for a part, clamped to the file.
    init(_ bytes: [UInt8], in part: Range<Int>) {
        self.bytes = bytes
        place = min(max(part.lowerBound, 0), bytes.count)
        end = min(max(part.upperBound, place), bytes.count)
    }

    /// The number of unread bytes.
    var left: Int { end - place }

    /// Reads a number of 0 to 8 bytes; nil if fewer remain, or above `Int.max`.
    mutating func number(_ count: Int) -> Int? {
        guard (0...8).contains(count), count <= left else { return nil }
        defer { place += count }
        return Int(exactly: bytes[place..<(place + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// Skips bytes; nil if fewer remain.
    mutating func skip(_ count: Int) -> Void? {
        guard count >= 0, count <= left else { return nil }
        place += count
        return ()
    }

    /// Reads a range of bytes; nil if fewer remain.
    mutating func take(_ count: Int) -> Range<Int>? {
        guard count >= 0, count <= left else { return nil }
        defer { place += count }
        return place..<(place + count)
    }

    /// Reads four letters; nil if fewer bytes remain.
    mutating func letters() -> String? {
        take(4).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// Reads the version and the flags of a box; nil if fewer bytes remain.
    mutating func versionAndFlags() -> (version: Int, flags: Int)? {
        number(4).map { ($0 >> 24, $0 & 0xFF_FFFF) }
    }

    /// Reads a text up to the byte 0 or the end.
    mutating func text() -> String {
        let rest = bytes[place..<end]
        let text = rest.prefix { $0 != 0 }
        place = min(text.endIndex + 1, end)
        return String(decoding: text, as: UTF8.self)
    }
}

/// The boxes of a part of a file (ISO/IEC 14496-12, 4.2).
struct MediaBoxes {
    /// A box: its type and the position of its content.
    struct Box {
        let type: String
        let content: Range<Int>
    }

    /// The limit of boxes on one level, beyond what any camera writes, because decoders search them linearly.
    private static let most = 4_096

    private(set) var all: [Box] = []
    /// Whether the last box ends within the part.
    private(set) var isWhole = true

    /// Reads the boxes of a part, ignoring those after a malformed one.
    init(_ bytes: [UInt8], in part: Range<Int>) {
        var cursor = ByteCursor(bytes, in: part)
        while cursor.left > 0 {
            let start = cursor.place
            guard all.count < Self.most, var size = cursor.number(4), let type = cursor.letters() else {
                isWhole = false
                return
            }
            if size == 1 {
                guard let large = cursor.number(8) else {
                    isWhole = false
                    return
                }
                size = large
            } else if size == 0 {
                size = cursor.place - start + cursor.left
            }
            let head = cursor.place - start
            guard size >= head, let content = cursor.take(min(size - head, cursor.left)) else {
                isWhole = false
                return
            }
            all.append(Box(type: type, content: content))
            if content.count < size - head { isWhole = false }
        }
    }

    /// The content of the only box of a type; nil without one, or with several, among which readers choose differently.
    func only(_ type: String) -> Range<Int>? {
        let found = all.filter { $0.type == type }
        return found.count == 1 ? found[0].content : nil
    }

    /// Whether there are several boxes of a type.
    func hasSeveral(_ type: String) -> Bool { all.count { $0.type == type } > 1 }
}
