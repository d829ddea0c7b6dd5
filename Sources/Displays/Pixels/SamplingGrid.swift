/// The sample positions of a turned box.
struct SamplingGrid {
    /// The number of samples per target pixel along and across the box.
    let along: Int
    let down: Int
    /// The weight of one sample.
    let share: Float
    /// The box's upper left corner.
    let startX: Float
    let startY: Float
    /// The steps from one sample to the next.
    let alongX: Float
    let alongY: Float
    let acrossX: Float
    let acrossY: Float

    /// Computes the samples for a box at a target size.
    init(_ box: OrientedBox, width: Int, height: Int) {
        along = Self.samples(box.width / Double(width))
        down = Self.samples(box.height / Double(height))
        share = 1 / Float(along * down)
        let (cosine, sine) = (Angle.cosine(box.angle), Angle.sine(box.angle))
        let stepAlong = box.width / Double(width * along)
        let stepAcross = box.height / Double(height * down)
        let corner = box.point(along: -box.width / 2, across: -box.height / 2)
        (startX, startY) = (Float(corner.x), Float(corner.y))
        (alongX, alongY) = (Float(cosine * stepAlong), Float(sine * stepAlong))
        (acrossX, acrossY) = (Float(-sine * stepAcross), Float(cosine * stepAcross))
    }

    /// The position of a sample, counted along and across the box from its upper left corner.
    @inline(__always)
    func place(_ along: Int, across: Int) -> (x: Float, y: Float) {
        let (along, across) = (Float(along) + 0.5, Float(across) + 0.5)
        return (startX + along * alongX + across * acrossX, startY + along * alongY + across * acrossY)
    }

    /// A bilinear sample covers about one and a half pixels, so less than one per pixel suffices.
    private static func samples(_ scale: Double) -> Int {
        min(max(Int((scale / 1.5).rounded(.up)), 1), 8)
    }
}

/// The crop of a row of characters for the reading network.
///
/// Drawing, training and reading all use this one crop, so that they cannot diverge.
package struct RowCrop: Hashable, Sendable {
    /// The height of every crop, in pixels.
    package static let height = 32
    /// The range of a crop's width, in pixels.
    package static let widths = 24...320

    /// The tight box around the row's glyphs, in the photo's pixels.
    package var box: OrientedBox
    /// The margin above and below, in heights of the row.
    package var across: Double
    /// The margin at both ends, in heights of the row.
    package var along: Double

    /// Creates a crop around a tight box.
    package init(box: OrientedBox, across: Double = 0.22, along: Double = 0.5) {
        self.box = box
        self.across = across
        self.along = along
    }

    /// The box with its margins.
    package var grown: OrientedBox {
        box.grown(along: along * box.height, across: across * box.height)
    }

    /// The width of the crop, in pixels.
    package var width: Int {
        let grown = grown
        let ratio = Double(Self.height) * grown.width / grown.height
        guard ratio.isFinite else { return Self.widths.lowerBound }
        let limits = (Double(Self.widths.lowerBound), Double(Self.widths.upperBound))
        return Int(min(max(ratio, limits.0), limits.1).rounded())
    }

    /// Crops a photo.
    package func image(from photo: GrayImage) -> GrayImage {
        photo.sampled(grown, width: width, height: Self.height)
    }

    /// Crops a photo that has smaller levels.
    package func image(from photo: GrayPyramid) -> GrayImage {
        photo.sampled(grown, width: width, height: Self.height)
    }
}
