public import FoundationEssentials
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Shows a live table: redrawn in place on a terminal, otherwise as one plain line per change.
public struct LiveScreen: Sendable {
    private let file: FileDescriptor
    private let isTerminal: Bool
    private let hasColor: Bool
    private var shownLines = 0

    /// Creates a screen.
    ///
    /// - Parameters:
    ///   - toStandardError: Whether to write to standard error instead of standard output.
    ///   - mayRedraw: Whether the table may be drawn at all.
    ///   - environment: `NO_COLOR` (no-color.org) and `TERM=dumb` are honoured.
    public init(
        toStandardError: Bool = false,
        mayRedraw: Bool = true,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        file = toStandardError ? .standardError : .standardOutput
        isTerminal = mayRedraw && isatty(file.rawValue) == 1 && environment["TERM"] != "dumb"
        hasColor = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Draws the table, if it is redrawn at all.
    public mutating func draw(_ table: LiveTable, now: Date) {
        guard isTerminal else { return }
        let (columns, lines) = Self.size(of: file)
        let text = table.render(.init(columns: columns, lines: lines, hasColor: hasColor), now: now)
        let up = shownLines > 0 ? "\u{1B}[\(shownLines)A\r\u{1B}[J" : ""
        write(up + text.joined(separator: "\n") + "\n")
        shownLines = text.count
    }

    /// Writes changes as lines, unless the table is redrawn.
    ///
    /// - Parameter clock: The time in the table's zone.
    public func tell(_ lines: [String], at clock: String) {
        guard !isTerminal, !lines.isEmpty else { return }
        write(lines.map { "\(clock) \($0)\n" }.joined())
    }

    /// Writes the last lines below everything.
    public func finish(_ lines: [String]) {
        // Overwrites the line in which the terminal may have echoed Ctrl-C.
        write((isTerminal ? "\r\u{1B}[J" : "") + lines.map { "\($0)\n" }.joined())
    }

    private func write(_ text: String) {
        // Absent is nil: the output is closed, so there is nowhere to report it.
        _ = try? file.writeAll(text.utf8)
    }

    /// The terminal's size in characters; a standard size without a terminal.
    public static func size(ofStandardError: Bool) -> (columns: Int, lines: Int) {
        size(of: ofStandardError ? .standardError : .standardOutput)
    }

    private static func size(of file: FileDescriptor) -> (columns: Int, lines: Int) {
        var window = winsize()
        guard unsafe ioctl(file.rawValue, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return (100, 24)
        }
        return (Int(window.ws_col), Int(window.ws_row))
    }
}
