internal import ArgumentParser
internal import DisplayGenerator
internal import Pixels

/// Draws many photos onto one sheet, to be looked at.
struct Sheet: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Writes a sheet of photos in colour as a PPM file.")
    @OptionGroup var options: StreamOptions
    @Option(help: "The longer side of each photo in pixels.") var side = 240
    @Option(help: "The family of devices; without it the seed chooses.") var family: DeviceFamily?
    @Flag(help: "Only photos with a reading.") var readable = false
    @Argument(help: "The file.") var file: String

    func run() throws {
        let columns = 6
        let rows = max((options.count + columns - 1) / columns, 1)
        var pixels = [UInt8](repeating: 40, count: columns * side * rows * side * 3)
        for index in 0..<max(options.count, 0) {
            let seed = options.seed(of: UInt64(index))
            let framing: DisplayScene.Framing = index % 2 == 0 ? .whole : .display
            let scene = DisplayScene(
                kind: options.kind,
                band: options.band,
                seed: seed,
                framing: framing,
                mayRefuse: !readable,
                family: family
            )
            let image = scene.draw(side: side).color
            let origin = (index / columns * side * columns + index % columns) * side
            for y in 0..<min(image.height, side) {
                for x in 0..<min(image.width, side) * 3 {
                    pixels[(origin + y * columns * side) * 3 + x] = image.pixels[y * image.width * 3 + x]
                }
            }
        }
        guard let sheet = ColorImage(width: columns * side, height: rows * side, pixels: pixels) else { return }
        try PictureFile.write(sheet, to: file)
    }
}
