import Foundation
import HubRunner
import Processes
import TestSupport

/// A program that has exited.
struct ProgramRun {
    let exit: ChildExit
    let lines: [String]

    /// All output as one text.
    var text: String { lines.joined(separator: "\n") }

    /// Runs one of the built programs until it exits; one that hangs is killed.
    init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) async throws {
        let child = try await Self.start(name, arguments, environment: environment)
        let limit = Task {
            try await Patience.end(ofProgressOf: child.processID)
            await child.kill()
        }
        defer { limit.cancel() }
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        self.lines = lines
        exit = await child.waitUntilExit()
    }

    /// Starts one of the built programs.
    static func start(
        _ name: String,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) async throws -> ChildProcess {
        try await ChildProcess.start(
            ChildCommand(
                ProgramFolder.executable(of: name) ?? "\(ProgramFolder.path)/\(name)",
                arguments: arguments,
                name: name,
                environment: environment.mapValues { $0 },
                output: .lines,
                // Tests check the exit code: a slow machine must not kill the program before it has ended by itself.
                stopTimeout: .seconds(30)
            )
        )
    }
}
