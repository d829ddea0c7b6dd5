/// A set of recurring names, looked up by their bytes without making strings.
struct NameTable: ~Copyable {
    private var count = 0
    private var places: [[UInt8]: Int] = [:]
    // The last two names; names mostly repeat, and two devices alternate.
    private var lastName: [UInt8] = []
    private var lastPlace: Int?
    private var otherName: [UInt8] = []
    private var otherPlace: Int?

    /// The number of a name, counted from 0 in order of first appearance; nil for a new one.
    mutating func find(_ bytes: borrowing Span<UInt8>, in range: ByteRange) -> Int? {
        if let lastPlace, ByteText.equals(bytes, in: range, and: lastName) { return lastPlace }
        if let otherPlace, ByteText.equals(bytes, in: range, and: otherName) {
            swap(&lastName, &otherName)
            self.otherPlace = lastPlace
            lastPlace = otherPlace
            return otherPlace
        }
        let name = ByteText.copy(bytes, in: range)
        guard let place = places[name] else { return nil }
        use(name, place: place)
        return place
    }

    /// Adds a new name and returns its number.
    mutating func add(_ bytes: borrowing Span<UInt8>, in range: ByteRange) -> Int {
        let name = ByteText.copy(bytes, in: range)
        places[name] = count
        use(name, place: count)
        count += 1
        return count - 1
    }

    private mutating func use(_ name: [UInt8], place: Int) {
        (otherName, otherPlace) = (lastName, lastPlace)
        (lastName, lastPlace) = (name, place)
    }
}
