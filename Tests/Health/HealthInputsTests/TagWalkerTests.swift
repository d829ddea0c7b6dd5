import ByteScan
import SeededRandom
import Testing

/// A walker that remembers the previous tag gives the same result as one that does not.
@Suite struct TagWalkerTests {
    private static let words = [
        "Watch", "Phone", "a", "", "it's", "2026-03-01 08:05:00 +0100", "&lt;x&gt;", "7", "12.5",
    ]
    private static let names = [
        "type", "sourceName", "unit", "creationDate", "startDate", "value", "x", "Odd Name 2", "a-b",
    ]
    private static let ends = ["/>", ">", " />", "/", "", "\"", "<", " =\"\">"]

    @Test(arguments: UInt64(0)..<10)
    func tagsAfterOthersAreReadLikeFirstOnes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var attributes: [(name: String, value: String)] = []
        for _ in 0..<Int.random(in: 0..<12, using: &random) { attributes.append(Self.attribute(&random)) }
        var text: [UInt8] = []
        var starts: [Int] = []
        for _ in 0..<150 {
            Self.change(&attributes, &random)
            starts.append(text.count)
            text += Array(Self.text(attributes, &random).utf8)
        }
        var known = TagWalker()
        for (number, start) in starts.enumerated() {
            // Occasionally the block ends within the tag.
            let next = number + 1 < starts.count ? starts[number + 1] : text.count
            let end =
                Int.random(in: 0..<20, using: &random) == 0 ? Int.random(in: start...next, using: &random) : text.count
            if Int.random(in: 0..<30, using: &random) == 0 { known.forget() }
            Self.compare(&known, text, start, end)
        }
    }

    @Test func sameValuesAreTold() {
        let text = Array(#" type="A" source="W" n="1"/> type="A" source="W" n="2"/> type="A" source="P" n="2"/>"#.utf8)
        var walker = TagWalker()
        var places: [[Bool]] = []
        var start = 0
        while start < text.count, case .complete(let next, _) = walker.walk(text.span, from: start, to: text.count) {
            places.append((0..<walker.count).map { walker.isValueSame($0) })
            start = next
        }
        #expect(places == [[false, false, false], [true, true, false], [true, false, true]])
    }

    @Test func anotherLayoutHasNothingInCommon() {
        let text = Array(#" a="1" b="2"/> a="1" c="2"/> a="1"/>"#.utf8)
        var walker = TagWalker()
        var start = 0
        while start < text.count, case .complete(let next, _) = walker.walk(text.span, from: start, to: text.count) {
            let same = (0..<walker.count).filter { walker.isValueSame($0) }
            let isFirstSame = walker.areValuesSame(1)
            #expect(same.isEmpty && !isFirstSame)
            start = next
        }
        #expect(start == text.count)
    }

    private static func compare(_ known: inout TagWalker, _ text: [UInt8], _ start: Int, _ end: Int) {
        var fresh = TagWalker()
        let before = (0..<known.count).map { value(known, text, $0) }
        let (found, wanted) = (known.walk(text.span, from: start, to: end), fresh.walk(text.span, from: start, to: end))
        #expect(found == wanted)
        guard case .complete = wanted else { return }
        let (tokens, others) = ((0..<known.count).map { known[$0] }, (0..<fresh.count).map { fresh[$0] })
        #expect(tokens == others)
        for place in tokens.indices where known.isValueSame(place) {
            let now = value(known, text, place)
            #expect(before[place] == now)
        }
    }

    private static func value(_ walker: borrowing TagWalker, _ text: [UInt8], _ place: Int) -> [UInt8] {
        Array(text[Int(walker[place].start)..<Int(walker[place].end)])
    }

    private static func attribute(_ random: inout SplitMix64) -> (name: String, value: String) {
        (names.randomElement(using: &random) ?? "", words.randomElement(using: &random) ?? "")
    }

    /// Mostly changes one value, rarely a name or the number of attributes.
    private static func change(_ attributes: inout [(name: String, value: String)], _ random: inout SplitMix64) {
        guard !attributes.isEmpty else { return attributes.append(attribute(&random)) }
        let place = Int.random(in: 0..<attributes.count, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: attributes[place] = attribute(&random)
        case 1: attributes.remove(at: place)
        case 2: attributes.append(attribute(&random))
        case 3: break
        case 4: attributes[place].value = String(repeating: "long text ", count: Int.random(in: 0..<9, using: &random))
        default: attributes[place].value = words.randomElement(using: &random) ?? ""
        }
    }

    private static func text(_ attributes: [(name: String, value: String)], _ random: inout SplitMix64) -> String {
        let blank = Int.random(in: 0..<25, using: &random) == 0 ? "\n  " : " "
        let quote = Int.random(in: 0..<25, using: &random) == 0 ? "'" : "\""
        let end = Int.random(in: 0..<10, using: &random) == 0 ? ends.randomElement(using: &random) ?? "" : "/>"
        return attributes.map { "\(blank)\($0.name)=\(quote)\($0.value)\(quote)" }.joined() + end
    }
}
