/// Recognises complete files, which have not changed for a while.
///
/// A complete file moved into the folder must settle like any other.
struct SettlingFiles {
    private var seen: [String: (stamp: String, since: Double)] = [:]

    /// Updates the state of a folder's files.
    ///
    /// - Parameters:
    ///   - folder: The folder; files in other folders are not affected.
    ///   - files: By path, a stamp that changes when the file does.
    ///   - now: The time in seconds.
    ///   - patience: How long a file must be unchanged, in seconds.
    /// - Returns: The complete files.
    mutating func settled(
        in folder: String,
        files: [String: String],
        now: Double,
        patience: Double
    ) -> [String] {
        for path in seen.keys where path.hasPrefix(folder + "/") && files[path] == nil { seen[path] = nil }
        var whole: [String] = []
        for (path, stamp) in files {
            guard let known = seen[path], known.stamp == stamp, known.since <= now else {
                seen[path] = (stamp, now)
                continue
            }
            if now - known.since >= patience { whole.append(path) }
        }
        return whole.sorted()
    }

    /// Whether any file may still be written to.
    func isWaiting(now: Double, patience: Double) -> Bool {
        seen.values.contains { now - $0.since < patience }
    }
}
