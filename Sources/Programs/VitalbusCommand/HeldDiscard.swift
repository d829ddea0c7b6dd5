internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus held discard`.
struct HeldDiscard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Drop a held reading for good: it does not come back."
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The reading, as 'vitalbus held' shows it, or the beginning of it.") var reading: String
    @Option(help: ArgumentHelp("The revision that was looked at.", valueName: "n")) var revision: Int?
    @Flag(help: "Do not ask.") var yes = false
    @Flag(help: "Print the decision as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let decided = try await place.connect { connection, hub in
            let key = try await Resolver(connection, hub).reading(reading)
            try environment.confirm("Drop the reading \(key) for good?", unless: yes)
            let body = DiscardReading(readingKey: key, revision: revision)
            return try await connection.requests.call(SessionOperations.discardReading, hub: BusAddress.siteHub, body)
        }
        json ? try environment.json(decided) : environment.out(HeldCommand.text(decided))
    }
}
