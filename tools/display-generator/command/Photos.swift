internal import ArgumentParser
internal import DisplayGenerator
internal import SystemPackage

/// Streams photos.
struct Photos: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Streams photos with the boxes and texts of their rows.")
    @OptionGroup var options: StreamOptions
    @Option(help: "The longer side in pixels.") var side = 640
    @Option(help: "Scale to a square of this side, as the finder takes it; half of them only the display.") var fit:
        Int?

    func validate() throws {
        guard (16...4_000).contains(side), (16...2_000).contains(fit ?? 256) else {
            throw ValidationError("--side is 16 to 4000, --fit 16 to 2000")
        }
    }

    func run() throws {
        for scene in 0..<UInt64(max(options.count, 0)) {
            let seed = options.seed(of: scene)
            let record =
                if let fit {
                    StreamRecord.fitted(kind: options.kind, band: options.band, seed: seed, fit: fit)
                } else {
                    StreamRecord.photo(kind: options.kind, band: options.band, seed: seed, side: side)
                }
            try StreamOptions.write(record.bytes)
        }
    }
}
