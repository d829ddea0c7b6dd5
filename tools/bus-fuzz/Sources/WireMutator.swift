internal import SeededRandom

/// Changes the values of a JSON text: extremes in the place of numbers, members twice or not at all, deep and long ones.
struct WireMutator {
    private let values: WireValues
    private var random: SplitMix64

    /// Makes the changes of one number: equal for equal seeds and numbers.
    init(_ values: WireValues, seed: UInt64, number: UInt64) {
        self.values = values
        random = SplitMix64(seed: seed ^ 0xB05, stream: number &+ 1)
    }

    /// The text with one to three changes that do not overlap.
    mutating func next() -> [UInt8] {
        var changes: [(range: Range<Int>, bytes: [UInt8])] = []
        for _ in 0..<([1, 1, 1, 2, 2, 3].randomElement(using: &random) ?? 1) {
            guard let change = change(), !changes.contains(where: { Self.touch($0.range, change.range) }) else {
                continue
            }
            changes.append(change)
        }
        var result = values.bytes
        for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            result.replaceSubrange(change.range, with: change.bytes)
        }
        return result
    }

    private static func touch(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        left.lowerBound <= right.upperBound && right.lowerBound <= left.upperBound
    }

    private mutating func change() -> (range: Range<Int>, bytes: [UInt8])? {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9: values.numbers.randomElement(using: &random).map { ($0, word(WireWords.integers)) }
        case 9..<11: values.numbers.randomElement(using: &random).map { ($0, word(WireWords.numbers)) }
        case 11..<14: values.times.randomElement(using: &random).map { ($0, word(WireWords.times)) }
        case 14: values.scalars.randomElement(using: &random).map { ($0, scalar()) }
        case 15: values.members.randomElement(using: &random).map { ($0, []) }
        case 16: twice()
        case 17: values.containers.randomElement(using: &random).map { ($0, scalar()) }
        case 18: values.scalars.randomElement(using: &random).map { ($0, nested()) }
        default: values.strings.randomElement(using: &random).map { ($0, long()) }
        }
    }

    private mutating func word(_ words: [String]) -> [UInt8] {
        Array((words.randomElement(using: &random) ?? "0").utf8)
    }

    private mutating func scalar() -> [UInt8] {
        let all =
            [WireWords.integers, WireWords.numbers, WireWords.times, WireWords.others].randomElement(using: &random)
            ?? []
        return (all.randomElement(using: &random)).map { Array($0.utf8) } ?? [0x22, 0xFF, 0xC0, 0x22]
    }

    /// A member that stands twice, the second time with another value.
    private mutating func twice() -> (range: Range<Int>, bytes: [UInt8])? {
        guard let member = values.members.randomElement(using: &random),
            let colon = values.bytes[member].firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let name = values.bytes[member.lowerBound...colon]
        return (member.upperBound..<member.upperBound, [UInt8(ascii: ",")] + name + scalar())
    }

    private mutating func nested() -> [UInt8] {
        let depth = [2, 100, 511, 513, 5_000].randomElement(using: &random) ?? 2
        let isObject = Bool.random(using: &random)
        let (open, close) = isObject ? ("{\"a\":", "}") : ("[", "]")
        let all = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        return Array(all.utf8)
    }

    /// A long string, rarely too long for any message.
    private mutating func long() -> [UInt8] {
        let counts = [255, 256, 257, 4_096, 4_096, 4_096, 60_000, 70_000]
        let count = counts.randomElement(using: &random) ?? 256
        let sign = ["a", "\u{1F600}", "\\u0000", "\\ud800", "9"].randomElement(using: &random) ?? "a"
        return Array(("\"" + String(repeating: sign, count: count / sign.utf8.count) + "\"").utf8)
    }
}
