internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus logging`.
struct LoggingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logging",
        abstract: "Switch the log of sessions, records, submissions and server answers on or off.",
        subcommands: [LoggingOn.self, LoggingOff.self, LoggingShow.self]
    )

    /// The state of logging, for people.
    static func text(_ state: LoggingState) -> String {
        state.enabled
            ? "logging of \(state.components.map(\.rawValue).joined(separator: ", ")) to \(state.sink)"
            : "logging is off"
    }

    /// Sets the state and prints it.
    static func set(_ state: LoggingState, place: HubOptions, json: Bool) async throws {
        let environment = CommandEnvironment.current
        let set = try await place.connect { connection, _ in
            try await connection.requests.call(SessionOperations.setLogging, hub: BusAddress.siteHub, body: state)
        }
        json ? try environment.json(set) : environment.out(text(set))
    }
}

/// The command `vitalbus logging show`.
struct LoggingShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show what is logged, and where.")

    @OptionGroup var place: HubOptions
    @Flag(help: "Print it as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let state = try await place.connect { connection, _ in try await Self.state(connection) }
        json ? try environment.json(state) : environment.out(LoggingCommand.text(state))
    }

    /// The current logging level and sink.
    ///
    /// - Throws: `BusError` `deadlineExceeded` if no state is published.
    static func state(_ connection: HubConnection) async throws -> LoggingState {
        let subscription = try await connection.client.subscribe(
            to: [LogTopics.state.descriptor],
            hub: BusAddress.siteHub
        )
        defer { subscription.cancel() }
        return try await first(subscription)
    }

    /// The retained state, which arrives at once if a session manager has published it.
    private static func first(_ messages: BusSubscription) async throws -> LoggingState {
        try await withThrowingTaskGroup(of: LoggingState.self) { group in
            group.addTask {
                for await message in messages { return try Envelope<LoggingState>.decode(message.payload).data }
                throw CancellationError()
            }
            group.addTask {
                try await Task.sleep(for: .seconds(5))
                throw BusError(
                    .deadlineExceeded,
                    message: "no session manager has published its logging state: is one running?"
                )
            }
            defer { group.cancelAll() }
            guard let state = try await group.next() else { throw CancellationError() }
            return state
        }
    }
}

/// The command `vitalbus logging on`.
struct LoggingOn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Start logging, also after restarts. Payloads and tokens are never logged."
    )

    @OptionGroup var place: HubOptions
    @Option(
        help: ArgumentHelp(
            "core, bluetooth, healthkit or ocr; may be repeated. Default: all.",
            valueName: "component"
        )
    )
    var component: [String] = []
    @Option(help: ArgumentHelp("journald, file or bus.", valueName: "sink")) var sink = "journald"
    @Flag(help: "Print the new state as JSON.") var json = false

    func validate() throws {
        guard component.allSatisfy({ LoggingState.Component(rawValue: $0).isKnown }) else {
            throw ValidationError("--component must be core, bluetooth, healthkit or ocr.")
        }
        guard LoggingState.Sink(rawValue: sink).isKnown else {
            throw ValidationError("--sink must be journald, file or bus.")
        }
    }

    func run() async throws {
        var state = LoggingState(enabled: true, sink: .init(rawValue: sink))
        if !component.isEmpty { state.components = component.map(LoggingState.Component.init(rawValue:)) }
        try await LoggingCommand.set(state, place: place, json: json)
    }
}

/// The command `vitalbus logging off`.
struct LoggingOff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "off", abstract: "Stop logging, also after restarts.")

    @OptionGroup var place: HubOptions
    @Flag(help: "Print the new state as JSON.") var json = false

    func run() async throws { try await LoggingCommand.set(.off, place: place, json: json) }
}
