internal import ArgumentParser
internal import HubRunner
internal import MessageBus

/// Which hub a command is for.
struct HubOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The state directory of 'vitalbus up'.", valueName: "dir"))
    var state: String?

    @Option(
        help: ArgumentHelp(
            "A configuration file that names a broker, in place of a state directory.",
            valueName: "file"
        )
    )
    var config: String?

    @Option(help: ArgumentHelp("The site's id. Default: that of the running hub.", valueName: "id"))
    var site: String?

    @Option(help: ArgumentHelp("The hub's id. Default: that of the running hub.", valueName: "id"))
    var hub: String?

    /// The hub that the options and the environment name.
    ///
    /// - Throws: ``CommandFailure``, `RuntimeError` or `HubRunnerError`.
    func place(_ environment: CommandEnvironment) throws -> HubPlace {
        try HubPlace.find(self, environment)
    }

    /// Connects to the hub, runs an operation and disconnects.
    func connect<Result: Sendable>(
        _ operation: @Sendable @escaping (HubConnection, HubPlace) async throws -> Result
    ) async throws -> Result {
        let environment = CommandEnvironment.current
        let place = try place(environment)
        if let bus = environment.bus {
            return try await HubConnection.with(bus, place.target.address) { try await operation($0, place) }
        }
        return try await HubConnection.with(place.target) { try await operation($0, place) }
    }
}
