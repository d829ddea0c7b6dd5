#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Handling of output whose reader went away.
enum SilentPipes {
    /// Makes writes fail instead of ending the process, because its children need it.
    static func ignore() {
        _ = signal(SIGPIPE, SIG_IGN)
    }
}
