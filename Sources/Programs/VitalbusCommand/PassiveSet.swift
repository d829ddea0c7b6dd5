internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus passive set`.
struct PassiveSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Replace the peripherals that are read by themselves; none switches it off."
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The peripheral IDs, or words of the models' names.") var peripherals: [String] = []
    @Flag(help: "Print the set as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let set = try await place.connect { connection, hub in
            var numbers: [Int] = []
            for name in peripherals { numbers.append(try await Resolver(connection, hub).peripheral(name)) }
            let body = PassivePeripherals(peripheralIDs: numbers)
            return try await connection.requests.call(
                ReaderTopics.setPassivePeripherals,
                hub: hub.target.address.hub,
                body
            )
        }
        guard !json else { return try environment.json(set) }
        let numbers = (set.peripheralIDs ?? []).map(String.init).joined(separator: ", ")
        environment.out(numbers.isEmpty ? "nothing is read by itself" : "read by themselves: \(numbers)")
    }
}
