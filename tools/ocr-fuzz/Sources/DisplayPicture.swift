internal import DisplayGenerator
internal import Pixels
internal import SeededRandom

/// A picture to be read: a drawn display with changes, or nothing that anybody could read.
struct DisplayPicture: Sendable {
    /// The picture.
    let image: ColorImage
    /// Whether there is a display in it; what was painted over one may still be read.
    let hasDisplay: Bool

    /// Draws the next one.
    init(_ random: inout SplitMix64) {
        hasDisplay = UInt8.random(in: 0..<2, using: &random) == 0
        image = hasDisplay ? Self.display(&random) : PictureOfNothing.draw(&random)
    }

    /// A part of a picture that may lie anywhere, in it or not.
    static func box(_ random: inout SplitMix64) -> PixelRect {
        let most = [40, 400, Int(Int32.max)].randomElement(using: &random) ?? 40
        let numbers = (0..<4).map { _ in Int.random(in: -most / 8...most, using: &random) }
        return PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    private static func display(_ random: inout SplitMix64) -> ColorImage {
        let side = Int.random(in: 24...280, using: &random)
        var image = DisplayScene(seed: random.next(), mayRefuse: true).draw(side: side).color
        for _ in 0..<Int.random(in: 0...3, using: &random) { image = changed(image, &random) }
        return image
    }

    private static func changed(_ image: ColorImage, _ random: inout SplitMix64) -> ColorImage {
        let (width, height) = (image.width, image.height)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return image.turned(quarters: Int.random(in: 1...3, using: &random))
        case 1:
            return image.resized(
                width: Int.random(in: 1...2 * width + 1, using: &random),
                height: Int.random(in: 1...2 * height + 1, using: &random)
            )
        case 2:
            return image.cropped(
                PixelRect(
                    x: Int.random(in: 0...width / 2, using: &random),
                    y: Int.random(in: 0...height / 2, using: &random),
                    width: max(width / 2, 1),
                    height: max(height / 2, 1)
                )
            )
        case 3: return mapped(image) { 255 - $0 }
        case 4:
            let mask = UInt8.random(in: 0...255, using: &random)
            return mapped(image) { $0 & mask }
        default: return painted(image, &random)
        }
    }

    private static func mapped(_ image: ColorImage, _ change: (UInt8) -> UInt8) -> ColorImage {
        ColorImage(width: image.width, height: image.height, pixels: image.pixels.map(change)) ?? image
    }

    /// A bar of one grey over a part.
    private static func painted(_ image: ColorImage, _ random: inout SplitMix64) -> ColorImage {
        guard !image.pixels.isEmpty else { return image }
        var pixels = image.pixels
        let gray = UInt8.random(in: 0...255, using: &random)
        let start = Int.random(in: 0..<pixels.count, using: &random)
        let end = Int.random(in: start..<min(start + pixels.count / 3 + 1, pixels.count + 1), using: &random)
        for index in start..<end { pixels[index] = gray }
        return ColorImage(width: image.width, height: image.height, pixels: pixels) ?? image
    }
}
