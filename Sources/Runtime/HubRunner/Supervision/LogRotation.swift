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
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            where name.hasSuffix(".log") {
                rotate("\(folder)/\(name)", limit: limit)
            }
        }
    }

    private static func rotate(_ path: String, limit: Int) {
        let manager = FileManager.default
        guard let facts = try? manager.attributesOfItem(atPath: path),
            facts[.type] as? FileAttributeType == .typeRegular,
            let size = facts[.size] as? Int, size > limit
        else { return }
        for number in (1...kept).reversed() {
            let older = "\(path).\(number)"
            try? manager.removeItem(atPath: older)
            if number > 1 { try? manager.moveItem(atPath: "\(path).\(number - 1)", toPath: older) }
        }
        try? manager.copyItem(atPath: path, toPath: "\(path).1")
        guard let log = try? FileDescriptor.open(FilePath(path), .writeOnly, options: [.closeOnExec, .noFollow]) else {
            return
        }
        defer { try? log.close() }
        try? log.resize(to: 0)
    }
}
