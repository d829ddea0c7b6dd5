import Pixels

/// A cut out row with what the reader's network says of it.
struct ReadCrop: Sendable {
    /// The cut.
    let crop: RowCrop
    /// The cut's pixels, 32 high.
    let image: GrayImage
    /// The characters that it may show.
    let lattice: CharacterLattice

    /// How many of the crop's pixels a step of the lattice spans.
    var stride: Double { Double(image.width) / Double(lattice.steps) }

    /// The place of a step along the row, in the photo's pixels from the middle of the crop.
    func along(step: Double) -> Double {
        (step * stride / Double(max(image.width, 1)) - 0.5) * crop.grown.width
    }
}
