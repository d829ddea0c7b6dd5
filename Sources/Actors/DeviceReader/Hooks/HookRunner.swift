internal import Foundation
internal import Logging
internal import Processes

/// Runs a hub's own commands on ready, read, failed and due, for example a sound that signals that the device was seen.
///
/// Commands run one at a time. Up to eight are queued, then the oldest is dropped, because a late sound is useless. A
/// command is stopped after ten seconds. It runs without a shell, and its variables contain no measured value.
actor HookRunner {
    /// The largest number of calls in the queue.
    static let limit = 8
    /// How long a command may run.
    static let longest = Duration.seconds(10)

    /// How many commands ran, failed and were dropped.
    private(set) var counters: [String: Int64] = [:]
    private let commands: [HookEvent: [String]]
    private let hub: String
    private let longest: Duration
    private let logger: Logger
    /// Variables of this process that commands must not see.
    private let hidden: [String]
    private let calls: AsyncStream<HookCall>
    private let sink: AsyncStream<HookCall>.Continuation

    /// Creates a runner.
    ///
    /// - Parameter commands: The program and its arguments by event; an event without one runs nothing.
    init(
        _ commands: [HookEvent: [String]],
        hub: String,
        logger: Logger,
        longest: Duration = HookRunner.longest,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.commands = commands.filter { !$0.value.isEmpty }
        self.hub = hub
        self.logger = logger
        self.longest = longest
        hidden = Self.hidden(in: environment)
        (calls, sink) = AsyncStream.makeStream(of: HookCall.self, bufferingPolicy: .bufferingNewest(Self.limit))
    }

    /// The variables that a command does not inherit, because they configure this process and may include a password.
    static func hidden(in environment: [String: String]) -> [String] {
        environment.keys.filter { $0.hasPrefix("VITALBUS_") || $0.hasPrefix("CREDENTIALS_") }.sorted()
    }

    /// Queues a call; returns at once.
    func offer(_ call: HookCall) {
        guard commands[call.event] != nil else { return }
        if case .dropped = sink.yield(call) { count("hooksDropped") }
    }

    /// Runs queued calls until cancelled.
    func run() async {
        for await call in calls {
            guard !Task.isCancelled else { return }
            await run(call)
        }
    }

    private func run(_ call: HookCall) async {
        guard let command = commands[call.event], let program = command.first else { return }
        var environment: [String: String?] = [:]
        for name in hidden { environment.updateValue(nil, forKey: name) }
        for (name, value) in call.variables(hub: hub) { environment.updateValue(value, forKey: name) }
        do {
            let child = try await ChildProcess.start(
                ChildCommand(
                    program,
                    arguments: Array(command.dropFirst()),
                    environment: environment,
                    stopTimeout: .seconds(1)
                )
            )
            let limit = longest
            let isLate = Task {
                guard (try? await Task.sleep(for: limit)) != nil else { return false }
                await child.stop()
                return true
            }
            let exit = await withTaskCancellationHandler {
                await child.waitUntilExit()
            } onCancel: {
                // The process is ending, and a cancellation handler cannot wait.
                Task { await child.stop() }
            }
            isLate.cancel()
            if await isLate.value {
                fail(call, words: "it ran for more than \(limit.components.seconds) s and was stopped")
            } else if exit.isSuccess {
                count("hooksRun")
            } else {
                fail(call, words: "it ended with \(exit)")
            }
        } catch {
            fail(call, words: error.plainWords)
        }
    }

    private func fail(_ call: HookCall, words: String) {
        count("hooksFailed")
        logger.warning(
            "a hook's command failed; check the program and its arguments",
            metadata: ["hook": "hook.\(call.event.rawValue)", "error": "\(words)"]
        )
    }

    private func count(_ name: String) {
        counters[name, default: 0] += 1
    }
}
