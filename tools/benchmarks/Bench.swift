import ArgumentParser
import Dispatch
import Foundation

/// Measures the running programs and writes what it saw.
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitalbus-bench",
        abstract: "Measures the running programs against limits and peers of the same run.",
        subcommands: [Measure.self, EchoPeer.self],
        defaultSubcommand: Measure.self
    )
}

/// The program: the work whose instructions are counted runs without Swift's asynchronous main, which ends valgrind 3.19 (the
/// main thread then sleeps in `sigsuspend` with a mask that valgrind writes to).
@main enum Program {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == CountedWork.configuration.commandName {
            return CountedWork.main(Array(arguments.dropFirst()))
        }
        Task {
            await Bench.main(arguments)
            exit(0)
        }
        dispatchMain()
    }
}
