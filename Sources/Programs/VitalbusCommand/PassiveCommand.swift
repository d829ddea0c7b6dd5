internal import ArgumentParser

/// The command `vitalbus passive`.
struct PassiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passive",
        abstract: "Choose what is read by itself when it is in sight.",
        subcommands: [PassiveShow.self, PassiveSet.self]
    )
}
