internal import FoundationEssentials
internal import SystemPackage

/// Keeps the logs of a hub's processes from filling its disk.
///
/// Each process has its log open, so a long one is copied and then emptied. A line that comes in between is lost: on a full
/// disk readings come first.
struct LogRotation {
    /// From how many bytes on a log is put aside.
    static let limit = 16 << 20
    /// How many old ones of each stay, `.1` the youngest.
    static let kept = 2
    /// How often logs are looked at.
    static let interval = Duration.seconds(30)

    /// Puts the long logs of folders aside.
    static func rotate(in folders: [String], limit: Int = limit) {
        for folder in folders {
            // Absent is nil: what is not there has no log.
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            where name.hasSuffix(".log") {
                rotate("\(folder)/\(name)", limit: limit)
            }
        }
    }

    private static func rotate(_ path: String, limit: Int) {
        let manager = FileManager.default
        // Absent is nil: what is not there has no log.
        guard let facts = try? manager.attributesOfItem(atPath: path),
            facts[.type] as? FileAttributeType == .typeRegular,
            let size = facts[.size] as? Int, size > limit
        else { return }
        for number in (1...kept).reversed() {
            let older = "\(path).\(number)"
            try? manager.removeItem(atPath: older)
            // Cleanup: an old log that is missing, or stays where it is, is no loss.
            if number > 1 { try? manager.moveItem(atPath: "\(path).\(number - 1)", toPath: older) }
        }
        var loss: (any Error)?
        do { try manager.copyItem(atPath: path, toPath: "\(path).1") } catch { loss = error }
        // Cleanup: what cannot be emptied now is looked at again soon.
        try? empty(path, loss: loss)
    }

    /// Empties a log.
    ///
    /// - Parameter loss: Why it could not be put aside, for its first line; a full disk stays usable only without it.
    private static func empty(_ path: String, loss: (any Error)?) throws {
        let log = try FileDescriptor.open(FilePath(path), .writeOnly, options: [.append, .closeOnExec, .noFollow])
        defer { try? log.close() }
        try log.resize(to: 0)
        guard let loss else { return }
        let words = "vitalbus: the earlier log was deleted because it could not be rotated: free disk space (\(loss))\n"
        try log.writeAll(words.utf8)
    }
}
