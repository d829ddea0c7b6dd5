internal import Archive

/// Opens a queued file, but not a different file that has replaced it.
enum QueuedFile {
    /// The largest file in a folder, in bytes, because a sparse file may claim more than any disk holds.
    static let largest: UInt64 = 16 << 30

    /// Opens a file; if it has a stamp, it must match that stamp and must not be a link.
    ///
    /// - Throws: `ArchiveError`; the message names the path.
    static func open(_ path: String, stamp: String?) throws(ArchiveError) -> ReadableFile {
        guard let stamp else { return try ReadableFile(path: path) }
        let file = try ReadableFile(path: path, followsLinks: false)
        guard file.size <= largest else {
            throw ArchiveError(
                .limitExceeded,
                message: "\(path) has more than \(largest >> 30) GiB, too large for a person's export"
            )
        }
        guard isSame(file, stamp: stamp) else {
            throw ArchiveError(.unreadable, message: "\(path) is no longer the file that was queued")
        }
        return file
    }

    /// Compares a file with its stamp from ``FolderListing``, whose time may differ by a millisecond due to rounding.
    private static func isSame(_ file: ReadableFile, stamp: String) -> Bool {
        // The minus sign of a time before 1970 only adds an empty part, which `split` drops.
        let parts = stamp.split(separator: "-")
        guard parts.count == 3, let time = Int64(parts[1]) else { return false }
        let difference = abs(Double(file.modified.magnitude) - Double(time))
        return parts[0] == "\(file.size)" && parts[2] == "\(file.inode)" && difference <= 1
    }
}
