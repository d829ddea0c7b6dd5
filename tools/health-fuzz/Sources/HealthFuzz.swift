internal import ArgumentParser
internal import FuzzSupport

/// Reads changed inputs until it has read so many; a crash, a hang or too much memory ends the process.
@main
struct HealthFuzz: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health-fuzz",
        abstract: "Feeds the readers of health inputs with damaged ones."
    )

    @Argument(help: "The format: \(FuzzTarget.formats.keys.sorted().joined(separator: ", ")).")
    var format: String

    @OptionGroup var options: FuzzOptions

    mutating func run() throws {
        guard let targets = FuzzTarget.formats[format] else {
            throw ValidationError("\(format) is not a format that is known here")
        }
        var fuzz = FuzzRun(targets)
        options.run(format, work: &fuzz)
    }
}
