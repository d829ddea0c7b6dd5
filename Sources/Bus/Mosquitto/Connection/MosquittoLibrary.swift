import CMosquitto
import Glibc

/// The library's one-time set-up, which is not thread safe, so it uses a static initialiser, which Swift runs exactly
/// once.
enum MosquittoLibrary {
    /// The result of `mosquitto_lib_init`.
    static let initialization: Int32 = {
        ignoreBrokenPipes()
        return mosquitto_lib_init()
    }()

    /// Keeps a broken TLS connection from killing the process.
    ///
    /// OpenSSL writes with `write(2)`, and Mosquitto 2.0.11 does not mask SIGPIPE around it. An existing handler of the
    /// process is kept.
    private static func ignoreBrokenPipes() {
        var current = sigaction()
        guard sigaction(SIGPIPE, nil, &current) == 0, current.__sigaction_handler.sa_handler == nil else { return }
        signal(SIGPIPE, SIG_IGN)
    }
}
