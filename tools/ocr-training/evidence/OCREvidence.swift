internal import ArgumentParser
internal import DisplayGenerator
internal import DisplayReading
internal import FoundationEssentials
internal import NeuralNet
internal import PhotoReading

/// Reads drawn displays and prints what each reading was judged from, and whether it was right.
@main
struct OCREvidence: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ocr-evidence",
        abstract: "Reads drawn displays; prints a CSV line for each with its evidence and whether it was right."
    )

    @Option(help: "How many displays, or, with --must, seeds that are tried.") var count = 100
    @Option(help: "The first seed; those of training begin at 1, so measure far from there.") var seed: UInt64 =
        900_000_000
    @Option(help: "Only this kind, such as bloodPressure.") var kind: DisplayGenerator.DisplayKind?
    @Option(help: "easy, medium, hard or mixed.") var band = DisplayBand.mixed
    @Flag(help: "Also displays that must be refused, about one of six.") var refusals = false
    @Option(help: "Only displays that must be refused for this, such as several.") var must: DisplayRefusal?
    @Option(help: "usual; or foreign, turned or far ones, as the benchmark draws them, whose kinds the seeds choose.")
    var sort = EvidenceTrial.Sort.usual
    @Option(help: "A finder's file instead of the program's own.") var finder: String?
    @Option(help: "A reader's file instead of the program's own.") var reader: String?

    func validate() throws {
        guard count > 0 else { throw ValidationError("--count is at least 1") }
        guard sort == .usual || (kind == nil && must == nil) else {
            throw ValidationError("--sort \(sort.rawValue) goes with neither --kind nor --must")
        }
    }

    func run() throws {
        let engine = DisplayEngine(
            reader: DisplayReader(
                finder: try network(finder) ?? DisplayNetworks.finder,
                reader: try network(reader) ?? DisplayNetworks.reader
            )
        )
        print((EvidenceLine.columns + Evidence.names).joined(separator: ","))
        for index in 0..<UInt64(count) {
            var trial = EvidenceTrial(seed: seed &+ index, kind: kind, band: band, mayRefuse: refusals || must != nil)
            trial.sort = sort
            guard must == nil || trial.refusal == must else { continue }
            for line in trial.lines(engine) { print(line.text) }
        }
    }

    private func network(_ path: String?) throws -> Network? {
        guard let path else { return nil }
        return try Network(bytes: Array(Data(contentsOf: URL(filePath: path))))
    }
}

extension DisplayGenerator.DisplayKind: ExpressibleByArgument {}
extension DisplayBand: ExpressibleByArgument {}
extension EvidenceTrial.Sort: ExpressibleByArgument {}
extension DisplayRefusal: ExpressibleByArgument {}
