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
    @Argument(help: "The peripheral IDs.") var peripherals: [Int] = []
    @Flag(help: "Print the set as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let body = PassivePeripherals(peripheralIDs: peripherals)
        let set = try await place.connect { connection, hub in
            try await connection.requests.call(
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
