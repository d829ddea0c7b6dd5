import ActorRuntime
import BusContract
import ContractLiterals
import DisplayCommands
import Foundation
import Logging
import MessageBus
import Synchronization
import VitalbusCommand

/// Runs `vitalbus` in this process, with captured output and an in-memory bus.
final class Shell: Sendable {
    /// The result of a command.
    struct Outcome: Sendable {
        let code: Int32
        let out: [String]
        let err: [String]
    }

    private let lines = Mutex<(out: [String], err: [String])>(([], []))
    private let broker: InMemoryBroker?
    private let input: [UInt8]
    private let answer: String?
    private let secret: String?
    private let variables: [String: String]

    /// - Parameters:
    ///   - answer: The answer that the person at the terminal types; nil for no terminal.
    ///   - secret: The hidden input that this person types; nil for no terminal.
    init(
        _ broker: InMemoryBroker? = nil,
        input: String = "",
        answer: String? = nil,
        secret: String? = nil,
        variables: [String: String] = [:]
    ) {
        self.broker = broker
        self.input = Array(input.utf8)
        self.answer = answer
        self.secret = secret
        // A hub that runs on this machine must not affect the tests.
        self.variables = ["STATE_DIRECTORY": "/nonexistent/vitalbus", "RUNTIME_DIRECTORY": "/nonexistent/run"].merging(
            variables
        ) { $1 }
    }

    func run(_ arguments: String...) async -> Outcome { await run(arguments) }

    func run(_ arguments: [String]) async -> Outcome {
        let input = input
        let environment = CommandEnvironment(
            out: { line in self.lines.withLock { $0.out.append(line) } },
            err: { line in self.lines.withLock { $0.err.append(line) } },
            input: { Array(input.prefix($0 + 1)) },
            ask: { [answer] _ in answer },
            read: { [answer] _ in answer },
            secret: { [secret] _, limit in secret.map { Array($0.utf8.prefix(limit)) } },
            variables: variables,
            bus: broker?.connect(),
            displays: { PhotoLibraries() }
        )
        let code = await CommandEnvironment.$current.withValue(environment) {
            await VitalbusProgram.run(arguments)
        }
        return lines.withLock { Outcome(code: code, out: $0.out, err: $0.err) }
    }

    /// Serves operations as an actor while an operation runs.
    static func serving<Result: Sendable>(
        _ actor: String,
        hub: String,
        _ handlers: [RequestHandler],
        on broker: InMemoryBroker,
        _ operation: @Sendable @escaping () async throws -> Result
    ) async throws -> Result {
        let address = try BusAddress(site: "s", hub: hub, actor: actor, instance: "main")
        let bus = broker.connect()
        let client = BusClient(bus: bus, address: address, epoch: 1, environment: .system)
        let server = try RequestServer(client, handlers: handlers, logger: Logger(label: "test"))
        let probe = broker.connect()
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                try await server.run()
                return nil
            }
            group.addTask {
                // There are no subscribers until the server has subscribed.
                let message = BusMessage(topic: address.topic("request/\(actor)/probe"), payload: [])
                while try await probe.publish(message) == .noSubscribers { await Task.yield() }
                return try await operation()
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }
}
