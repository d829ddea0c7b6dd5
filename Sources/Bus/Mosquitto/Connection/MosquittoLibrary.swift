import CMosquitto
import Glibc

/// The library's one-time set-up, which is not thread safe: Swift runs a static initialiser exactly once.
enum MosquittoLibrary {
    /// What `mosquitto_lib_init` returned.
    static let initialization: Int32 = {
        ignoreBrokenPipes()
        return mosquitto_lib_init()
    }()

    /// Keeps a broken TLS connection from killing the process.
    ///
    /// OpenSSL writes with `write(2)`, and 2.0.11 does not mask SIGPIPE around it. A handler of the process stays.
    private static func ignoreBrokenPipes() {
        var current = sigaction()
        guard sigaction(SIGPIPE, nil, &current) == 0, current.__sigaction_handler.sa_handler == nil else { return }
        signal(SIGPIPE, SIG_IGN)
    }
}
