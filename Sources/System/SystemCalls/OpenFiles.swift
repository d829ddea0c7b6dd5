#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The limit of open files and connections of this process and its children.
public enum OpenFiles {
    /// Raises the limit to this process's maximum (setrlimit(2), `RLIMIT_NOFILE`).
    ///
    /// Debian's default is 1,024, because of programs that use select(2), but processes may raise it a thousandfold.
    /// Children that are started later inherit it.
    ///
    /// - Returns: The limit; nil if the system does not report it.
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
