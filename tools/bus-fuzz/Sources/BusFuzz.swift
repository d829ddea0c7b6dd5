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

    @Option(help: "The file of makers' frames, from which frames of `families` are made.")
    var frames = "Tests/Radio/DeviceCodecsTests/Fixtures/drivers.json"

    @OptionGroup var options: FuzzOptions

    mutating func run() throws {
        let targets = try WireTarget.all(format, examples: examples, frames: frames)
        guard !targets.isEmpty else { throw ValidationError("there is no example in \(examples)") }
        var fuzz = WireRun(targets)
        options.run(format.rawValue, work: &fuzz)
    }
}

extension WireFormat: ExpressibleByArgument {}
