internal import ByteScan

/// The attributes of one start tag, as positions in the block.
///
/// Tags of one kind have the same attributes in the same order, so their places are only looked up when the layout
/// changes.
struct AppleTag: ~Copyable {
    private var walker = TagWalker()
    /// The token index of each attribute; -1 if the tag does not have it.
    private var places = [Int](repeating: -1, count: AppleAttributeName.count)
    /// The token index of the first of two start dates, a bug of iOS 16; -1 if there is only one.
    private var firstStartPlace = -1
    /// The token indices of type, source and unit, one bit each.
    private var headPlaces: UInt64 = 0
    /// The number of complete tags so far.
    private(set) var number = 0

    init() {}

    /// Forgets the last tag's text, see ``ByteScan/TagWalker/forget()``.
    mutating func forget() { walker.forget() }

    /// Walks the attributes from the end of the element's name to the end of the tag.
    mutating func walk(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> TagEnd {
        let result = walker.walk(bytes, from: start, to: end)
        guard case .complete = result else { return result }
        number += 1
        if !walker.isLayoutSame { findPlaces() }
        return result
    }

    /// Finds the place of each attribute; the last of equal names counts.
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

    /// The value of an attribute; nil if the tag does not have it.
    func value(_ name: AppleAttributeName) -> ByteRange? {
        let place = places[name.rawValue]
        return place < 0 ? nil : range(place)
    }

    /// Whether the previous tag has the same value of an attribute; false if unknown.
    func isSame(_ name: AppleAttributeName) -> Bool {
        let place = places[name.rawValue]
        return place >= 0 && walker.isValueSame(place)
    }

    /// Whether the previous tag has the same type, source and unit; false if unknown.
    var isHeadSame: Bool { walker.areValuesSame(headPlaces) }

    /// The first of two start dates.
    var firstStart: ByteRange? { firstStartPlace < 0 ? nil : range(firstStartPlace) }

    /// Start and end; the second of two start dates is the end if there is no end date.
    var times: (start: ByteRange, end: ByteRange)? {
        guard let start = value(.startDate) else { return nil }
        if let end = value(.endDate) { return (start, end) }
        return firstStart.map { ($0, start) }
    }

    /// The name of the source, including under iOS 8's name for the attribute.
    var source: ByteRange? { value(.sourceName) ?? value(.source) }

    private func range(_ place: Int) -> ByteRange {
        let token = walker[place]
        return ByteRange(Int(token.start), end: Int(token.end))
    }
}
