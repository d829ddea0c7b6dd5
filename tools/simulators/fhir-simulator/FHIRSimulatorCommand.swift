import ArgumentParser
import FHIRSimulator
import SimulatedServer
import UnixSignals

/// The FHIR server as a program.
@main
struct FHIRSimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fhir-simulator",
        abstract: "A FHIR R4 server for tests, which keeps every version, counts them, and fails on request."
    )

    @OptionGroup
    var server: ServerOptions
    @Option(help: "A patient that the server has, as ID or ID=SYSTEM|VALUE.")
    var patient: [String] = []
    @Option(
        help: "A JSON file with a list of clients, each with its id and public keys; without it nobody needs a token."
    )
    var clients: String?
    @Option(help: "A JSON file with members of the behaviour; the README lists them.")
    var behaviour: String?

    mutating func run() async throws {
        let server = try FHIRServer(try settings())
        try await server.run(stoppingOn: [.sigterm, .sigint]) { port in
            try? ServerOptions.tellReady(port: port)
        }
    }

    private func settings() throws -> FHIRServerConfiguration {
        FHIRServerConfiguration(
            server: try server.settings,
            patients: patient.map(SimulatedPatient.init(flag:)),
            clients: try clients.map(FHIRServerConfiguration.clients) ?? [],
            behaviour: try behaviour.map(FHIRBehaviour.read) ?? FHIRBehaviour(),
            faults: try server.faults ?? [],
            journal: server.journal
        )
    }
}
