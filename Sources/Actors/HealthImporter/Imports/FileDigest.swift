internal import Archive
internal import Crypto

/// The SHA-256 of a file or a folder.
enum FileDigest {
    /// Reads a whole file and returns its digest in hexadecimal digits.
    ///
    /// - Throws: `ArchiveError` for a file that cannot be read, or what `check` throws.
    static func of(_ file: ReadableFile, check: () throws -> Void) throws -> String {
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var position: UInt64 = 0
        while true {
            try check()
            let count = try file.read(at: position, into: &buffer, in: 0..<buffer.count)
            guard count > 0 else { break }
            hash.update(data: buffer[..<count])
            position += UInt64(count)
        }
        return text(hash.finalize())
    }

    /// Reads all files of a folder and returns the digest of their names and contents.
    ///
    /// - Throws: `ArchiveError` for a file that cannot be read, or what `check` throws.
    static func of(_ folder: FolderFiles, check: () throws -> Void) throws -> String {
        var hash = SHA256()
        for entry in folder.entries {
            let digest = try of(try folder.open(entry), check: check)
            hash.update(data: Array("\(entry.name)\0\(digest)\n".utf8))
        }
        return text(hash.finalize())
    }

    private static func text(_ digest: SHA256.Digest) -> String {
        digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
