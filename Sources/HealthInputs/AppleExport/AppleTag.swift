internal import ByteScan

/// The attributes of one start tag that mean something here, as places in the block.
struct AppleTag: ~Copyable {
    private var walker = TagWalker()
    private var values: [ByteRange]
    /// The names of the attributes of the tag before, by their places: those of one kind have them in one order.
    private var guesses: [Guess]
    /// Which of the values are this tag's, a bit for each; the rest is left from others.
    private var seen: UInt32 = 0
    /// The first of two starts: a fault of iOS 16.
    private(set) var firstStart: ByteRange?

    private struct Guess {
        var tail: UInt64
        var length: Int32
        var name: AppleAttributeName?
    }

    init() {
        guesses = Array(repeating: Guess(tail: 0, length: 0, name: nil), count: TagWalker.capacity)
        values = Array(repeating: ByteRange(0, 0), count: AppleAttributeName.count)
    }

    /// Walks the attributes from behind the element's name to the tag's end.
    mutating func walk(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> TagEnd {
        seen = 0
        firstStart = nil
        let result = walker.walk(bytes, from: start, to: end)
        guard case .complete = result else { return result }
        for index in 0..<walker.count { take(index) }
        return result
    }

    /// The last one of equal names counts.
    private mutating func take(_ index: Int) {
        let token = walker[index]
        if guesses[index].tail != token.tail || guesses[index].length != token.nameLength {
            let name = AppleAttributeName(tail: token.tail, count: Int(token.nameLength))
            guesses[index] = Guess(tail: token.tail, length: token.nameLength, name: name)
        }
        guard let name = guesses[index].name else { return }
        let bit = UInt32(1) << UInt32(name.rawValue)
        if name == .startDate, seen & bit != 0, firstStart == nil { firstStart = values[name.rawValue] }
        seen |= bit
        values[name.rawValue] = ByteRange(Int(token.start), Int(token.end))
    }

    /// The value of an attribute, where the tag has it.
    func value(_ name: AppleAttributeName) -> ByteRange? {
        seen & UInt32(1) << UInt32(name.rawValue) != 0 ? values[name.rawValue] : nil
    }

    /// Start and end; the second of two starts is the end where there is no other one.
    var times: (start: ByteRange, end: ByteRange)? {
        guard let start = value(.startDate) else { return nil }
        if let end = value(.endDate) { return (start, end) }
        return firstStart.map { ($0, start) }
    }

    /// The name of the source; iOS 8 calls it otherwise.
    var source: ByteRange? { value(.sourceName) ?? value(.source) }
}
