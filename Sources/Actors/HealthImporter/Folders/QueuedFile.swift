internal import Archive

/// Opens the file that was queued, and no other that has its name by now.
enum QueuedFile {
    /// The most bytes of a file in a folder: a file with holes may claim more than any disk has.
    static let largest: UInt64 = 16 << 30

    /// Opens a file; one of a folder (with a stamp) is not followed as a link, and must be what it was when it was queued.
    ///
    /// - Throws: `ArchiveError`; the message names the path.
    static func open(_ path: String, stamp: String?) throws(ArchiveError) -> ReadableFile {
        guard let stamp else { return try ReadableFile(path: path) }
        let file = try ReadableFile(path: path, followsLinks: false)
        guard file.size <= largest else {
            throw ArchiveError(
                .limitExceeded,
                message: "\(path) has more than \(largest >> 30) GiB; no person's export has"
            )
        }
        guard isSame(file, stamp: stamp) else {
            throw ArchiveError(.unreadable, message: "\(path) is another file than the one that was queued")
        }
        return file
    }

    /// Compares with ``FolderListing``'s stamp; its time went through a floating-point number, so a millisecond may differ.
    private static func isSame(_ file: ReadableFile, stamp: String) -> Bool {
        // A time before 1970 has a sign of its own, which makes an empty part.
        let parts = stamp.split(separator: "-")
        guard parts.count == 3, let time = Int64(parts[1]) else { return false }
        let difference = abs(Double(file.modified.magnitude) - Double(time))
        return parts[0] == "\(file.size)" && parts[2] == "\(file.inode)" && difference <= 1
    }
}
