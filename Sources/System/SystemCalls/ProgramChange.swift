#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Another program in this process's place.
public enum ProgramChange {
    /// Replaces the running program (execv(3)), keeping the process's ID, descriptors, folder and terminal.
    ///
    /// Returns only on failure, with the system's error number.
    ///
    /// - Parameters:
    ///   - path: The executable.
    ///   - arguments: The program's arguments; the first is the name that it is started with.
    public static func run(_ path: String, arguments: [String]) -> Int32 {
        // A pool's threads block signals, and the next program inherits the calling thread's mask.
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
