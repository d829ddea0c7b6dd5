/// The location of the central directory of a zip archive.
struct ZipDirectory {
    /// The largest central directory that is read, in bytes: some 150,000 entries.
    static let largestList = 16 << 20

    let range: Range<UInt64>

    /// Finds the central directory at the end of the archive; nil if there is none.
    static func find(in source: any RandomAccess) throws(ArchiveError) -> ZipDirectory? {
        // The end record has 22 bytes and a comment of up to 65,535.
        let tailLength = Int(min(source.size, 22 + 65_535))
        let tailStart = source.size - UInt64(tailLength)
        let tail = try source.bytes(at: tailStart, count: tailLength)
        let fields = ZipFields(slice: tail[...])
        for offset in stride(from: tail.count - 22, through: 0, by: -1)
        where tail[offset] == 0x50 && fields.u32(offset) == ZipHeaders.endSignature {
            if let found = try at(tailStart + UInt64(offset), fields: fields, offset: offset, in: source) {
                return found
            }
        }
        return nil
    }

    private static func at(
        _ position: UInt64,
        fields: ZipFields,
        offset: Int,
        in source: any RandomAccess
    ) throws(ArchiveError) -> ZipDirectory? {
        guard let size = fields.u32(offset + 12), let start = fields.u32(offset + 16) else { return nil }
        var candidates = [(UInt64(start), UInt64(size), position)]
        if let wide = try wideEnd(before: position, in: source) { candidates.insert(wide, at: 0) }
        for (start, size, end) in candidates where size <= end {
            // A sound archive has the end record right after the directory, even with data in front of the archive.
            for first in [end - size, start] where first < end {
                let isList = try source.bytes(at: first, count: 4)
                if ZipFields(slice: isList[...]).u32(0) == ZipHeaders.centralSignature {
                    return ZipDirectory(range: first..<end)
                }
            }
        }
        return size == 0 && start == 0 ? ZipDirectory(range: position..<position) : nil
    }

    /// Reads the ZIP64 end record: offset and size of the directory, and the offset of the record itself.
    private static func wideEnd(
        before end: UInt64,
        in source: any RandomAccess
    ) throws(ArchiveError) -> (UInt64, UInt64, UInt64)? {
        guard end >= 20 else { return nil }
        let locator = ZipFields(try source.bytes(at: end - 20, count: 20))
        guard locator.u32(0) == ZipHeaders.wideLocatorSignature, let said = locator.u64(8) else { return nil }
        for position in [said, end >= 76 ? end - 76 : said] {
            let record = ZipFields(try source.bytes(at: position, count: 56))
            if record.u32(0) == ZipHeaders.wideEndSignature, let size = record.u64(40), let start = record.u64(48) {
                return (start, size, position)
            }
        }
        return nil
    }

    /// Reads the entries in the order of the directory.
    func entries(in source: any RandomAccess) throws(ArchiveError) -> [ZipEntry] {
        guard range.upperBound - range.lowerBound <= UInt64(Self.largestList) else {
            throw ArchiveError(
                .limitExceeded,
                message:
                    "the archive's list is longer than \(Self.largestList >> 20) MiB; too long for a health export"
            )
        }
        let bytes = try source.bytes(at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
        var entries: [ZipEntry] = []
        var rest = bytes[...]
        while let (entry, length) = ZipHeaders.central(ZipFields(slice: rest)) {
            entries.append(entry)
            rest = rest.dropFirst(length)
        }
        return entries
    }
}

/// A file in a zip archive, as the central directory describes it.
public struct ZipEntry: Hashable, Sendable {
    /// The path, with `/` as separator.
    ///
    /// A name without the UTF-8 flag is decoded as UTF-8 if it is valid, else as code page 437. It is a label; never
    /// use it as a path to write to.
    public let name: String
    /// The compressed size in bytes; nil if the central directory is missing.
    public let compressedSize: UInt64?
    /// The uncompressed size in bytes; nil if the central directory is missing.
    ///
    /// It is a hint, because programs without ZIP64 write it modulo 4 GiB.
    public let size: UInt64?
    /// Whether it is encrypted.
    public let isEncrypted: Bool
    /// The compression method: 0 for stored, 8 for deflate.
    public let method: UInt16
    /// The CRC-32 of the uncompressed data; nil if the central directory is missing.
    let checksum: UInt32?
    /// The offset of the local header, as the directory states it.
    let headerOffset: UInt64

    /// Whether it is a folder.
    public var isFolder: Bool { name.hasSuffix("/") }
}
