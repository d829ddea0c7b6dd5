/// Little-endian numbers of zip headers.
///
/// Places behind the end give nil.
struct ZipFields {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)[...]
    }

    init(slice: ArraySlice<UInt8>) {
        bytes = slice
    }

    func u16(_ offset: Int) -> UInt16? { number(offset, 2).map { UInt16(truncatingIfNeeded: $0) } }
    func u32(_ offset: Int) -> UInt32? { number(offset, 4).map { UInt32(truncatingIfNeeded: $0) } }
    func u64(_ offset: Int) -> UInt64? { number(offset, 8) }

    func part(_ offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        let start = bytes.startIndex + offset
        return bytes[start..<(start + count)]
    }

    private func number(_ offset: Int, _ width: Int) -> UInt64? {
        part(offset, width)?.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
}
