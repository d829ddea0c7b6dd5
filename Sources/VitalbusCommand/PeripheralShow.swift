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
    @Argument(help: "The peripheral ID.") var id: Int
    @Flag(help: "Print the entry as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let filter = PeripheralFilter(peripheralID: id)
        let list = try await place.connect { connection, hub in
            try await connection.requests.call(
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
