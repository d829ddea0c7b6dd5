internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// The terminal of this process, where a secret is typed.
enum HiddenTerminal {
    /// Asks for a secret and reads one line without showing it.
    ///
    /// - Parameter limit: The most bytes.
    /// - Returns: What was typed; nil where there is no terminal.
    /// - Throws: ``CommandFailure`` when the person gives up, or the terminal cannot be told not to show it.
    static func read(_ question: String, limit: Int) throws -> [UInt8]? {
        guard isatty(STDIN_FILENO) == 1 else { return nil }
        var shown = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &shown) == 0 else { throw unhidden }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        guard unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else { throw unhidden }
        defer {
            _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            write("\n")
        }
        write("\(question) ")
        var line = HiddenLine(limit: limit)
        while true {
            let byte = try? FileHandle.standardInput.read(upToCount: 1)?.first
            switch line.take(byte) {
            case .more: continue
            case .done: return line.bytes
            case .cancelled: throw CommandFailure("cancelled", "nothing was done", exitCode: 130)
            }
        }
    }

    private static var unhidden: CommandFailure {
        CommandFailure.input("the terminal cannot hide what is typed: give the secret by a file or standard input")
    }

    private static func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
