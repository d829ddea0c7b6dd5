internal import ArgumentParser
internal import DisplayGenerator
internal import Pixels

/// Draws one photo.
struct Photo: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Writes one photo in colour as a PPM file.")
    @Option(help: "The scene's seed.") var seed: UInt64 = 1
    @Option(help: "The kind of device; without it the seed chooses.") var kind: DisplayKind?
    @Option(help: "How hard: easy, medium, hard or mixed.") var band = DisplayBand.mixed
    @Option(help: "The longer side in pixels.") var side = 640
    @Option(help: "The family of devices; without it the seed chooses.") var family: DeviceFamily?
    @Flag(help: "The seed may choose a photo without a reading.") var refusals = false
    @Argument(help: "The file.") var file: String

    func run() throws {
        let image = DisplayScene(kind: kind, band: band, seed: seed, mayRefuse: refusals, family: family)
            .draw(side: side).color
        try PictureFile.write(image, to: file)
    }
}
