/// Where the values of a JSON text stand: what a mutator replaces.
struct WireValues: Sendable {
    /// The text.
    let bytes: [UInt8]
    /// Numbers, words and strings, without the names of members.
    private(set) var scalars: [Range<Int>] = []
    /// Those of ``scalars`` that are numbers.
    private(set) var numbers: [Range<Int>] = []
    /// Those that are strings.
    private(set) var strings: [Range<Int>] = []
    /// Those strings that look like times.
    private(set) var times: [Range<Int>] = []
    /// Members with their names, without the comma behind.
    private(set) var members: [Range<Int>] = []
    /// Objects and arrays.
    private(set) var containers: [Range<Int>] = []

    /// Finds the values of a text that is JSON; of another one what comes before its damage.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var place = 0
        value(&place)
    }

    private mutating func value(_ place: inout Int) {
        skipSpace(&place)
        guard place < bytes.count else { return }
        let start = place
        switch bytes[place] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            container(&place)
            containers.append(start..<place)
        case UInt8(ascii: "\""):
            string(&place)
            scalars.append(start..<place)
            strings.append(start..<place)
            if place - start > 20, bytes[start + 5] == UInt8(ascii: "-"), bytes[start + 11] == UInt8(ascii: "T") {
                times.append(start..<place)
            }
        default:
            while place < bytes.count, !Array(",]} \n\r\t".utf8).contains(bytes[place]) { place += 1 }
            scalars.append(start..<place)
            if bytes[start] == UInt8(ascii: "-") || (48...57).contains(bytes[start]) { numbers.append(start..<place) }
        }
    }

    private mutating func container(_ place: inout Int) {
        let isObject = bytes[place] == UInt8(ascii: "{")
        place += 1
        while place < bytes.count {
            skipSpace(&place)
            guard place < bytes.count else { return }
            if bytes[place] == UInt8(ascii: "}") || bytes[place] == UInt8(ascii: "]") {
                place += 1
                return
            }
            if bytes[place] == UInt8(ascii: ",") {
                place += 1
                continue
            }
            let start = place
            if isObject {
                string(&place)
                skipSpace(&place)
                place += 1
            }
            value(&place)
            if isObject { members.append(start..<min(place, bytes.count)) }
            // A text that is no JSON must not hold the search.
            if place == start { place += 1 }
        }
    }

    private func string(_ place: inout Int) {
        place += 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        place = min(place + 1, bytes.count)
    }

    private func skipSpace(_ place: inout Int) {
        while place < bytes.count, [9, 10, 13, 32].contains(bytes[place]) { place += 1 }
    }
}
