/// Parsers for the headers of zip files (PKWARE APPNOTE 6.3.10, section 4.3).
enum ZipHeaders {
    static let localSignature: UInt32 = 0x0403_4B50
    static let centralSignature: UInt32 = 0x0201_4B50
    static let endSignature: UInt32 = 0x0605_4B50
    static let wideEndSignature: UInt32 = 0x0606_4B50
    static let wideLocatorSignature: UInt32 = 0x0706_4B50
    /// The size of a local header without name and extra fields, in bytes.
    static let localLength = 30
    /// The size of a directory entry without name, extra fields and comment, in bytes.
    static let centralLength = 46

    /// Parses a directory entry and returns its length; nil if the bytes do not contain a complete one.
    static func central(_ fields: ZipFields) -> (entry: ZipEntry, length: Int)? {
        guard fields.u32(0) == centralSignature, let flags = fields.u16(8), let method = fields.u16(10),
            let checksum = fields.u32(16), let packed = fields.u32(20), let size = fields.u32(24),
            let nameLength = fields.u16(28), let extraLength = fields.u16(30), let commentLength = fields.u16(32),
            let offset = fields.u32(42), let name = fields.part(centralLength, count: Int(nameLength)),
            let extraBytes = fields.part(centralLength + Int(nameLength), count: Int(extraLength))
        else { return nil }
        var extra = ZipExtra(extraBytes)
        let wideSize = extra.widened(size)
        let widePacked = extra.widened(packed)
        let entry = ZipEntry(
            name: ZipName.text(extra.unicodeName ?? name),
            compressedSize: widePacked,
            size: wideSize,
            isEncrypted: isEncrypted(flags, method: method),
            method: method,
            checksum: checksum,
            headerOffset: extra.widened(offset)
        )
        return (entry, centralLength + Int(nameLength) + Int(extraLength) + Int(commentLength))
    }

    /// Parses a local header and finds where the data begins, for archives without a directory.
    static func local(_ fields: ZipFields, at position: UInt64) -> (entry: ZipEntry, dataOffset: UInt64)? {
        guard fields.u32(0) == localSignature, let flags = fields.u16(6), let method = fields.u16(8),
            let packed = fields.u32(18), let size = fields.u32(22), let nameLength = fields.u16(26),
            let extraLength = fields.u16(28), let name = fields.part(localLength, count: Int(nameLength))
        else { return nil }
        var extra = ZipExtra(fields.part(localLength + Int(nameLength), count: Int(extraLength)) ?? [])
        // Bit 3: size and checksum follow the data.
        let isSizeKnown = flags & 8 == 0
        let wideSize = extra.widened(size)
        let widePacked = extra.widened(packed)
        let entry = ZipEntry(
            name: ZipName.text(extra.unicodeName ?? name),
            compressedSize: isSizeKnown ? widePacked : nil,
            size: isSizeKnown ? wideSize : nil,
            isEncrypted: isEncrypted(flags, method: method),
            method: method,
            checksum: isSizeKnown ? fields.u32(14) : nil,
            headerOffset: position
        )
        return (entry, position + UInt64(localLength + Int(nameLength) + Int(extraLength)))
    }

    /// Bit 0 marks encryption; method 99 is WinZip AES.
    private static func isEncrypted(_ flags: UInt16, method: UInt16) -> Bool { flags & 1 != 0 || method == 99 }
}

/// Little-endian fields of a zip header.
///
/// Reads past the end return nil.
struct ZipFields {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)[...]
    }

    init(slice: ArraySlice<UInt8>) {
        bytes = slice
    }

    func u16(_ offset: Int) -> UInt16? { number(offset, width: 2).map { UInt16(truncatingIfNeeded: $0) } }
    func u32(_ offset: Int) -> UInt32? { number(offset, width: 4).map { UInt32(truncatingIfNeeded: $0) } }
    func u64(_ offset: Int) -> UInt64? { number(offset, width: 8) }

    func part(_ offset: Int, count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        let start = bytes.startIndex + offset
        return bytes[start..<(start + count)]
    }

    private func number(_ offset: Int, width: Int) -> UInt64? {
        part(offset, count: width)?.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
}

/// The extra fields that are used: ZIP64 sizes and the UTF-8 name.
struct ZipExtra {
    private(set) var wide: [UInt64] = []
    private(set) var unicodeName: ArraySlice<UInt8>?

    /// Parses the fields up to the first incomplete one.
    init(_ bytes: ArraySlice<UInt8>) {
        var rest = ZipFields(slice: bytes)
        while let id = rest.u16(0), let count = rest.u16(2), let body = rest.part(4, count: Int(count)) {
            switch id {
            case 0x0001: wide = Self.numbers(ZipFields(slice: body))
            // A version byte and the CRC of the other name precede the name.
            case 0x7075 where body.count > 5 && body.first == 1: unicodeName = body.dropFirst(5)
            default: break
            }
            rest = ZipFields(slice: rest.bytes.dropFirst(4 + Int(count)))
        }
    }

    /// Resolves a 32-bit field: its value, or the next ZIP64 number if it is 0xFFFFFFFF.
    mutating func widened(_ value: UInt32) -> UInt64 {
        guard value == .max, !wide.isEmpty else { return UInt64(value) }
        return wide.removeFirst()
    }

    private static func numbers(_ fields: ZipFields) -> [UInt64] {
        (0..<3).compactMap { fields.u64($0 * 8) }
    }
}

/// Decodes names of zip entries.
enum ZipName {
    /// Decodes a name as UTF-8 if it is valid, whatever its flag, else as code page 437.
    ///
    /// macOS and iOS write UTF-8 without setting the flag.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(validating: bytes, as: UTF8.self) ?? String(bytes.map(character))
        return text.replacing("\\", with: "/")
    }

    private static func character(_ byte: UInt8) -> Character {
        guard byte >= 0x80 else { return Character(UnicodeScalar(byte)) }
        let index = upperHalf.index(upperHalf.startIndex, offsetBy: Int(byte) - 0x80)
        return upperHalf[index]
    }

    /// The bytes 0x80 to 0xFF of code page 437 (unicode.org, VENDORS/MICSFT/PC/CP437.TXT).
    private static let upperHalf = Array(
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}"
    )
}
