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
