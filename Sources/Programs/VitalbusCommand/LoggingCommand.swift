internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus logging`.
struct LoggingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logging",
        abstract: "Switch on and off what the system tells of sessions, records, submissions and answers.",
        subcommands: [LoggingOn.self, LoggingOff.self, LoggingShow.self]
    )

    /// What is logged, for people.
    static func text(_ state: LoggingState) -> String {
        state.enabled ? "logging of \(state.components.map(\.rawValue).joined(separator: ", ")) to \(state.sink)" : "logging is off"
    }

    /// Sets it, and prints what stands then.
    static func set(_ state: LoggingState, _ place: HubOptions, json: Bool) async throws {
        let environment = CommandEnvironment.current
        let set = try await place.connect { connection, _ in
            try await connection.requests.call(SessionOperations.setLogging, hub: BusAddress.siteHub, state)
        }
        json ? try environment.json(set) : environment.out(text(set))
    }
}
