internal import ArgumentParser
internal import DisplayGenerator
internal import Leptonica
internal import Pixels

/// Takes a photo once more.
struct Retake: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Takes a photo once more, from another place and in other light, and writes it as a PPM file."
    )
    @Option(help: "The seed of place, light and camera.") var seed: UInt64 = 1
    @Option(help: "How hard: easy, medium, hard or mixed.") var band = DisplayBand.medium
    @Option(help: "How high its smallest digits are, in pixels; without it an eighth of the photo.") var digit: Double?
    @Argument(help: "The photo.") var photo: String
    @Argument(help: "The file to write.") var file: String

    func validate() throws {
        if let digit, !(1...10_000).contains(digit) { throw ValidationError("--digit is from 1 to 10000 pixels") }
    }

    func run() throws {
        let picture = try ImageFile.read(path: photo, limits: ImageLimits(wantedSide: 1_600)).color
        let retake = PhotoRetake(seed: seed, band: band).take(picture, digit: digit ?? Double(picture.height) / 8)
        try PictureFile.write(retake, to: file)
    }
}
