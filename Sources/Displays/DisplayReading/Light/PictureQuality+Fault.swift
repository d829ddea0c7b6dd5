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
