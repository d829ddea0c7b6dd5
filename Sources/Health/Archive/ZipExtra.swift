/// The extra fields of a zip header that matter here: ZIP64 sizes and a name in UTF-8.
struct ZipExtra {
    private(set) var wide: [UInt64] = []
    private(set) var unicodeName: ArraySlice<UInt8>?

    /// Reads the fields up to the first one that is not whole.
    init(_ bytes: ArraySlice<UInt8>) {
        var rest = ZipFields(slice: bytes)
        while let id = rest.u16(0), let count = rest.u16(2), let body = rest.part(4, Int(count)) {
            switch id {
            case 0x0001: wide = Self.numbers(ZipFields(slice: body))
            // Version 1 and the CRC of the other name come before the name.
            case 0x7075 where body.count > 5 && body.first == 1: unicodeName = body.dropFirst(5)
            default: break
            }
            rest = ZipFields(slice: rest.bytes.dropFirst(4 + Int(count)))
        }
    }

    /// The value of a 32-bit field: itself, or the next of the ZIP64 numbers where it says so.
    mutating func widened(_ value: UInt32) -> UInt64 {
        guard value == .max, !wide.isEmpty else { return UInt64(value) }
        return wide.removeFirst()
    }

    private static func numbers(_ fields: ZipFields) -> [UInt64] {
        (0..<3).compactMap { fields.u64($0 * 8) }
    }
}
