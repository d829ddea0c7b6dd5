internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus logging show`.
struct LoggingShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show what is logged, and where to.")

    @OptionGroup var place: HubOptions
    @Flag(help: "Print it as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let state = try await place.connect { connection, _ in
            let subscription = try await connection.client.subscribe(
                to: [LogTopics.state.descriptor],
                hub: BusAddress.siteHub
            )
            defer { subscription.cancel() }
            return try await Self.first(subscription)
        }
        json ? try environment.json(state) : environment.out(LoggingCommand.text(state))
    }

    /// The retained state, which comes at once where a session manager has said it.
    private static func first(_ messages: BusSubscription) async throws -> LoggingState {
        try await withThrowingTaskGroup(of: LoggingState.self) { group in
            group.addTask {
                for await message in messages { return try Envelope<LoggingState>.decode(message.payload).data }
                throw CancellationError()
            }
            group.addTask {
                try await Task.sleep(for: .seconds(5))
                throw BusError(.deadlineExceeded, "no session manager says what is logged: is one running?")
            }
            defer { group.cancelAll() }
            guard let state = try await group.next() else { throw CancellationError() }
            return state
        }
    }
}
