/// The orientation tag of Exif (CIPA DC-008, tag 0x0112).
///
/// It is the only Exif tag that a correct display needs, so only this tag is parsed and written again.
struct ExifOrientation: Equatable {
    /// 2 to 8; 1, upright, is represented by nil.
    let value: UInt8

    /// Parses the first directory of the TIFF structure in Exif; nil for an upright picture and for malformed data.
    init?(tiff: ArraySlice<UInt8>) {
        let bytes = Array(tiff.prefix(65_536))
        guard let isLittle = Self.isLittle(bytes), Self.number(bytes, at: 2, count: 2, isLittle: isLittle) == 42,
            let start = Self.number(bytes, at: 4, count: 4, isLittle: isLittle),
            let count = Self.number(bytes, at: start, count: 2, isLittle: isLittle)
        else { return nil }
        for index in 0..<min(count, 512) {
            let entry = start + 2 + index * 12
            guard let tag = Self.number(bytes, at: entry, count: 2, isLittle: isLittle) else { return nil }
            guard tag == 0x0112 else { continue }
            // One SHORT, stored in the entry itself.
            guard Self.number(bytes, at: entry + 2, count: 2, isLittle: isLittle) == 3,
                Self.number(bytes, at: entry + 4, count: 4, isLittle: isLittle) == 1,
                let value = Self.number(bytes, at: entry + 8, count: 2, isLittle: isLittle), (2...8).contains(value)
            else { return nil }
            self.value = UInt8(value)
            return
        }
        return nil
    }

    /// A TIFF structure with this tag only.
    var tiff: [UInt8] {
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + [0, 1] + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0] + [0, 0, 0, 0]
    }

    private static func isLittle(_ bytes: [UInt8]) -> Bool? {
        if bytes.starts(with: "II".utf8) { return true }
        return bytes.starts(with: "MM".utf8) ? false : nil
    }

    private static func number(_ bytes: [UInt8], at: Int, count: Int, isLittle: Bool) -> Int? {
        guard at >= 0, at <= bytes.count - count else { return nil }
        let part = bytes[at..<at + count]
        return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : ImageByteReader.number(part)
    }
}
