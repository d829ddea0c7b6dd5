internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus peripheral show`.
struct PeripheralShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a device model: how to pair and read it, and what is missing for it."
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The peripheral ID, or words of the model's name.") var id: String
    @Flag(help: "Print the entry as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let list = try await place.connect { connection, hub in
            let filter = PeripheralFilter(peripheralID: try await Resolver(connection, hub).peripheral(id))
            return try await connection.requests.call(
                ReaderTopics.supportedPeripherals,
                hub: hub.target.address.hub,
                filter
            )
        }
        guard let view = list.peripherals.first else {
            throw CommandFailure.input("there is no peripheral \(id); 'vitalbus peripheral list' shows all")
        }
        guard !json else { return try environment.json(view) }
        for line in PeripheralCommand.text(view) { environment.out(line) }
    }
}
