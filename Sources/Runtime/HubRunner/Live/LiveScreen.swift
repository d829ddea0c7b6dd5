public import FoundationEssentials
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Shows a live table: redrawn in place on a terminal, one plain line per change elsewhere.
public struct LiveScreen: Sendable {
    private let file: FileDescriptor
    private let isTerminal: Bool
    private let hasColor: Bool
    private var shownLines = 0

    /// Makes a screen.
    ///
    /// - Parameters:
    ///   - toStandardError: Whether to write to standard error in place of standard output.
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

    /// Whether the table is drawn in place.
    public var redraws: Bool { isTerminal }

    /// Shows the table, if it is drawn at all.
    public mutating func draw(_ table: LiveTable, now: Date) {
        guard isTerminal else { return }
        let (columns, lines) = Self.size(of: file)
        let text = table.render(.init(columns: columns, lines: lines, hasColor: hasColor), now: now)
        let up = shownLines > 0 ? "\u{1B}[\(shownLines)A\r\u{1B}[J" : ""
        write(up + text.joined(separator: "\n") + "\n")
        shownLines = text.count
    }

    /// Writes changes if no table is drawn.
    ///
    /// - Parameter clock: The time in the table's zone.
    public func tell(_ lines: [String], at clock: String) {
        guard !isTerminal, !lines.isEmpty else { return }
        write(lines.map { "\(clock) \($0)\n" }.joined())
    }

    /// Writes last lines below everything.
    public func finish(_ lines: [String]) {
        // The terminal has echoed the key that ended the hub, such as ^C, into the line.
        write((isTerminal ? "\r\u{1B}[J" : "") + lines.map { "\($0)\n" }.joined())
    }

    private func write(_ text: String) {
        // Absent is nil: without a reader there is no way to report it.
        _ = try? file.writeAll(text.utf8)
    }

    /// The terminal's size in characters; 100 × 24 if unknown.
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
