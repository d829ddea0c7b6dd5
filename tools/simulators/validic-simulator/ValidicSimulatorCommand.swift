import ArgumentParser
import UnixSignals
import ValidicSimulator

/// The simulator as a program.
@main
struct ValidicSimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validic-simulator",
        abstract: "Speaks both Validic APIs for tests, remembers what it accepted, and fails on request."
    )

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"
    @Option(help: "The TCP port; 0 takes a free one.")
    var port = 0
    @Option(help: "A Unix socket in place of TCP.")
    var unixSocket: String?
    @Option(help: "A PEM certificate chain: TLS, HTTP/2 and HTTP/1.1 by ALPN.")
    var tlsCert: String?
    @Option(help: "The PEM private key of the certificate.")
    var tlsKey: String?
    @Flag(help: "HTTP/2 without TLS, from the first byte.")
    var h2c = false
    @Option(help: "A JSON file with users, repeats and faults.")
    var config: String?
    @Option(help: "A person, as organization:uid:token. For simulation only.")
    var user: [String] = []
    @Option(help: "What a repeated log id gets: upsert, conflict, blind-lookup or blind.")
    var repeats: String?
    @Option(help: "How many seconds a record that was made is missing in lists, as where copies of a database lag.")
    var listLag = 0.0
    @Option(help: "A JSON file with a list of faults.")
    var faults: String?
    @Option(help: "A file that remembers what was accepted over restarts.")
    var journal: String?
    @Option(help: "The token of /_control; without it only this machine is admitted.")
    var controlToken: String?

    mutating func run() async throws {
        let simulator = try Simulator(try settings())
        try await simulator.run(stoppingOn: [.sigterm, .sigint]) { port in
            // Written past the buffer: a reader of the pipe waits for this line.
            try? ReadyLine(port: port).write()
        }
    }

    private func settings() throws -> SimulatorConfiguration {
        var settings = SimulatorConfiguration()
        settings.address = unixSocket.map { .unixSocket(path: $0) } ?? .tcp(host: host, port: port)
        settings.transport = try transport()
        let file = try config.map(SimulatorSettingsFile.read)
        settings.users = try (file?.users ?? []) + user.map(Self.user)
        settings.repeats = try repeats.map(Self.behaviour) ?? file?.repeats ?? .upsert
        settings.faults = try faults.map(SimulatorSettingsFile.readFaults) ?? file?.faults ?? []
        settings.journal = journal
        settings.listLag = .seconds(listLag)
        settings.controlToken = controlToken
        return settings
    }

    private func transport() throws -> SimulatorConfiguration.Transport {
        switch (tlsCert, tlsKey) {
        case (let certificate?, let key?): return .tls(certificate: certificate, key: key)
        case (nil, nil): return h2c ? .plainHTTP2 : .plain
        default: throw ValidationError("--tls-cert and --tls-key belong together.")
        }
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
