internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus passive`.
struct PassiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passive",
        abstract: "Choose the models that are read automatically when in range.",
        subcommands: [PassiveShow.self, PassiveSet.self]
    )
}

/// The command `vitalbus passive show`.
struct PassiveShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show which models are read automatically, and the state of each device in range."
    )

    @OptionGroup var place: HubOptions
    @Flag(help: "Print the state as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let state = try await place.connect { connection, hub in
            // Retained, so it arrives at once unless no reader has ever run here.
            let subscription = try await connection.client.subscribe(
                to: [ReaderTopics.passiveState.descriptor],
                hub: hub.hub
            )
            defer { subscription.cancel() }
            return try await Self.first(subscription)
        }
        guard !json else { return try environment.json(state) }
        let numbers = state.peripheralIDs.map(String.init).joined(separator: ", ")
        environment.out(numbers.isEmpty ? "no model is read automatically" : "read automatically: \(numbers)")
        for device in state.devices {
            environment.out("device \(device.device): peripheral \(device.peripheralID), \(device.phase)")
        }
    }

    private static func first(_ subscription: BusSubscription) async throws -> PassiveState {
        try await withThrowingTaskGroup(of: PassiveState?.self) { group in
            group.addTask {
                for await message in subscription {
                    // Absent is nil: any other message is skipped, up to the time limit.
                    if let state = try? Envelope<PassiveState>.decode(message.payload).data { return state }
                }
                return nil
            }
            group.addTask {
                try await Task.sleep(for: .seconds(10))
                return nil
            }
            defer { group.cancelAll() }
            guard let state = try await group.next() ?? nil else {
                throw CommandFailure(
                    "noResponder",
                    message: "no device-reader has published its state: is the hub running?",
                    exitCode: 69,
                    isRetriable: true
                )
            }
            return state
        }
    }
}

/// The command `vitalbus passive set`.
struct PassiveSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the models that are read automatically; none switches it off."
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The peripheral IDs, or words of the models' names.") var peripherals: [String] = []
    @Flag(help: "Print the set as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let set = try await place.connect { connection, hub in
            var numbers: [Int] = []
            for name in peripherals { numbers.append(try await Resolver(connection, place: hub).peripheral(name)) }
            let body = PassivePeripherals(peripheralIDs: numbers)
            return try await connection.requests.call(
                ReaderTopics.setPassivePeripherals,
                hub: hub.hub,
                body: body
            )
        }
        guard !json else { return try environment.json(set) }
        let numbers = (set.peripheralIDs ?? []).map(String.init).joined(separator: ", ")
        environment.out(numbers.isEmpty ? "no model is read automatically" : "read automatically: \(numbers)")
    }
}
