import ArgumentParser

/// Measures the running programs and writes what it saw.
@main
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitalbus-bench",
        abstract: "Measures the running programs against limits and peers of the same run.",
        subcommands: [Measure.self, EchoPeer.self],
        defaultSubcommand: Measure.self
    )
}
