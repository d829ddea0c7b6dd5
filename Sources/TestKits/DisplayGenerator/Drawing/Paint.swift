internal import Pixels

/// How a shape changes what is beneath it.
enum Paint: Sendable {
    /// Covers it with a grey (0 black, 1 white), an opacity and a tint.
    case cover(level: Float, opacity: Float, tint: UInt8)
    /// Adds display ink; 1 is a fully dark (or lit) segment.
    case ink(Float)
    /// Adds display ink that shines in one of the display's other colours.
    case lamp(Float, number: UInt8)
    /// Adds to the light plane.
    case light(Float)
}

/// A polygon in a plane, with its paint.
struct Shape: Sendable {
    var points: [Point]
    var paint: Paint

    init(_ points: [Point], paint: Paint) {
        self.points = points
        self.paint = paint
    }

    /// The shape, scaled, then moved.
    func moved(_ x: Double, y: Double, scale: Double = 1) -> Shape {
        Shape(points.map { Point(x: $0.x * scale + x, y: $0.y * scale + y) }, paint: paint)
    }
}

/// Colours of objects in drawn photos, as shares of red, green and blue that preserve the luma.
enum Tint {
    static let lcd: [UInt8] = [0, 1, 2, 3, 4, 5]
    static let lamps: [UInt8] = [6, 7, 8, 9, 0]
    static let bodies: [UInt8] = [0, 0, 0, 3, 4, 10, 11, 12]
    static let skin: UInt8 = 13
    static let surroundings: [UInt8] = [0, 3, 4, 10, 11, 12, 14, 15]
    static let (red, yellow, green, blue, pink, cyan): (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) =
        (16, 17, 18, 19, 20, 21)
    static let backlights: [UInt8] = [1, 7, 9, 22, 23, 0, 21, 24, 5]
    static let shells: [UInt8] = [0, 0, 0, 4, 10, 19, 20, 25, 3]

    private static let colors: [(Float, Float, Float)] = [
        (1, 1, 1), (0.92, 1, 0.8), (0.85, 1, 0.75), (1, 0.95, 0.8), (0.9, 1, 1.05), (0.6, 0.95, 1.6),
        (1.8, 0.4, 0.3), (0.4, 1.2, 0.5), (0.4, 0.9, 1.8), (1.5, 0.9, 0.3), (0.6, 0.8, 1.6), (1.7, 0.6, 0.6),
        (1.1, 0.95, 0.8), (1.3, 0.9, 0.75), (1.3, 0.9, 0.6), (0.7, 1.1, 0.7),
        (2.4, 0.35, 0.3), (1.2, 1.05, 0.15), (0.25, 1.4, 0.35), (0.4, 0.7, 1.9), (1.4, 0.8, 1.05), (0.3, 1.15, 1.35),
        (0.55, 1.3, 0.35), (1.9, 0.45, 0.35), (0.35, 0.75, 2.2), (0.45, 1.05, 1.2),
    ]

    /// Red, green and blue of each tint, scaled to a luma of 1.
    static let scaled: [(Float, Float, Float)] = colors.map { color in
        let luma = 0.299 * color.0 + 0.587 * color.1 + 0.114 * color.2
        return (color.0 / luma, color.1 / luma, color.2 / luma)
    }
}
