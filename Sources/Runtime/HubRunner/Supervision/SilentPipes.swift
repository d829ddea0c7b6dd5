#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A reader of the output that goes away.
enum SilentPipes {
    /// Lets writes fail in place of ending the process: its children need it.
    static func ignore() {
        _ = signal(SIGPIPE, SIG_IGN)
    }
}
