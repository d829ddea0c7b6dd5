package import Pixels

/// Whether a picture of a display can be read at all: light, contrast, sharpness, as cheap sums over its pixels.
package struct PictureQuality: Sendable, Hashable {
    /// The mean luma, 0…255.
    package let mean: Double
    /// The luma that 2 % are above less the one that 2 % are below, 0…255.
    package let contrast: Double
    /// The variance of the Laplacian, freed of what noise adds and divided by the squared contrast: about 0.05 and more
    /// where digits have sharp edges, below 0.001 where edges are wider than strokes.
    package let sharpness: Double
    /// The share of pixels that are black without any trace, 0…1.
    package let clippedDark: Double
    /// The share of pixels that are white without any trace, 0…1.
    package let clippedBright: Double

    /// The width that a display is brought to before its edges are looked at, so that sharpness does not depend on how
    /// many pixels the camera has.
    private static let width = 320

    /// Looks at a display.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - display: The display's part of it; nil: the whole picture is the display.
    package init(_ image: GrayImage, display: PixelRect? = nil) {
        let whole = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
        let part = ShrunkPart(image, display ?? whole, width: Self.width)
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
    /// Why the picture cannot be read, as far as light, sharpness and glare tell; nil where it is worth trying.
    ///
    /// - Parameter glare: What ``GlareFinder`` found on the same display.
    package func fault(glare: Glare = .none) -> PictureFault? {
        if mean < Self.darkMean && contrast < Self.darkContrast { return .tooDark }
        if glare.area > Self.glareArea { return .glare }
        if sharpness < Self.blurredSharpness { return .blurred }
        return nil
    }

    /// Below this mean luma and ``darkContrast`` nothing stands out of the noise.
    static let darkMean = 24.0
    /// The contrast below which a dark picture shows nothing.
    static let darkContrast = 24.0
    /// The share of a display that a reflection may cover.
    package static let glareArea = 0.45
    /// The sharpness below which edges are wider than strokes.
    static let blurredSharpness = 0.0008
}

/// Why a picture cannot be read, before anybody tried.
package enum PictureFault: String, Sendable, Hashable, CaseIterable {
    /// There is not enough light for digits to stand out.
    case tooDark
    /// Edges are wider than strokes: out of focus, or moved.
    case blurred
    /// A reflection hides a large part of the display.
    case glare
}
