internal import Pixels

/// The projection of a plane into the photo: rotation, scale, translation and perspective.
struct PlaneView: Sendable {
    var center = Point(x: 0, y: 0)
    var target = Point(x: 0, y: 0)
    var scale = 1.0
    var angle = 0.0
    var squeeze = 1.0
    /// How much nearer to the camera the right and the lower side are, per unit of the plane.
    var towardsRight = 0.0
    var towardsBottom = 0.0

    /// Projects a point of the plane into the photo.
    func callAsFunction(_ point: Point) -> Point { place(point, cosine: Angle.cosine(angle), sine: Angle.sine(angle)) }

    /// Projects points of the plane into the photo.
    func callAsFunction(_ points: [Point]) -> [Point] {
        let (cosine, sine) = (Angle.cosine(angle), Angle.sine(angle))
        return points.map { place($0, cosine: cosine, sine: sine) }
    }

    private func place(_ point: Point, cosine: Double, sine: Double) -> Point {
        let (x, y) = ((point.x - center.x) * squeeze, point.y - center.y)
        let depth = max(1 + towardsRight * x + towardsBottom * y, 0.2)
        let (right, down) = (x * scale / depth, y * scale / depth)
        return Point(x: target.x + right * cosine - down * sine, y: target.y + right * sine + down * cosine)
    }

    /// Projects an upright rectangle of the plane to a box in the photo.
    func box(_ x: Double, y: Double, width: Double, height: Double) -> OrientedBox {
        let corners = self(Outline.rect(x, y: y, width: width, height: height))
        let left = Self.middle(corners[0], and: corners[3])
        let right = Self.middle(corners[1], and: corners[2])
        let (dx, dy) = (right.x - left.x, right.y - left.y)
        let length = max((dx * dx + dy * dy).squareRoot(), 1e-9)
        let (ux, uy) = (dx / length, dy / length)
        let up = Self.middle(corners[0], and: corners[1])
        let down = Self.middle(corners[3], and: corners[2])
        return OrientedBox(
            center: Self.middle(left, and: right),
            width: length,
            height: abs((down.y - up.y) * ux - (down.x - up.x) * uy),
            angle: Self.angle(ux, y: uy)
        )
    }

    private static func middle(_ one: Point, and other: Point) -> Point {
        Point(x: (one.x + other.x) / 2, y: (one.y + other.y) / 2)
    }

    /// The angle of a direction, by bisection for identical results on every machine.
    private static func angle(_ x: Double, y: Double) -> Double {
        var angle = y >= 0 ? (x >= 0 ? 0.5 : 2.5) : (x >= 0 ? -0.5 : -2.5)
        for _ in 0..<6 {
            let (cosine, sine) = (Angle.cosine(angle), Angle.sine(angle))
            let across = y * cosine - x * sine
            let along = x * cosine + y * sine
            angle += along > 0.5 ? across : (across >= 0 ? 0.5 : -0.5)
        }
        return angle
    }
}
