internal import Pixels

/// A text drawn as polygons, its digits from y = 0 to y = 1.
struct GlyphRun: Sendable {
    /// Lit parts, and faint ones.
    var shapes: [Shape] = []
    /// Where the lit parts begin and end.
    private(set) var left = 0.0
    private(set) var right = 0.0
    /// How large its points are; 0 where there are none.
    var point = 0.0
    /// The middles of its points.
    var points: [Point] = []
    private var isLit = false

    /// How wide the lit parts are.
    var width: Double { right - left }

    /// Adds a lit polygon.
    mutating func light(_ points: [Point], ink: Double = 1) {
        shapes.append(Shape(points, .ink(Float(ink))))
        for point in points {
            left = isLit ? min(left, point.x) : point.x
            right = isLit ? max(right, point.x) : point.x
            isLit = true
        }
    }

    /// Adds a faint polygon that does not count.
    mutating func ghost(_ points: [Point], ink: Double) {
        if ink > 0.004 { shapes.append(Shape(points, .ink(Float(ink)))) }
    }

    /// The shapes at a place, with digits of a height; `x` is where the lit parts begin.
    func placed(x: Double, y: Double, height: Double) -> [Shape] {
        shapes.map { $0.moved(x - left * height, y, scale: height) }
    }
}
