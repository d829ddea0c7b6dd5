internal import Crypto
internal import FoundationEssentials
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

extension SiteKey {
    /// Reads the site key.
    ///
    /// Two processes that make it at once get the same key: the first link to the file's name wins.
    ///
    /// - Parameters:
    ///   - path: A file of 32 random bytes that only its owner may read.
    ///   - createIfMissing: Whether a missing file is made with fresh random bytes and mode 0600.
    /// - Throws: ``RuntimeError`` `siteKey`.
    public static func load(_ path: String, createIfMissing: Bool) throws -> SiteKey {
        if let problem = FileTrust.problem(ofDirectory: FilePath(path).removingLastComponent().string) {
            throw RuntimeError(.siteKey, problem)
        }
        if createIfMissing, !FileManager.default.fileExists(atPath: path) { try create(path) }
        guard let isOpen = PrivateFile.isOpenToOthers(path) else {
            throw RuntimeError(.siteKey, "\(path) is missing: copy the site's key there, or set site-key.file")
        }
        guard !isOpen else { throw RuntimeError(.siteKey, "\(path) is open to others: chmod 600 \(path)") }
        if let problem = FileTrust.problem(ofFile: path) { throw RuntimeError(.siteKey, problem) }
        guard let bytes = try? PrivateFile.read(path, limit: byteCount), bytes.count == byteCount else {
            throw RuntimeError(.siteKey, "\(path) cannot be read, or is not \(byteCount) bytes: copy it again")
        }
        return SiteKey(key: SymmetricKey(data: bytes))
    }

    private static func create(_ path: String) throws {
        let draft = "\(path).\(getpid()).new"
        try? FileManager.default.removeItem(atPath: draft)
        var random = SystemRandomNumberGenerator()
        do {
            try PrivateFile.create(draft, (0..<byteCount).map { _ in random.next() as UInt8 })
        } catch {
            throw RuntimeError(.siteKey, "\(path) cannot be made: check the rights of its directory")
        }
        try? FileManager.default.linkItem(atPath: draft, toPath: path)
        try? FileManager.default.removeItem(atPath: draft)
        // What is sealed with the key from now on is lost with its name.
        do {
            try PrivateFile.syncDirectory(of: path)
        } catch {
            throw RuntimeError(.siteKey, "the directory of \(path) cannot be flushed: check the disk")
        }
    }
}
