internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus health imports`.
struct HealthImports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports",
        abstract: "Show what was imported, what is held and why; the latest first."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("Only this seat's.", valueName: "id")) var seat: String?
    @Flag(help: "Print the imports as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let found = try await place.connect { connection, hub in
            let body = ImportsRequest(seat: try await Resolver(connection, hub).seat(ifNamed: seat))
            return try await connection.requests.call(HealthTopics.imports, hub: hub.target.address.hub, body)
        }
        guard !json else { return try environment.json(found) }
        for state in found.imports {
            let why = state.error.map { ": \(EventLine.plain($0.message))" } ?? ""
            environment.out(
                "\(state.importID) seat \(state.seat ?? "-") \(state.origin) \(state.state), "
                    + HealthCommand.text(state) + why
            )
        }
        if found.imports.isEmpty { environment.out("nothing was imported") }
    }
}
