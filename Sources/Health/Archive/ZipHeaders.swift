/// Reads the headers of zip files (PKWARE APPNOTE 6.3.10, section 4.3).
enum ZipHeaders {
    static let localSignature: UInt32 = 0x0403_4B50
    static let centralSignature: UInt32 = 0x0201_4B50
    static let endSignature: UInt32 = 0x0605_4B50
    static let wideEndSignature: UInt32 = 0x0606_4B50
    static let wideLocatorSignature: UInt32 = 0x0706_4B50
    /// How long a local header is without name and extra fields.
    static let localLength = 30
    /// How long an entry of the central directory is without name, extra fields and comment.
    static let centralLength = 46

    /// An entry of the central directory and how long it is; nil where the bytes hold no whole one.
    static func central(_ fields: ZipFields) -> (entry: ZipEntry, length: Int)? {
        guard fields.u32(0) == centralSignature, let flags = fields.u16(8), let method = fields.u16(10),
            let checksum = fields.u32(16), let packed = fields.u32(20), let size = fields.u32(24),
            let nameLength = fields.u16(28), let extraLength = fields.u16(30), let commentLength = fields.u16(32),
            let offset = fields.u32(42), let name = fields.part(centralLength, Int(nameLength)),
            let extraBytes = fields.part(centralLength + Int(nameLength), Int(extraLength))
        else { return nil }
        var extra = ZipExtra(extraBytes)
        let wideSize = extra.widened(size)
        let widePacked = extra.widened(packed)
        let entry = ZipEntry(
            name: ZipName.text(extra.unicodeName ?? name),
            compressedSize: widePacked,
            size: wideSize,
            isEncrypted: isEncrypted(flags, method),
            method: method,
            checksum: checksum,
            headerOffset: extra.widened(offset)
        )
        return (entry, centralLength + Int(nameLength) + Int(extraLength) + Int(commentLength))
    }

    /// An entry by its local header, for archives whose directory is lost, and where its data begins.
    static func local(_ fields: ZipFields, at position: UInt64) -> (entry: ZipEntry, dataOffset: UInt64)? {
        guard fields.u32(0) == localSignature, let flags = fields.u16(6), let method = fields.u16(8),
            let packed = fields.u32(18), let size = fields.u32(22), let nameLength = fields.u16(26),
            let extraLength = fields.u16(28), let name = fields.part(localLength, Int(nameLength))
        else { return nil }
        var extra = ZipExtra(fields.part(localLength + Int(nameLength), Int(extraLength)) ?? [])
        // Bit 3: sizes and checksum follow the data.
        let isSizeKnown = flags & 8 == 0
        let wideSize = extra.widened(size)
        let widePacked = extra.widened(packed)
        let entry = ZipEntry(
            name: ZipName.text(extra.unicodeName ?? name),
            compressedSize: isSizeKnown ? widePacked : nil,
            size: isSizeKnown ? wideSize : nil,
            isEncrypted: isEncrypted(flags, method),
            method: method,
            checksum: isSizeKnown ? fields.u32(14) : nil,
            headerOffset: position
        )
        return (entry, position + UInt64(localLength + Int(nameLength) + Int(extraLength)))
    }

    /// Bit 0 says so; method 99 is WinZip's AES.
    private static func isEncrypted(_ flags: UInt16, _ method: UInt16) -> Bool { flags & 1 != 0 || method == 99 }
}

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

/// Names of zip entries as text.
enum ZipName {
    /// Reads a name: UTF-8 where the bytes are that, whatever the archive says, else code page 437.
    ///
    /// macOS and iOS write UTF-8 without saying so.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(validating: bytes, as: UTF8.self) ?? String(bytes.map(character))
        return text.replacing("\\", with: "/")
    }

    private static func character(_ byte: UInt8) -> Character {
        guard byte >= 0x80 else { return Character(UnicodeScalar(byte)) }
        let index = upperHalf.index(upperHalf.startIndex, offsetBy: Int(byte) - 0x80)
        return upperHalf[index]
    }

    /// Bytes 0x80 to 0xFF of code page 437 (unicode.org, VENDORS/MICSFT/PC/CP437.TXT).
    private static let upperHalf = Array(
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}"
    )
}
