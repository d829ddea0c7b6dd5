/// A zip archive: its entries, and a reader for each.
///
/// Entries stream, so that neither their size nor their ratio matters; archives inside of archives are not opened.
public struct ZipArchive: Sendable {
    /// The entries, in the archive's order; without folders.
    public let entries: [ZipEntry]
    /// Whether the archive's list is lost, because the file was cut or damaged: the entries are those found before.
    public let isDirectoryLost: Bool
    let source: any RandomAccess

    /// Reads the archive's list.
    ///
    /// Where the list is lost, the entries are found by their own headers from the first byte on.
    ///
    /// - Throws: ``ArchiveError`` with `notAnArchive`, `limitExceeded` or `unreadable`.
    public init(_ source: any RandomAccess) throws(ArchiveError) {
        self.source = source
        let listed = try ZipDirectory.find(in: source)
        let found = if let listed { try listed.entries(in: source) } else { try ZipRecovery(source).entries() }
        guard listed != nil || !found.isEmpty else {
            throw ArchiveError(code: .notAnArchive, message: "the file is no zip archive")
        }
        isDirectoryLost = listed == nil
        entries = found.filter { !$0.isFolder }
    }

    /// Whether bytes begin as a zip archive does.
    public static func isArchive(_ head: [UInt8]) -> Bool {
        let signature = ZipFields(slice: head.prefix(4)).u32(0)
        return signature == ZipHeaders.localSignature || signature == ZipHeaders.endSignature
    }

    /// A reader of an entry from its beginning.
    ///
    /// - Throws: ``ArchiveError`` with `encrypted`, `unsupportedMethod`, `corrupt` or `unreadable`.
    public func reader(of entry: ZipEntry) throws(ArchiveError) -> ZipEntryReader {
        guard !entry.isEncrypted else {
            throw ArchiveError(
                code: .encrypted,
                message: "\(entry.name) in the archive is encrypted; export again without a password"
            )
        }
        guard entry.method == 0 || entry.method == 8 else {
            throw ArchiveError(
                code: .unsupportedMethod,
                message: "\(entry.name) in the archive is compressed by method \(entry.method); use deflate or none"
            )
        }
        return try ZipEntryReader(entry, dataOffset: dataOffset(of: entry), source)
    }

    /// Where an entry's data begins.
    ///
    /// Programs without ZIP64 write what is left of the place after division by 4 GiB, so later ones are tried too.
    private func dataOffset(of entry: ZipEntry) throws(ArchiveError) -> UInt64 {
        var position = entry.headerOffset
        while position < source.size {
            let header = try source.bytes(at: position, count: ZipHeaders.localLength + 2 * 65_536)
            if let local = ZipHeaders.local(ZipFields(slice: header[...]), at: position) { return local.dataOffset }
            guard entry.headerOffset <= UInt64(UInt32.max) else { break }
            position += 1 << 32
        }
        throw ArchiveError(code: .corrupt, message: "\(entry.name) is not where the archive says")
    }
}
