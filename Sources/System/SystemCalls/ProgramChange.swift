#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Replaces this process by another program.
public enum ProgramChange {
    /// Runs another program (execv(3)), keeping the process's ID, descriptors, working directory and terminal.
    ///
    /// It returns only if that fails, with the system's error number.
    ///
    /// - Parameters:
    ///   - path: The executable.
    ///   - arguments: The program's arguments; the first one is its `argv[0]`.
    public static func run(_ path: String, arguments: [String]) -> Int32 {
        // A pool thread blocks signals, and the next program inherits the mask of the calling thread.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        var words = arguments.map { strdup($0) } + [nil]
        execv(path, &words)
        let error = errno
        for word in words { free(word) }
        return error
    }
}
