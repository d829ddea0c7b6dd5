internal import ByteScan

/// The attributes of one start tag that mean something here, as places in the block.
///
/// Tags of one kind have the same attributes in the same order, so where each stands is worked out only when that changes.
struct AppleTag: ~Copyable {
    private var walker = TagWalker()
    /// For each name the place of its attribute; -1 where the tag has none.
    private var places = [Int](repeating: -1, count: AppleAttributeName.count)
    /// The place of the first of two starts, a fault of iOS 16; -1 where there is one start.
    private var firstStartPlace = -1
    /// The places of type, source and unit, as bits.
    private var headPlaces: UInt64 = 0
    /// How many whole tags there were.
    private(set) var number = 0

    init() {}

    /// Forgets the last tag's text, see ``ByteScan/TagWalker/forget()``.
    mutating func forget() { walker.forget() }

    /// Walks the attributes from behind the element's name to the tag's end.
    mutating func walk(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> TagEnd {
        let result = walker.walk(bytes, from: start, to: end)
        guard case .complete = result else { return result }
        number += 1
        if !walker.isLayoutSame { findPlaces() }
        return result
    }

    /// The last one of equal names counts.
    private mutating func findPlaces() {
        firstStartPlace = -1
        for index in places.indices { places[index] = -1 }
        for index in 0..<walker.count {
            let token = walker[index]
            guard let name = AppleAttributeName(tail: token.tail, count: Int(token.nameLength)) else { continue }
            if name == .startDate, firstStartPlace < 0 { firstStartPlace = places[name.rawValue] }
            places[name.rawValue] = index
        }
        headPlaces = 0
        for name in [AppleAttributeName.type, .sourceName, .source, .unit] where places[name.rawValue] >= 0 {
            headPlaces |= 1 << UInt64(places[name.rawValue])
        }
    }

    /// The value of an attribute, where the tag has it.
    func value(_ name: AppleAttributeName) -> ByteRange? {
        let place = places[name.rawValue]
        return place < 0 ? nil : range(place)
    }

    /// Whether the tag before has the same value of an attribute; false also where that is not known.
    func isSame(_ name: AppleAttributeName) -> Bool {
        let place = places[name.rawValue]
        return place >= 0 && walker.isValueSame(place)
    }

    /// Whether the tag before has the same type, source and unit, or none; false also where that is not known.
    var isHeadSame: Bool { walker.areValuesSame(headPlaces) }

    /// The first of two starts.
    var firstStart: ByteRange? { firstStartPlace < 0 ? nil : range(firstStartPlace) }

    /// Start and end; the second of two starts is the end where there is no other one.
    var times: (start: ByteRange, end: ByteRange)? {
        guard let start = value(.startDate) else { return nil }
        if let end = value(.endDate) { return (start, end) }
        return firstStart.map { ($0, start) }
    }

    /// The name of the source; iOS 8 calls it otherwise.
    var source: ByteRange? { value(.sourceName) ?? value(.source) }

    private func range(_ place: Int) -> ByteRange {
        let token = walker[place]
        return ByteRange(Int(token.start), Int(token.end))
    }
}
