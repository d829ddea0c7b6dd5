/// Tells files that are whole from files that are being written: those that have not changed for a while.
///
/// A file that is moved into the folder at once settles like any other.
struct SettlingFiles {
    private var seen: [String: (stamp: String, since: Double)] = [:]

    /// Looks at a folder's files as they are now.
    ///
    /// - Parameters:
    ///   - folder: The folder; files of other ones are left alone.
    ///   - files: Paths, and what changes when the file does.
    ///   - now: In seconds.
    ///   - patience: How long a file must be unchanged, in seconds.
    /// - Returns: The files that are whole.
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
