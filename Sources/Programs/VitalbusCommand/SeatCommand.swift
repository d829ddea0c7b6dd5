internal import ArgumentParser

/// The command `vitalbus seat`.
struct SeatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seat",
        abstract: "Look after seats.",
        subcommands: [SeatList.self, SeatErase.self]
    )
}
