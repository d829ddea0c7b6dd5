internal import ArgumentParser
internal import BusContract
internal import VitalRecords

/// The command `vitalbus record`.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "List a person's records; write, change and delete them by hand.",
        subcommands: [RecordList.self, RecordAdd.self, RecordUpdate.self, RecordDelete.self]
    )

    /// Reads a record's log id.
    static func logID(_ text: String) throws -> LogID {
        guard let logID = LogID(rawValue: text) else {
            throw CommandFailure.input(
                "'\(text.prefix(64))' is no record: use its log id, as 'vitalbus record list' shows it"
            )
        }
        return logID
    }

    /// A change for people.
    static func text(_ change: RecordChanged) -> String {
        "record \(change.logID) revision \(change.revision): \(change.outcome)"
    }
}
