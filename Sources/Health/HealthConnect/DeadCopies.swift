public import FoundationEssentials
internal import Processes
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Copies of databases that processes left behind because they were killed.
///
/// They hold a person's health data, so whoever starts next takes them away.
public enum DeadCopies {
    /// How the folders of copies begin.
    static let prefix = "vitalbus-health-"
    /// The file in a folder that its process holds a lock on.
    static let lockName = "lock"

    /// Removes copies of this user that no process holds.
    ///
    /// - Parameters:
    ///   - folder: Where copies are made; nil for the system's temporary folder.
    ///   - age: Younger ones stay, in seconds: one that is being made has no lock yet.
    /// - Returns: How many were removed.
    @discardableResult
    public static func sweep(_ folder: URL? = nil, olderThan age: TimeInterval = 60) -> Int {
        let manager = FileManager.default
        let folder = folder ?? manager.temporaryDirectory
        let names = (try? manager.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.count { name in
            let path = folder.appending(path: name).path
            guard isOurs(path, olderThan: age) else { return false }
            // Held until the folder is gone.
            guard let lock = try? FileLock(path + "/" + lockName) else { return false }
            return withExtendedLifetime(lock) { (try? manager.removeItem(atPath: path)) != nil }
        }
    }

    /// Whether it is a folder, and no link to one, of this user.
    private static func isOurs(_ path: String, olderThan age: TimeInterval) -> Bool {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid() else {
            return false
        }
        return Double(time(nil)) - Double(facts.st_mtim.tv_sec) >= age
    }
}
