/// A part of a block of bytes; small, because every attribute has two.
struct ByteRange: Hashable {
    let start: Int32
    let end: Int32

    init(_ start: Int, _ end: Int) {
        self.start = Int32(truncatingIfNeeded: start)
        self.end = Int32(truncatingIfNeeded: max(start, end))
    }

    var lower: Int { Int(start) }
    var upper: Int { Int(end) }
    var count: Int { Int(end - start) }
    var isEmpty: Bool { start == end }
}
