#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Another program in this process's place.
public enum ProgramChange {
    /// Goes on as another program (execv(3)): the process's ID, descriptors, folder and terminal stay.
    ///
    /// Returns only when that fails, with the system's error number.
    ///
    /// - Parameters:
    ///   - path: The executable.
    ///   - arguments: The program's arguments; the first is the name that it is started with.
    public static func run(_ path: String, arguments: [String]) -> Int32 {
        // A thread of a pool blocks signals, and the next program keeps the mask of the thread that calls.
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
