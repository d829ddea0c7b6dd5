internal import ArgumentParser

/// The command `vitalbus record`.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Write a person's records by hand.",
        subcommands: [RecordAdd.self]
    )
}
