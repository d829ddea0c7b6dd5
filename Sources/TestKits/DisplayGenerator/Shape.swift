internal import Pixels

/// A polygon in a plane, and its paint.
struct Shape: Sendable {
    var points: [Point]
    var paint: Paint

    init(_ points: [Point], _ paint: Paint) {
        self.points = points
        self.paint = paint
    }

    /// The same at another place, scaled first.
    func moved(_ x: Double, _ y: Double, scale: Double = 1) -> Shape {
        Shape(points.map { Point(x: $0.x * scale + x, y: $0.y * scale + y) }, paint)
    }
}
