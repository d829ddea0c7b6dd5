/// A reader of one entry of an archive.
///
/// It needs one block and zlib's window of memory, whatever the entry's size.
public struct ZipEntryReader: ByteSource {
    private static let blockSize = 1 << 16

    private let entry: ZipEntry
    private let source: any RandomAccess
    private let inflater: Inflater?
    private var wide: Inflater64?
    private var input: [UInt8]
    private var unread = 0..<0
    private var stored: UInt64
    private var checksum = ZipChecksum()
    private var isAtEnd = false
    private var isInflated = false
    private var isDamaged = false
    private var fetched: UInt64

    init(_ entry: ZipEntry, dataOffset: UInt64, source: any RandomAccess) throws(ArchiveError) {
        self.entry = entry
        self.source = source
        fetched = dataOffset
        stored = entry.method == 0 ? entry.compressedSize ?? 0 : 0
        inflater = entry.method == 8 ? try Inflater() : nil
        wide = entry.method == 9 ? Inflater64(source, at: dataOffset) : nil
        input = [UInt8](repeating: 0, count: inflater == nil ? 0 : Self.blockSize)
    }

    /// The number of compressed bytes consumed, for progress.
    public var position: UInt64 { wide?.position ?? (fetched - UInt64(unread.count)) }

    /// Whether the archive has a checksum of the entry, which is verified at its end.
    public var isEndProven: Bool { entry.checksum != nil }

    /// Reads the next bytes of the entry into a buffer.
    ///
    /// - Throws: ``ArchiveError`` `truncated`, `corrupt` or `unreadable`. A wrong checksum is reported at the end.
    public mutating func read(into buffer: inout [UInt8], from offset: Int) throws(ArchiveError) -> Int {
        guard !isAtEnd, offset < buffer.count else { return 0 }
        let count =
            if let inflater {
                try inflate(inflater, into: &buffer, from: offset)
            } else if wide != nil {
                try inflateWide(into: &buffer, from: offset)
            } else {
                try copy(into: &buffer, from: offset)
            }
        checksum.add(buffer, in: offset..<(offset + count))
        // Bytes that came with the end are correct; the next call reports the checksum.
        guard count == 0 else { return count }
        isAtEnd = true
        if let expected = entry.checksum, expected != checksum.value {
            throw ArchiveError(.corrupt, message: "the checksum of \(entry.name) is wrong")
        }
        return 0
    }

    private mutating func inflate(
        _ inflater: Inflater,
        into buffer: inout [UInt8],
        from offset: Int
    ) throws(ArchiveError) -> Int {
        while !isInflated {
            guard !isDamaged else {
                throw ArchiveError(.corrupt, message: "the compressed data of \(entry.name) is damaged")
            }
            if unread.isEmpty { try refill() }
            let step = inflater.step(input, inputRange: unread, into: &buffer, outputRange: offset..<buffer.count)
            unread = (unread.lowerBound + step.taken)..<unread.upperBound
            isInflated = step.isEnd
            isDamaged = step.isDamaged
            if step.given > 0 { return step.given }
        }
        return 0
    }

    private mutating func inflateWide(into buffer: inout [UInt8], from offset: Int) throws(ArchiveError) -> Int {
        guard let count = try wide?.read(into: &buffer, from: offset) else {
            throw ArchiveError(.corrupt, message: "the compressed data of \(entry.name) is damaged")
        }
        return count
    }

    private mutating func refill() throws(ArchiveError) {
        let read = try source.read(at: fetched, into: &input, in: 0..<input.count)
        guard read > 0 else {
            throw ArchiveError(.truncated, message: "the archive ends inside \(entry.name)")
        }
        fetched += UInt64(read)
        unread = 0..<read
    }

    private mutating func copy(into buffer: inout [UInt8], from offset: Int) throws(ArchiveError) -> Int {
        let count = min(buffer.count - offset, Int(clamping: stored))
        guard count > 0 else { return 0 }
        let read = try source.read(at: fetched, into: &buffer, in: offset..<(offset + count))
        guard read > 0 else {
            throw ArchiveError(.truncated, message: "the archive ends inside \(entry.name)")
        }
        fetched += UInt64(read)
        stored -= UInt64(read)
        return read
    }
}
