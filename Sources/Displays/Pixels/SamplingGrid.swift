/// Where the samples of a turned box lie.
struct SamplingGrid {
    /// How many samples each new pixel takes along and across the box.
    let along: Int
    let down: Int
    /// What one sample counts.
    let share: Float
    /// The box's upper left corner.
    let startX: Float
    let startY: Float
    /// The steps from one sample to the next.
    let alongX: Float
    let alongY: Float
    let acrossX: Float
    let acrossY: Float

    /// The samples for a box read at a size.
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

    /// A bilinear sample covers about one and a half pixels, so fewer than one a pixel are enough.
    private static func samples(_ scale: Double) -> Int {
        min(max(Int((scale / 1.5).rounded(.up)), 1), 8)
    }
}

/// A row of characters cut out of a photo as the reading network takes it.
///
/// Drawing, training and reading all use this one cut, so that they cannot come apart.
package struct RowCrop: Hashable, Sendable {
    /// How high every cut is, in pixels.
    package static let height = 32
    /// How wide a cut may be, in pixels.
    package static let widths = 24...320

    /// The tight box around the row's glyphs, in the photo's pixels.
    package var box: OrientedBox
    /// What is added above and below, in heights of the row.
    package var across: Double
    /// What is added at both ends, in heights of the row.
    package var along: Double

    /// Makes a cut around a tight box.
    package init(box: OrientedBox, across: Double = 0.22, along: Double = 0.5) {
        self.box = box
        self.across = across
        self.along = along
    }

    /// The box that is cut out.
    package var grown: OrientedBox {
        box.grown(along: along * box.height, across: across * box.height)
    }

    /// How wide the cut is, in pixels.
    package var width: Int {
        let grown = grown
        let ratio = Double(Self.height) * grown.width / grown.height
        guard ratio.isFinite else { return Self.widths.lowerBound }
        let limits = (Double(Self.widths.lowerBound), Double(Self.widths.upperBound))
        return Int(min(max(ratio, limits.0), limits.1).rounded())
    }

    /// The cut out of a photo.
    package func image(from photo: GrayImage) -> GrayImage {
        photo.sampled(grown, width: width, height: Self.height)
    }

    /// The cut out of a photo of which smaller copies are at hand.
    package func image(from photo: GrayPyramid) -> GrayImage {
        photo.sampled(grown, width: width, height: Self.height)
    }
}
