internal import ArgumentParser
internal import BusContract
internal import MessageBus
internal import OperatorConnection
internal import VitalRecords

/// The command `vitalbus record`.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "List, add, change and delete a person's records.",
        subcommands: [RecordListing.self, RecordAdd.self, RecordUpdate.self, RecordDelete.self, RecordRetry.self]
    )

    /// Parses a record's log id.
    static func logID(_ text: String) throws -> LogID {
        guard let logID = LogID(rawValue: text) else {
            throw CommandFailure.input(
                "'\(text.prefix(64))' is not a record: use the log id that 'vitalbus record list' shows"
            )
        }
        return logID
    }

    /// A change for people.
    static func text(_ change: RecordChanged) -> String {
        "record \(change.logID) revision \(change.revision): \(change.outcome)"
    }
}

/// The command `vitalbus record update`.
struct RecordUpdate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Replace all values of a record.",
        discussion: """
            Write values as for 'vitalbus record add', for example blood_pressure=131/81 or blood_glucose=5.4mmol/L.
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The record's log id.") var record: String
    @Option(help: ArgumentHelp("The record's newest revision, whose values you replace.", valueName: "n")) var revision:
        Int
    @Argument(help: ArgumentHelp("All values for the record.", valueName: "metric=value[unit]"))
    var values: [String]
    @Flag(help: "Accept very unusual values.") var unusual = false
    @Flag(help: "Print the change as JSON.") var json = false

    func validate() throws {
        guard revision >= 1 else { throw ValidationError("--revision starts at 1.") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let body = UpdateRecord(
            logID: try RecordCommand.logID(record),
            baseRevision: revision,
            measurements: try TypedValue.all(values).map { try $0.measurement() },
            unusual: unusual ? true : nil
        )
        // The session manager checks the record's other values, because it knows them.
        try TypedValue.check(body.measurements, unusual: unusual)
        let change = try await place.connect { connection, _ in
            try await connection.requests.call(SessionOperations.updateRecord, hub: BusAddress.siteHub, body: body)
        }
        guard !json else { return try environment.json(change) }
        environment.out(MeasuredText.text(body.measurements))
        environment.out(RecordCommand.text(change))
    }
}

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
        guard revision >= 1 else { throw ValidationError("--revision starts at 1.") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let body = DeleteRecord(logID: try RecordCommand.logID(record), baseRevision: revision)
        let change = try await place.connect { connection, _ in
            try await connection.requests.call(SessionOperations.deleteRecord, hub: BusAddress.siteHub, body: body)
        }
        json ? try environment.json(change) : environment.out(RecordCommand.text(change))
    }
}
