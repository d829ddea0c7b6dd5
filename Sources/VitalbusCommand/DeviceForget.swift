internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus device forget`.
struct DeviceForget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget a device's pairing and its keys at this hub; whose it is stays.",
        discussion: "It has to be paired anew, once it is seen again. This is what helps where a pairing went stale."
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The device's UUID.") var device: String
    @Flag(help: "Do it without a question.") var yes = false
    @Flag(help: "Print what was forgotten as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let body = ForgetDevice(device: try DeviceCommand.device(device))
        try environment.confirm("forget the pairing of device \(body.device)?", unless: yes)
        let done = try await place.connect { connection, hub in
            try await connection.requests.call(ReaderTopics.forgetDevice, hub: hub.target.address.hub, body)
        }
        guard !json else { return try environment.json(done) }
        let pairing = done.pairing ? "its pairing is gone" : "the adapter did not know it"
        environment.out("device \(done.device): \(pairing), \(done.secrets) stored keys erased")
    }
}
