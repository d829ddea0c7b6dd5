package import Pixels

/// Retakes a photo from another position, in other light and with another camera.
///
/// It tests a reader more broadly with few real photos, although not with more displays.
package struct PhotoRetake: Sendable {
    /// The maximum longer side of the new photo in pixels.
    private static let longestSide = 1_280.0

    private let light: Light
    private let zoom: Double
    private let margin: Double
    private var view = PlaneView()

    /// Creates a retake that is determined by the seed.
    package init(seed: UInt64, band: DisplayBand = .medium) {
        var dice = Dice(seed: seed, stream: 21)
        light = Light(&dice, band: band, refusal: nil)
        zoom = dice.scale(0.5, high: 2)
        margin = dice.chance(0.5) ? 0 : dice.number(0, high: 0.5)
        view.angle = dice.number(-0.25, high: 0.25)
        view.squeeze = dice.number(0.85, high: 1)
        view.towardsRight = dice.number(-0.2, high: 0.2)
        view.towardsBottom = dice.number(-0.2, high: 0.2)
    }

    /// Takes the new photo.
    ///
    /// - Parameter digit: The height of its smallest digits in pixels, to which blur is relative.
    package func take(_ photo: ColorImage, digit: Double) -> ColorImage {
        let longer = Double(max(photo.width, photo.height, 1))
        let zoom = min(zoom, Self.longestSide / (longer * (1 + margin)))
        let near = photo.resized(width: scaled(photo.width, factor: zoom), height: scaled(photo.height, factor: zoom))
        let seen = seen(near)
        let gray = seen.gray
        var canvas = Canvas(width: seen.width, height: seen.height, level: 0)
        for (index, pixel) in gray.pixels.enumerated() { canvas.levels[index] = Float(pixel) / 255 }
        let side = Double(max(seen.width, seen.height))
        light.expose(&canvas, view: nil, digit: digit * zoom, side: side, hasBloom: false)
        light.disturb(&canvas, seed: light.seed)
        return Self.tinted(canvas.bytes(quality: light.quality), as: seen, gray: gray)
    }

    private func scaled(_ length: Int, factor: Double) -> Int { max(Int((Double(length) * factor).rounded()), 1) }

    /// Projects the photo into the new one, with some of the table around it.
    private func seen(_ photo: ColorImage) -> ColorImage {
        let (width, height) = (scaled(photo.width, factor: 1 + margin), scaled(photo.height, factor: 1 + margin))
        var view = view
        let half = Double(max(photo.width, photo.height)) / 2
        view.center = Point(x: Double(photo.width) / 2, y: Double(photo.height) / 2)
        view.target = Point(x: Double(width) / 2, y: Double(height) / 2)
        view.towardsRight /= half
        view.towardsBottom /= half
        let table = photo.resized(width: 1, height: 1).pixels
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let place = view.origin(of: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
                for channel in 0..<3 { pixels.append(photo.level(at: place, channel: channel) ?? table[channel]) }
            }
        }
        return ColorImage(width: width, height: height, pixels: pixels) ?? photo
    }

    /// Applies the old colours to new levels; pixels that were too dark for a colour become grey.
    private static func tinted(_ levels: [UInt8], as photo: ColorImage, gray: GrayImage) -> ColorImage {
        var pixels = photo.pixels
        for (index, level) in levels.enumerated() {
            let old = Float(gray.pixels[index])
            for channel in 0..<3 {
                let value = old < 8 ? Float(level) : Float(photo.pixels[3 * index + channel]) * Float(level) / old
                pixels[3 * index + channel] = UInt8(min(value + 0.5, 255))
            }
        }
        return ColorImage(width: photo.width, height: photo.height, pixels: pixels) ?? photo
    }
}

extension PlaneView {
    /// The point of the plane at a position in the photo.
    fileprivate func origin(of place: Point) -> Point {
        let (cosine, sine) = (Angle.cosine(angle), Angle.sine(angle))
        let (dx, dy) = ((place.x - target.x) / scale, (place.y - target.y) / scale)
        let (right, down) = (dx * cosine + dy * sine, dy * cosine - dx * sine)
        let depth = 1 / max(1 - towardsRight * right - towardsBottom * down, 0.2)
        return Point(x: center.x + right * depth / squeeze, y: center.y + down * depth)
    }
}

extension ColorImage {
    /// The interpolated level at a position; nil outside.
    fileprivate func level(at place: Point, channel: Int) -> UInt8? {
        let (x, y) = (place.x - 0.5, place.y - 0.5)
        guard x > -0.5, y > -0.5, x < Double(width) - 0.5, y < Double(height) - 0.5 else { return nil }
        let (left, top) = (max(Int(x), 0), max(Int(y), 0))
        let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
        let (alongX, alongY) = (max(x - Double(left), 0), max(y - Double(top), 0))
        func pixel(_ x: Int, y: Int) -> Double { Double(pixels[3 * (y * width + x) + channel]) }
        let upper = pixel(left, y: top) + (pixel(right, y: top) - pixel(left, y: top)) * alongX
        let lower = pixel(left, y: bottom) + (pixel(right, y: bottom) - pixel(left, y: bottom)) * alongX
        return UInt8(min(max(upper + (lower - upper) * alongY + 0.5, 0), 255))
    }
}
