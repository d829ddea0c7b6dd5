internal import ArgumentParser
internal import FuzzSupport

/// Decodes changed messages until it has decoded so many; a crash, a hang or too much memory ends the process.
@main
struct BusFuzz: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bus-fuzz",
        abstract: "Feeds what takes messages of other processes and frames of devices with wrong ones."
    )

    @Argument(help: "The format: \(WireFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format: WireFormat

    @Option(help: "The folder of the contract's examples, from which messages are made.")
    var examples = "topics/examples"

    @OptionGroup var options: FuzzOptions

    mutating func run() throws {
        let targets = format == .frames ? [.frames] : try WireTarget.messages(format, examples: examples)
        guard !targets.isEmpty else { throw ValidationError("there is no example in \(examples)") }
        var fuzz = WireRun(targets)
        options.run(format.rawValue, work: &fuzz)
    }
}

extension WireFormat: ExpressibleByArgument {}
