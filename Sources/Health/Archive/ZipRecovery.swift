/// Recovers the entries of an archive without a central directory from their local headers.
struct ZipRecovery {
    /// The most entries that are recovered.
    static let limit = 100_000
    private let source: any RandomAccess

    init(_ source: any RandomAccess) {
        self.source = source
    }

    /// Reads entries up to the first position without a valid header.
    func entries() throws(ArchiveError) -> [ZipEntry] {
        var found: [ZipEntry] = []
        var position: UInt64 = 0
        while found.count < Self.limit {
            let header = try source.bytes(at: position, count: ZipHeaders.localLength + 2 * 65_536)
            guard let (entry, start) = ZipHeaders.local(ZipFields(slice: header[...]), at: position) else { break }
            found.append(entry)
            guard let next = try end(of: entry, from: start), next > position else { break }
            position = next
        }
        return found
    }

    /// Finds the end of an entry, where the next header begins; nil if it cannot be determined.
    private func end(of entry: ZipEntry, from start: UInt64) throws(ArchiveError) -> UInt64? {
        if let size = entry.compressedSize {
            let (end, overflow) = start.addingReportingOverflow(size)
            return overflow ? nil : end
        }
        // Only the deflate stream shows where the data ends.
        guard entry.method == 8, !entry.isEncrypted else { return nil }
        var reader = try ZipEntryReader(entry, dataOffset: start, source: source)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        do {
            while try reader.read(into: &buffer, from: 0) > 0 {}
        } catch {
            return nil
        }
        return try descriptorEnd(reader.position)
    }

    /// Skips the data descriptor: 12 or 20 bytes, and 4 more with a signature.
    private func descriptorEnd(_ position: UInt64) throws(ArchiveError) -> UInt64? {
        for length in [16, 12, 24, 20] as [UInt64] {
            let next = ZipFields(try source.bytes(at: position + length, count: 4)).u32(0)
            if next == ZipHeaders.localSignature || next == ZipHeaders.centralSignature { return position + length }
        }
        return nil
    }
}
