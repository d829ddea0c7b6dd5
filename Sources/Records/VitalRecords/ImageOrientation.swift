/// How a picture has to be turned to be seen upright, as Exif says it (CIPA DC-008, tag 0x0112): 2 to 8; 1 is upright.
///
/// It is the one thing of Exif without which the picture is shown wrongly, so it is read and written anew, alone.
struct ImageOrientation: Equatable {
    /// 2 to 8.
    let value: UInt8

    /// Reads the first directory of Exif's TIFF structure; nil for an upright picture and for what cannot be read.
    init?(tiff: ArraySlice<UInt8>) {
        let bytes = Array(tiff.prefix(65_536))
        guard let isLittle = Self.isLittle(bytes), Self.number(bytes, 2, 2, isLittle) == 42,
            let start = Self.number(bytes, 4, 4, isLittle), let count = Self.number(bytes, start, 2, isLittle)
        else { return nil }
        for index in 0..<min(count, 512) {
            let entry = start + 2 + index * 12
            guard let tag = Self.number(bytes, entry, 2, isLittle) else { return nil }
            guard tag == 0x0112 else { continue }
            // One SHORT, which stands in the entry itself.
            guard Self.number(bytes, entry + 2, 2, isLittle) == 3, Self.number(bytes, entry + 4, 4, isLittle) == 1,
                let value = Self.number(bytes, entry + 8, 2, isLittle), (2...8).contains(value)
            else { return nil }
            self.value = UInt8(value)
            return
        }
        return nil
    }

    /// A TIFF structure that says the orientation and nothing else.
    var tiff: [UInt8] {
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + [0, 1] + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0] + [0, 0, 0, 0]
    }

    private static func isLittle(_ bytes: [UInt8]) -> Bool? {
        if bytes.starts(with: "II".utf8) { return true }
        return bytes.starts(with: "MM".utf8) ? false : nil
    }

    private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int, _ isLittle: Bool) -> Int? {
        guard at >= 0, at <= bytes.count - count else { return nil }
        let part = bytes[at..<at + count]
        return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : ByteReader.number(part)
    }
}
