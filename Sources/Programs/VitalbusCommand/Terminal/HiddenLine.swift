internal import Foundation

/// A line editor without echo, byte by byte.
///
/// Meanwhile the terminal neither edits nor sends signals, so that its settings are restored whatever key is pressed.
package struct HiddenLine: Sendable {
    /// The effect of a byte.
    package enum Step: Sendable, Hashable {
        /// The line continues.
        case more
        /// The line is complete.
        case done
        /// The person cancelled with Ctrl-C.
        case cancelled
    }

    /// The limit of kept bytes.
    private let limit: Int
    /// The bytes typed so far.
    package private(set) var bytes: [UInt8] = []

    /// Starts a line.
    ///
    /// - Parameter limit: The limit of kept bytes; one more shows that the line is too long.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Handles the next byte; nil for the end of the input.
    package mutating func take(_ byte: UInt8?) -> Step {
        switch byte {
        case nil, 0x0A, 0x0D, 0x04: return .done
        case 0x03: return .cancelled
        case 0x08, 0x7F: if !bytes.isEmpty { bytes.removeLast() }
        case 0x15: bytes = []
        case let byte?: if bytes.count <= limit { bytes.append(byte) }
        }
        return .more
    }
}

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Reads secrets from the process's terminal.
enum HiddenTerminal {
    /// Asks for a secret and reads one line without echo.
    ///
    /// - Parameter limit: The most bytes.
    /// - Returns: The line; nil without a terminal.
    /// - Throws: ``CommandFailure`` if the person cancels, or echo cannot be turned off.
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
            // Absent is nil: a closed terminal cancels.
            let byte = try? FileHandle.standardInput.read(upToCount: 1)?.first
            switch line.take(byte) {
            case .more: continue
            case .done: return line.bytes
            case .cancelled: throw CommandFailure("cancelled", message: "nothing was changed", exitCode: 130)
            }
        }
    }

    private static var unhidden: CommandFailure {
        CommandFailure.input("the terminal cannot hide what is typed: give the secret by a file or standard input")
    }

    private static func write(_ text: String) {
        // Absent is nil: standard error is closed, so there is no place to report it.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
