/// The header of a FIT file (FIT protocol, "File Header").
struct FITHeader: Hashable {
    /// The longest header that is known.
    static let longest = 14

    let length: Int
    /// How many bytes of data follow, the checksum left out; nought where the device did not get to write it.
    let dataSize: Int

    /// Reads a header from the place on; nil where there is none.
    init?(_ bytes: [UInt8], at place: Int, end: Int) {
        guard place + 12 <= end, Int(bytes[place]) >= 12, place + Int(bytes[place]) <= end,
            Array(bytes[(place + 8)..<(place + 12)]) == Array(".FIT".utf8)
        else { return nil }
        length = Int(bytes[place])
        dataSize = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
    }
}
