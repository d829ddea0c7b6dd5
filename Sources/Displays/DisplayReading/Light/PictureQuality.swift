package import Pixels

/// The readability of a picture of a display: light, contrast and sharpness, as cheap sums over its pixels.
package struct PictureQuality: Sendable, Hashable {
    /// The mean luma, 0…255.
    package let mean: Double
    /// The 98th minus the 2nd percentile of the luma, 0…255.
    package let contrast: Double
    /// The variance of the Laplacian without noise, divided by the squared contrast: about 0.05 and more for digits
    /// with sharp edges, below 0.001 if edges are wider than strokes.
    package let sharpness: Double
    /// The share of clipped black pixels, 0…1.
    package let clippedDark: Double
    /// The share of clipped white pixels, 0…1.
    package let clippedBright: Double

    /// The width to which a display is scaled first, so that sharpness does not depend on the camera's resolution.
    private static let width = 320

    /// Measures a display.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - display: The display's part; nil for the whole picture.
    package init(_ image: GrayImage, display: PixelRect? = nil) {
        let whole = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
        let part = ShrunkPart(image, part: display ?? whole, width: Self.width)
        let counts = part.counts
        let total = Double(max(part.pixels.count, 1))
        mean = Double(part.pixels.reduce(0) { $0 + Int($1) }) / total
        contrast = Double(Self.level(counts, above: 0.98) - Self.level(counts, above: 0.02))
        clippedDark = Double(counts[...3].reduce(0, +)) / total
        clippedBright = Double(counts[252...].reduce(0, +)) / total
        sharpness = contrast < 1 ? 0 : part.edgeEnergy / (contrast * contrast)
    }

    private static func level(_ counts: [Int], above share: Double) -> Int {
        var left = Int(Double(counts.reduce(0, +)) * share)
        for (level, count) in counts.enumerated() {
            left -= count
            if left < 0 { return level }
        }
        return 255
    }
}

extension PictureQuality {
    /// The fault of light, sharpness or glare that makes the picture unreadable; nil if it is worth trying.
    ///
    /// - Parameter glare: The glare that ``GlareFinder`` found on the same display.
    package func fault(glare: DisplayGlare = .none) -> PictureFault? {
        if mean < Self.darkMean && contrast < Self.darkContrast { return .tooDark }
        if glare.area > Self.glareArea { return .glare }
        if sharpness < Self.blurredSharpness { return .blurred }
        return nil
    }

    /// The mean luma below which, with a contrast below ``darkContrast``, a picture is too dark.
    static let darkMean = 24.0
    /// The contrast below which a dark picture shows nothing.
    static let darkContrast = 24.0
    /// The share of a display that a reflection may cover.
    package static let glareArea = 0.45
    /// The sharpness below which edges are wider than strokes.
    static let blurredSharpness = 0.0008
}

/// The faults that make a picture unreadable before any attempt.
package enum PictureFault: String, Sendable, Hashable, CaseIterable {
    /// There is too little light to distinguish digits.
    case tooDark
    /// The picture is out of focus or motion-blurred.
    case blurred
    /// A reflection covers a large part of the display.
    case glare
}
