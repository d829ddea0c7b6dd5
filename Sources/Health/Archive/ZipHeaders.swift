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
