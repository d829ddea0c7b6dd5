#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Handling of closed output pipes.
enum SilentPipes {
    /// Makes writes to a closed pipe fail instead of ending the process, which its children need.
    static func ignore() {
        _ = signal(SIGPIPE, SIG_IGN)
    }
}
