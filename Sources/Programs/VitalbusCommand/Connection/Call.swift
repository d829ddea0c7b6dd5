internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import MessageBus
internal import OperatorConnection

/// The command `vitalbus call`.
struct Call: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Call an actor's operation with JSON and print its JSON reply.",
        discussion: """
            The JSON is the operation's content, as topics/ describes it. The reply is {"ok": …} or {"error": …}.
            Example: echo '{"peripheralIDs":[3000]}' | vitalbus call device-reader setPassivePeripherals -
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The actor, for example device-reader.") var actor: String
    @Argument(help: "The operation, for example supportedPeripherals.") var operation: String
    @Argument(help: "The file of the JSON body, '-' for standard input.") var file: String
    @Option(help: ArgumentHelp("How long to wait for the reply, in seconds.", valueName: "s")) var timeout = 10.0

    func validate() throws {
        guard timeout > 0, timeout <= 3600 else {
            throw ValidationError("--timeout must be more than 0 and at most 3600.")
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        do {
            let request = try KnownRequest(actor: actor, operation: operation)
            let body = try request.check(read(environment))
            let reply = try await place.connect { [timeout] connection, hub in
                try await request.call(body, over: connection, address: hub.target.address, timeout: .seconds(timeout))
            }
            environment.out(String(decoding: try WireJSON.encode(reply), as: UTF8.self))
            if let fault = reply.error {
                throw CommandFailure(fault.error) ?? CommandFailure("internalError", message: "", exitCode: 70)
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            guard let failure = CommandFailure(error) else { throw error }
            try environment.json(ReplyPayload<Empty>(error: failure.fault))
            throw failure
        }
    }

    private func read(_ environment: CommandEnvironment) throws -> [UInt8] {
        let bytes: [UInt8]
        if file == "-" {
            bytes = try environment.input(BusMessage.payloadLimit)
        } else {
            try InputFile.check(file)
            // Absent is nil: the error is thrown below.
            guard let data = try? Data(contentsOf: URL(filePath: file)) else {
                throw CommandFailure.input("\(file) cannot be read: name a file, not a folder")
            }
            bytes = Array(data)
        }
        guard bytes.count <= BusMessage.payloadLimit else {
            throw CommandFailure.input("the body has more than \(BusMessage.payloadLimit) bytes")
        }
        return bytes
    }
}
