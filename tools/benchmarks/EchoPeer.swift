import ArgumentParser
import BusEndpoints
import Foundation
import HubRunner
import Logging
import MessageBus
import OperatorConnection

/// The process that answers in the request figure: the real bus and the real request server.
struct EchoPeer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "echo-peer",
        abstract: "Answers requests; started by the request figure.",
        shouldDisplay: false
    )

    @Option var socket: String
    @Option var passwordFile: String

    func run() async throws {
        let target = HubConnection.Target(
            address: try EchoContract.server(),
            endpoint: .unixSocket(socket),
            passwordFile: passwordFile
        )
        try await HubConnection.with(target) { connection in
            let handler = RequestHandler(EchoContract.echo) { body, _ in body }
            let server = try RequestServer(connection.client, handlers: [handler], logger: Logger(label: "echo"))
            try await server.run { FileHandle.standardOutput.line("ready") }
        }
    }
}
