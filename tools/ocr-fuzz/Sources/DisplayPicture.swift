internal import DisplayGenerator
internal import DisplayLayouts
internal import DisplayScoring
internal import Pixels
internal import SeededRandom

/// A picture to be read: a drawn display with changes, one that shows no value of its kind, or nothing that anybody could read.
struct DisplayPicture: Sendable {
    /// What a picture shows.
    enum Content: Sendable, Hashable {
        /// A display; what was painted over one may still be read.
        case display
        /// A number of another kind, a part of which looks like a value of this kind of meter.
        case foreign(DisplayLayouts.DisplayKind)
        /// Nothing that anybody could read.
        case nothing
    }

    /// The picture.
    let image: ColorImage
    let content: Content

    /// Draws the next one.
    init(_ random: inout SplitMix64) {
        switch UInt8.random(in: 0..<6, using: &random) {
        case 0..<3: (content, image) = (.nothing, PictureOfNothing.draw(&random))
        case 3: (content, image) = Self.foreign(&random)
        default: (content, image) = (.display, Self.display(&random))
        }
    }

    /// Whether it shows a number of another kind.
    var isForeign: Bool {
        if case .foreign = content { return true }
        return false
    }

    /// A part of a picture at any position, inside it or not.
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

    /// What hides no character may be done to it.
    private static func foreign(_ random: inout SplitMix64) -> (Content, ColorImage) {
        let drawn = DrawnPhoto(foreign: random.next(), band: .medium)
        let image = drawn.drawn.color
        let content = Content.foreign(DisplayTruth(drawn.drawn).kind)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return (content, image.turned(quarters: Int.random(in: 1...3, using: &random)))
        case 1: return (content, mapped(image) { 255 - $0 })
        default: return (content, image)
        }
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
