internal import FoundationEssentials
internal import SystemPackage

/// Keeps the logs of a hub's processes from filling its disk.
///
/// Each process keeps its log open, so a long one is copied and then emptied. A line written in between is lost,
/// because readings matter more on a full disk.
struct LogRotation {
    /// The size in bytes from which a log is rotated.
    static let limit = 16 << 20
    /// The number of old logs kept for each, `.1` being the newest.
    static let kept = 2
    /// The interval between checks of the logs.
    static let interval = Duration.seconds(30)

    /// Rotates the long logs in folders.
    static func rotate(in folders: [String], limit: Int = limit) {
        for folder in folders {
            // Absent is nil: a missing folder has no logs.
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            where name.hasSuffix(".log") {
                rotate("\(folder)/\(name)", limit: limit)
            }
        }
    }

    private static func rotate(_ path: String, limit: Int) {
        let manager = FileManager.default
        // Absent is nil: a missing file is not a log.
        guard let facts = try? manager.attributesOfItem(atPath: path),
            facts[.type] as? FileAttributeType == .typeRegular,
            let size = facts[.size] as? Int, size > limit
        else { return }
        for number in (1...kept).reversed() {
            let older = "\(path).\(number)"
            try? manager.removeItem(atPath: older)
            // Cleanup: a missing or immovable old log is not a loss.
            if number > 1 { try? manager.moveItem(atPath: "\(path).\(number - 1)", toPath: older) }
        }
        var loss: (any Error)?
        do { try manager.copyItem(atPath: path, toPath: "\(path).1") } catch { loss = error }
        // Cleanup: a log that cannot be emptied is checked again soon.
        try? empty(path, loss: loss)
    }

    /// Truncates a log.
    ///
    /// - Parameter loss: The error if it could not be copied, for its first line; a full disk stays usable only if it
    ///   is emptied.
    private static func empty(_ path: String, loss: (any Error)?) throws {
        let log = try FileDescriptor.open(FilePath(path), .writeOnly, options: [.append, .closeOnExec, .noFollow])
        defer { try? log.close() }
        try log.resize(to: 0)
        guard let loss else { return }
        let words = "vitalbus: the earlier log was deleted because it could not be rotated: free disk space (\(loss))\n"
        try log.writeAll(words.utf8)
    }
}
