internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus record delete`.
struct RecordDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a record here and at the server."
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The record's log id.") var record: String
    @Option(help: ArgumentHelp("The record's newest revision.", valueName: "n")) var revision: Int
    @Flag(help: "Print the change as JSON.") var json = false

    func validate() throws {
        guard revision >= 1 else { throw ValidationError("--revision begins with 1.") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let body = DeleteRecord(logID: try RecordCommand.logID(record), baseRevision: revision)
        let change = try await place.connect { connection, _ in
            try await connection.requests.call(SessionOperations.deleteRecord, hub: BusAddress.siteHub, body)
        }
        json ? try environment.json(change) : environment.out(RecordCommand.text(change))
    }
}
