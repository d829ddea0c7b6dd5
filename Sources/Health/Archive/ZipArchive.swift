/// A zip archive, opened for reading.
///
/// Entries are streamed, so memory does not depend on their size or compression ratio. An archive inside it is an
/// ordinary entry; ``access(to:within:)`` makes one readable.
public struct ZipArchive: Sendable {
    /// The entries in the order of the directory, without folders.
    public let entries: [ZipEntry]
    /// Whether the central directory is missing because the file was truncated or damaged; the entries are then those
    /// found by a scan.
    public let isDirectoryLost: Bool
    let source: any RandomAccess

    /// Reads the central directory.
    ///
    /// If it is missing, the entries are recovered from their local headers, from the first byte on.
    ///
    /// - Throws: ``ArchiveError`` `notAnArchive`, `limitExceeded` or `unreadable`.
    public init(_ source: any RandomAccess) throws(ArchiveError) {
        self.source = source
        let listed = try ZipDirectory.find(in: source)
        let found = if let listed { try listed.entries(in: source) } else { try ZipRecovery(source).entries() }
        guard listed != nil || !found.isEmpty else {
            throw ArchiveError(.notAnArchive, message: "the file is not a zip archive")
        }
        isDirectoryLost = listed == nil
        entries = found.filter { !$0.isFolder }
    }

    /// Whether the first bytes are those of a zip archive.
    public static func isArchive(_ head: [UInt8]) -> Bool {
        let signature = ZipFields(slice: head.prefix(4)).u32(0)
        return signature == ZipHeaders.localSignature || signature == ZipHeaders.endSignature
    }

    /// Makes a reader at the start of an entry.
    ///
    /// - Throws: ``ArchiveError`` `encrypted`, `unsupportedMethod`, `corrupt` or `unreadable`.
    public func reader(of entry: ZipEntry) throws(ArchiveError) -> ZipEntryReader {
        guard !entry.isEncrypted else {
            throw ArchiveError(
                .encrypted,
                message: "\(entry.name) in the archive is encrypted; export again without a password"
            )
        }
        guard [0, 8, 9].contains(entry.method) else {
            throw ArchiveError(
                .unsupportedMethod,
                message: "\(entry.name) in the archive is compressed by method \(entry.method); use deflate or none"
            )
        }
        return try ZipEntryReader(entry, dataOffset: dataOffset(of: entry), source: source)
    }

    /// Makes an entry readable at any position, to open an archive inside this one.
    ///
    /// A stored entry is read in place; a compressed one is unpacked into memory.
    ///
    /// - Parameters:
    ///   - entry: An entry of this archive.
    ///   - budget: The most bytes to unpack; reduced by the number unpacked.
    /// - Throws: ``ArchiveError`` as ``reader(of:)``, and `limitExceeded` if the budget does not suffice.
    package func access(to entry: ZipEntry, within budget: inout Int) throws(ArchiveError) -> any RandomAccess {
        var reader = try reader(of: entry)
        if entry.method == 0, let size = entry.compressedSize {
            let start = try dataOffset(of: entry)
            guard start < source.size, size <= source.size - start else {
                throw ArchiveError(.truncated, message: "the archive ends inside \(entry.name)")
            }
            return BytesWithin(source, range: start..<(start + size))
        }
        var bytes: [UInt8] = []
        // Reserved up front, because growth would briefly need twice the memory.
        bytes.reserveCapacity(Int(clamping: min(entry.size ?? 0, UInt64(clamping: budget))))
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try reader.read(into: &block, from: 0)
            guard count > 0 else { break }
            bytes += block.prefix(count)
            guard bytes.count <= budget else {
                throw ArchiveError(
                    .limitExceeded,
                    message: "\(entry.name) is too large to be read from the archive: unpack it"
                )
            }
        }
        budget -= bytes.count
        return BytesInMemory(bytes)
    }

    /// Finds where the data of an entry begins.
    ///
    /// Programs without ZIP64 write offsets modulo 4 GiB, so multiples of 4 GiB are added until a header is found.
    private func dataOffset(of entry: ZipEntry) throws(ArchiveError) -> UInt64 {
        var position = entry.headerOffset
        while position < source.size {
            // Almost all names and extra fields are short; an archive may have thousands of entries.
            for room in [512, 2 * 65_536] {
                let header = try source.bytes(at: position, count: ZipHeaders.localLength + room)
                if let local = ZipHeaders.local(ZipFields(slice: header[...]), at: position) { return local.dataOffset }
            }
            guard entry.headerOffset <= UInt64(UInt32.max) else { break }
            position += 1 << 32
        }
        throw ArchiveError(.corrupt, message: "\(entry.name) is not where the archive says")
    }
}
