import BusEndpoints
import Foundation
import HubRunner
import LocalBroker
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub

/// A private broker with both answering processes.
struct EchoBench: Sendable {
    /// The bytes of text in a request; an envelope adds some hundred.
    static let textLength = 256

    let socket: String
    let passwordFile: String

    /// Starts broker and answering processes, runs an operation, and stops them.
    static func with(_ operation: (EchoBench) async throws -> Void) async throws {
        let folder = try LineFolder(nil)
        defer { folder.remove() }
        let password = UUID().uuidString
        let file = try folder.write("password", text: password)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let broker = try await LocalBroker.start(
            directory: "\(folder.path)/broker",
            accounts: try EchoContract.accounts(password: password)
        )
        let bench = EchoBench(socket: broker.socketPath, passwordFile: file)
        let result = await bench.result { try await bench.withPeers(operation) }
        await broker.stop()
        try result.get()
    }

    /// Where this process's own caller connects.
    func target() throws -> HubConnection.Target {
        HubConnection.Target(
            address: try EchoContract.caller(),
            endpoint: .unixSocket(socket),
            passwordFile: passwordFile
        )
    }

    /// The microseconds of exchanges between two C processes.
    func askPair(bytes: Int, count: Int, warmUp: Int) async throws -> [Double] {
        let arguments = pairArguments("client", bytes) + ["\(count)", "\(warmUp)"]
        let child = try await ChildProcess.start(ChildCommand(Self.pairProgram, arguments: arguments, output: .lines))
        let lines = await child.lines.reduce(into: [String]()) { $0.append($1) }
        let times = lines.compactMap { Double($0) }
        guard times.count == count else {
            throw BenchError("the C pair told \(times.count) times of \(count): \(lines.last ?? "nothing")")
        }
        return times
    }

    private static var pairProgram: String { "\(ProgramFolder.path)/vitalbus-bench-c-pair" }

    private func pairArguments(_ mode: String, _ bytes: Int) -> [String] {
        [mode, socket, EchoContract.pair, passwordFile, "\(bytes)"]
    }

    private func withPeers(_ operation: (EchoBench) async throws -> Void) async throws {
        let own = try await start(
            "\(ProgramFolder.path)/vitalbus-bench",
            ["echo-peer", "--socket", socket, "--password-file", passwordFile]
        )
        let pair = try await start(Self.pairProgram, pairArguments("echo", try RequestReplyFigure.payloadSize()))
        let result = await result { try await operation(self) }
        await own.stop()
        await pair.stop()
        try result.get()
    }

    /// Starts a program that says `ready`.
    private func start(_ program: String, _ arguments: [String]) async throws -> ChildProcess {
        let child = try await ChildProcess.start(
            ChildCommand(program, arguments: arguments, output: .lines, stopTimeout: .seconds(2))
        )
        var seen: [String] = []
        for await line in child.lines {
            if line == "ready" { return child }
            seen.append(line)
        }
        throw BenchError("\(program) did not become ready: \(seen.joined(separator: " | "))")
    }

    private func result(_ operation: () async throws -> Void) async -> Result<Void, any Error> {
        do {
            return .success(try await operation())
        } catch {
            return .failure(error)
        }
    }
}
