import BusEndpoints
import Foundation
import MessageBus
import Mosquitto
import TestSupport

/// A real mosquitto on a Unix socket in a private directory; it ends when it is released.
final class TestBroker: Sendable {
    let directory: URL
    private let process = ProcessBox()

    var endpoint: BusEndpoint { .unixSocket(directory.appending(path: "s").path) }

    /// Writes the configuration and, by default, starts the broker.
    ///
    /// - Parameters:
    ///   - lines: Further configuration lines, with `%d` for the directory.
    ///   - files: Further files in the directory.
    ///   - starts: Whether the broker starts at once.
    init(_ lines: [String] = ["allow_anonymous true"], files: [String: String] = [:], starts: Bool = true) throws {
        // Short, because a socket's path has at most 107 bytes.
        directory = URL(filePath: ShortPath.make("mq"), directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        for (name, text) in files {
            try Data(text.utf8).write(to: directory.appending(path: name))
        }
        var configuration = ["listener 0 \(directory.path)/s", "max_queued_messages 50000"]
        if getuid() == 0 { configuration.append("user root") }
        configuration += lines.map { $0.replacingOccurrences(of: "%d", with: directory.path) }
        try Data((configuration.joined(separator: "\n") + "\n").utf8).write(to: directory.appending(path: "conf"))
        if starts { try start() }
    }

    deinit {
        process.signal(SIGKILL)
        try? FileManager.default.removeItem(at: directory)
    }

    /// Starts the broker; clients retry until they reach it.
    func start() throws {
        try process.run("/usr/sbin/mosquitto", ["-c", "conf"], in: directory)
    }

    /// Stops the broker, by default as systemd does.
    func stop(_ signal: Int32 = SIGTERM) async {
        process.signal(signal)
        _ = await process.status()
        try? FileManager.default.removeItem(at: directory.appending(path: "s"))
    }

    /// Freezes the broker: the kernel still accepts connections and bytes, but nothing answers.
    func freeze() { process.signal(SIGSTOP) }

    /// Resumes a frozen broker.
    func thaw() { process.signal(SIGCONT) }

    /// Runs a tool in the directory until it exits.
    func run(_ tool: String, _ arguments: [String]) async throws {
        let child = ProcessBox()
        try child.run(tool, arguments, in: directory)
        let status = await child.status()
        guard status == 0 else { throw ToolFailure(tool: tool, status: status) }
    }
}
