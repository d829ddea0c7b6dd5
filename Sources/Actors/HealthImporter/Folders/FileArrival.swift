internal import FoundationEssentials

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// When a file came to its place.
enum FileArrival {
    /// When the file was last written, moved or copied here, in seconds since 1970; nil for a missing one.
    ///
    /// This is its change time, which no program sets. The time of modification is often that of the export.
    static func time(of path: String) -> Double? {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else { return nil }
        return Double(facts.st_ctim.tv_sec) + Double(facts.st_ctim.tv_nsec) / 1e9
    }

    /// A file's time, cut to the milliseconds that the store keeps.
    ///
    /// Rounded up, a file from just before a session would seem to be of that session's person.
    static func date(_ seconds: Double) -> Date {
        Date(timeIntervalSince1970: (seconds * 1_000).rounded(.down) / 1_000)
    }
}
