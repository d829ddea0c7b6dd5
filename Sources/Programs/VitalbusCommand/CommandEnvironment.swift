package import DisplayAccess
internal import Foundation
internal import HubRunner
package import MessageBus
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// The environment of the commands, whose parts tests can replace.
package struct CommandEnvironment: Sendable {
    /// The environment of the running command.
    @TaskLocal package static var current = CommandEnvironment.system

    /// Writes a line to standard output.
    package var out: @Sendable (String) -> Void
    /// Writes a line to standard error.
    package var err: @Sendable (String) -> Void
    /// The error if part of the standard output was lost; nil if all was written.
    package var outputFailure: @Sendable () -> CommandFailure?
    /// Writes to the terminal's standard error verbatim, without a line end; nil without a terminal.
    package var progress: (@Sendable (String) -> Void)?
    /// Reads standard input to its end, at most the given number of bytes and one more.
    package var input: @Sendable (Int) throws -> [UInt8]
    /// Asks a question on the terminal and reads a line; nil without a terminal.
    package var ask: @Sendable (String) -> String?
    /// Reads a text from the terminal; nil without a terminal.
    package var read: @Sendable (String) -> String?
    /// Reads a secret from the terminal without echo, of at most the given number of bytes; nil without a terminal.
    package var secret: @Sendable (String, Int) throws -> [UInt8]?
    /// The width of standard output in columns; nil if it is not a terminal.
    package var columns: Int?
    /// The environment variables.
    package var variables: [String: String]
    /// An existing bus connection; nil connects to the hub's broker.
    package var bus: (any Bus)?
    /// The displays' libraries; a program without them does not return from here, but runs the one that has them
    /// instead.
    package var displays: @Sendable () throws -> any DisplayLibraries

    /// Creates an environment.
    package init(
        out: @escaping @Sendable (String) -> Void,
        err: @escaping @Sendable (String) -> Void,
        progress: (@Sendable (String) -> Void)? = nil,
        input: @escaping @Sendable (Int) throws -> [UInt8] = { _ in [] },
        ask: @escaping @Sendable (String) -> String? = { _ in nil },
        read: @escaping @Sendable (String) -> String? = { _ in nil },
        secret: @escaping @Sendable (String, Int) throws -> [UInt8]? = { _, _ in nil },
        columns: Int? = nil,
        variables: [String: String] = [:],
        bus: (any Bus)? = nil,
        outputFailure: @escaping @Sendable () -> CommandFailure? = { nil },
        displays: (@Sendable () throws -> any DisplayLibraries)? = nil
    ) {
        self.out = { out(TerminalText.line($0)) }
        self.err = { err(TerminalText.message($0)) }
        self.progress = progress
        self.input = input
        self.ask = ask
        self.read = read
        self.secret = secret
        self.columns = columns
        self.variables = variables
        self.bus = bus
        self.outputFailure = outputFailure
        self.displays = displays ?? { throw CommandFailure.input("this program cannot read pictures") }
    }

    /// The process's own environment.
    package static var system: CommandEnvironment {
        let output = StandardOutput(.standardOutput)
        return CommandEnvironment(
            out: { output.line($0) },
            // Absent is nil: standard error is closed, so there is no place to report it.
            err: { try? FileHandle.standardError.write(contentsOf: Data("\($0)\n".utf8)) },
            progress: terminalProgress,
            input: { try wholeInput(.standardInput, limit: $0) },
            ask: { terminal("\($0) [y/N] ") },
            read: { terminal("\($0) ") },
            secret: { try HiddenTerminal.read($0, limit: $1) },
            columns: terminalColumns,
            variables: ProcessInfo.processInfo.environment,
            outputFailure: { output.failure },
            displays: { try DisplayProgram.takeOver() }
        )
    }

    /// Reads a file to its end, at most the given number of bytes and one more.
    ///
    /// - Throws: ``CommandFailure`` (65) if it cannot be read to its end, because partial input is never used.
    static func wholeInput(_ file: FileHandle, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            while bytes.count <= limit, let more = try file.read(upToCount: 65_536), !more.isEmpty { bytes += more }
        } catch {
            throw CommandFailure.input("standard input could not be read completely: try again")
        }
        return bytes
    }

    private static var terminalProgress: (@Sendable (String) -> Void)? {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        // Absent is nil: standard error is closed, so there is no place to report it.
        return { text in try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
    }

    private static var terminalColumns: Int? {
        var window = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
        return Int(window.ws_col)
    }

    private static func terminal(_ question: String) -> String? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        // Absent is nil: standard error is closed, so there is no place to report it.
        try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
        return readLine() ?? ""
    }

    /// Asks a person to confirm an irreversible action.
    ///
    /// - Parameter isAgreed: Whether the command line already confirms it.
    /// - Throws: ``CommandFailure`` if the answer is not yes, or there is no terminal to ask at.
    func confirm(_ question: String, unless isAgreed: Bool) throws {
        guard !isAgreed else { return }
        guard let answer = ask(question) else {
            throw CommandFailure.input(
                "\(question) There is no terminal to ask on: use --yes to skip the question"
            )
        }
        guard ["y", "yes"].contains(answer.lowercased()) else { throw CommandFailure.input("nothing was changed") }
    }

    /// Writes values as JSON, one per line.
    func lines(_ values: [some Encodable]) throws {
        for value in values { try json(value) }
    }

    /// Writes a value as one line of JSON.
    package func json(_ value: some Encodable) throws {
        out(String(decoding: try WireJSON.encode(value), as: UTF8.self))
    }

    /// Writes a list: as JSON, or a line for each element.
    ///
    /// - Parameter none: What an empty list says, with the command that fills it.
    func list<Element: Encodable>(
        _ elements: [Element],
        json: Bool,
        none: String,
        line: (Element) -> String
    ) throws {
        guard !json else { return try self.json(elements) }
        guard !elements.isEmpty else { return out(none) }
        for element in elements { out(line(element)) }
    }
}
