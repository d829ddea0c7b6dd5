internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus peripheral list`.
struct PeripheralList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the device models, by type or by words of their name."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("Only of this type, as glucoseMeter.", valueName: "type")) var type: String?
    @Argument(help: "Only those whose name has these words.") var text: String?
    @Flag(help: "Only verified ones.") var verified = false
    @Flag(help: "Also those that are switched off.") var all = false
    @Flag(help: "Print the entries as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let wanted = PeripheralFilter(
            text: text,
            verified: verified ? true : nil,
            disabled: all ? nil : false
        )
        let list = try await place.connect { connection, hub in
            var filter = wanted
            if let type { filter.type = try await Resolver(connection, hub).peripheralType(type) }
            return try await connection.requests.call(
                ReaderTopics.supportedPeripherals,
                hub: hub.target.address.hub,
                filter
            )
        }
        guard !json else { return try environment.json(list) }
        if list.peripherals.isEmpty { environment.out("no peripheral is so") }
        for view in list.peripherals { environment.out(PeripheralCommand.line(view)) }
    }
}
