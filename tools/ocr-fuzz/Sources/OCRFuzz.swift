internal import ArgumentParser
internal import FuzzSupport

/// Reads changed pictures until it has read so many; a crash, a hang or too much memory ends the process.
@main
struct OCRFuzz: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ocr-fuzz",
        abstract: "Feeds what decodes and reads pictures with damaged ones."
    )

    /// The format that is a whole reading, from picture to confidence.
    private static let readings = "readings"

    @Argument(help: "The format: \((PictureTarget.formats.keys + [readings]).sorted().joined(separator: ", ")).")
    var format: String

    @OptionGroup var options: FuzzOptions

    mutating func run() throws {
        guard format != Self.readings else { return try read() }
        guard let target = PictureTarget.formats[format] else {
            throw ValidationError("\(format) is not a format that is known here")
        }
        var fuzz = PictureRun(target)
        options.run(format, work: &fuzz)
    }

    /// Fails where a reading of nothing was accepted, or parts of longer numbers too often.
    private mutating func read() throws {
        var fuzz = try DisplayRun()
        // A picture takes some hundredths of a second, not some millionths.
        options.run(format, work: &fuzz, least: 1_200)
        if let first = fuzz.acceptedOfNothing.first {
            print("a reading was accepted of a picture of nothing: input \(first)")
            throw ExitCode(1)
        }
        if fuzz.acceptsParts {
            print("parts of longer numbers were accepted of inputs \(fuzz.acceptedInPart)")
            throw ExitCode(1)
        }
    }
}
