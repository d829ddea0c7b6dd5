/// Names that come again and again, found by their bytes without making a string.
struct NameTable {
    private var names: [[UInt8]] = []
    private var last = 0
    private var secondLast = 0
    private var places: [[UInt8]: Int] = [:]

    /// The number of a name, from 0 in the order of their first appearance; nil where it is new.
    mutating func find(_ bytes: borrowing Span<UInt8>, _ range: ByteRange) -> Int? {
        if last < names.count, ByteText.equals(bytes, range, names[last]) { return last }
        if secondLast < names.count, ByteText.equals(bytes, range, names[secondLast]) {
            swap(&last, &secondLast)
            return last
        }
        guard let place = places[ByteText.copy(bytes, range)] else { return nil }
        use(place)
        return place
    }

    /// Adds a new name and gives it the next number.
    mutating func add(_ bytes: borrowing Span<UInt8>, _ range: ByteRange) -> Int {
        let name = ByteText.copy(bytes, range)
        names.append(name)
        places[name] = names.count - 1
        use(names.count - 1)
        return last
    }

    private mutating func use(_ place: Int) {
        secondLast = last
        last = place
    }
}
