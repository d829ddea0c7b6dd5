#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How many files and connections this process and its children may have open.
public enum OpenFiles {
    /// Raises the limit as far as the system lets this process (setrlimit(2), `RLIMIT_NOFILE`).
    ///
    /// Debian gives 1,024, for the sake of programs that use select(2), and a thousand times as many to who asks. Children that are
    /// started later have it too.
    ///
    /// - Returns: The limit; nil where the system does not tell.
    @discardableResult
    public static func raiseLimit() -> Int? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        if limit.rlim_cur < limit.rlim_max {
            var higher = limit
            higher.rlim_cur = limit.rlim_max
            if setrlimit(resource, &higher) == 0 { limit = higher }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
