import ArgumentParser
import SimulatedServer
import UnixSignals
import ValidicSimulator

/// The simulator as a program.
@main
struct ValidicSimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validic-simulator",
        abstract: "Speaks both Validic APIs for tests, remembers what it accepted, and fails on request."
    )

    @OptionGroup
    var server: ServerOptions
    @Option(help: "A JSON file with users, repeats and faults.")
    var config: String?
    @Option(help: "A person, as organization:uid:token. For simulation only.")
    var user: [String] = []
    @Option(help: "What a repeated log id gets: upsert, conflict, blind-lookup or blind.")
    var repeats: String?
    @Option(help: "How many seconds a record that was made is missing in lists, as where copies of a database lag.")
    var listLag = 0.0

    mutating func run() async throws {
        let simulator = try Simulator(try settings())
        try await simulator.run(stoppingOn: [.sigterm, .sigint]) { port in
            try? ServerOptions.tellReady(port: port)
        }
    }

    private func settings() throws -> SimulatorConfiguration {
        var settings = SimulatorConfiguration()
        settings.server = try server.settings
        let file = try config.map(SimulatorSettingsFile.read)
        settings.users = try (file?.users ?? []) + user.map(Self.user)
        settings.repeats = try repeats.map(Self.behaviour) ?? file?.repeats ?? .upsert
        settings.faults = try server.faults ?? file?.faults ?? []
        settings.journal = server.journal
        settings.listLag = .seconds(listLag)
        return settings
    }

    private static func user(_ flag: String) throws -> SimulatedUser {
        guard let user = SimulatedUser(flag: flag) else {
            throw ValidationError("--user wants organization:uid:token.")
        }
        return user
    }

    private static func behaviour(_ name: String) throws -> RepeatBehaviour {
        guard let behaviour = RepeatBehaviour(rawValue: name) else {
            throw ValidationError("--repeats wants one of: \(RepeatBehaviour.allCases.map(\.rawValue)).")
        }
        return behaviour
    }
}
