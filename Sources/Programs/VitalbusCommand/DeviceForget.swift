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
    @Argument(help: "The device: its UUID, the beginning of it, or words of its or its model's name.") var device:
        String
    @Flag(help: "Do it without a question.") var yes = false
    @Flag(help: "Print what was forgotten as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let done = try await place.connect { connection, hub in
            let body = ForgetDevice(device: try await Resolver(connection, hub).device(device))
            try environment.confirm("forget the pairing of device \(body.device)?", unless: yes)
            return try await connection.requests.call(ReaderTopics.forgetDevice, hub: hub.target.address.hub, body)
        }
        if json { try environment.json(done) }
        guard done.pairing || done.secrets > 0 else {
            throw CommandFailure(
                "notFound",
                "nothing was forgotten: the hub's adapter does not know device \(done.device), and no key of it is stored",
                exitCode: 65
            )
        }
        guard !json else { return }
        let pairing = done.pairing ? "its pairing is gone" : "the adapter did not know it"
        environment.out("device \(done.device): \(pairing), \(done.secrets) stored keys erased")
    }
}
