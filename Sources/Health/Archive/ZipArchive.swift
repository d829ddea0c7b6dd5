/// A zip archive, opened for reading.
///
/// Entries are streamed, so their size and compression ratio need no memory; nested archives are not opened.
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
            throw ArchiveError(.notAnArchive, message: "the file is no zip archive")
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
        guard entry.method == 0 || entry.method == 8 else {
            throw ArchiveError(
                .unsupportedMethod,
                message: "\(entry.name) in the archive is compressed by method \(entry.method); use deflate or none"
            )
        }
        return try ZipEntryReader(entry, dataOffset: dataOffset(of: entry), source: source)
    }

    /// Finds where the data of an entry begins.
    ///
    /// Programs without ZIP64 write offsets modulo 4 GiB, so multiples of 4 GiB are added until a header is found.
    private func dataOffset(of entry: ZipEntry) throws(ArchiveError) -> UInt64 {
        var position = entry.headerOffset
        while position < source.size {
            let header = try source.bytes(at: position, count: ZipHeaders.localLength + 2 * 65_536)
            if let local = ZipHeaders.local(ZipFields(slice: header[...]), at: position) { return local.dataOffset }
            guard entry.headerOffset <= UInt64(UInt32.max) else { break }
            position += 1 << 32
        }
        throw ArchiveError(.corrupt, message: "\(entry.name) is not where the archive says")
    }
}
