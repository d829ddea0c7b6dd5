import Glibc

/// Keeps a reader that is gone from ending this process.
enum SilentPipe {
    /// From now on a write to a closed pipe is an error, not a signal.
    static func ignore() {
        _ = signal(SIGPIPE, SIG_IGN)
    }
}
