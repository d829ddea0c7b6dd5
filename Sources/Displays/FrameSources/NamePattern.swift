/// Glob patterns for file names: `*` for any characters and `?` for one.
enum NamePattern {
    /// Whether a name matches; a leading dot only matches a dot.
    static func matches(_ name: String, pattern: String) -> Bool {
        if name.hasPrefix("."), !pattern.hasPrefix(".") { return false }
        let (name, pattern) = (Array(name), Array(pattern))
        var (i, j) = (0, 0)
        var retry: (i: Int, j: Int)?
        while i < name.count {
            if j < pattern.count, pattern[j] == "*" {
                retry = (i, j)
                j += 1
            } else if j < pattern.count, pattern[j] == "?" || pattern[j] == name[i] {
                (i, j) = (i + 1, j + 1)
            } else if let last = retry {
                // The last star consumes one more character.
                (i, j) = (last.i + 1, last.j + 1)
                retry = (last.i + 1, last.j)
            } else {
                return false
            }
        }
        return pattern[j...].allSatisfy { $0 == "*" }
    }
}
