internal import Pixels

/// Polygons for common shapes.
enum Outline {
    /// A rectangle.
    static func rect(_ x: Double, y: Double, width: Double, height: Double) -> [Point] {
        [
            Point(x: x, y: y), Point(x: x + width, y: y),
            Point(x: x + width, y: y + height), Point(x: x, y: y + height),
        ]
    }

    /// A rectangle with rounded corners, each of so many straight pieces.
    static func rounded(
        _ x: Double,
        y: Double,
        width: Double,
        height: Double,
        radius: Double,
        pieces: Int = 4
    ) -> [Point] {
        let radius = min(radius, width / 2, height / 2)
        guard radius > 0 else { return rect(x, y: y, width: width, height: height) }
        let centers = [
            (x + width - radius, y + height - radius, 0.0), (x + radius, y + height - radius, 1.0),
            (x + radius, y + radius, 2.0), (x + width - radius, y + radius, 3.0),
        ]
        return centers.flatMap { center in
            (0...pieces).map { step in
                let angle = (center.2 + Double(step) / Double(pieces)) * Double.pi / 2
                return Point(
                    x: center.0 + radius * Angle.cosine(angle),
                    y: center.1 + radius * Angle.sine(angle)
                )
            }
        }
    }

    /// An ellipse, rotated by an angle.
    static func ellipse(_ x: Double, y: Double, across: Double, down: Double, turned: Double = 0) -> [Point] {
        let (cosine, sine) = (Angle.cosine(turned), Angle.sine(turned))
        return (0..<20).map { step in
            let angle = Double(step) / 20 * 2 * Double.pi
            let (along, below) = (across * Angle.cosine(angle), down * Angle.sine(angle))
            return Point(x: x + along * cosine - below * sine, y: y + along * sine + below * cosine)
        }
    }

    /// A thick line whose straight ends extend beyond its points by a fraction of its thickness.
    static func line(_ from: Point, to: Point, thickness: Double, beyond: Double = 0.35) -> [Point] {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let length = (dx * dx + dy * dy).squareRoot()
        let (ux, uy) = length > 0 ? (dx / length, dy / length) : (1, 0)
        let (half, more) = (thickness / 2, thickness * beyond)
        let (nx, ny) = (-uy * half, ux * half)
        let (start, end) = (
            Point(x: from.x - ux * more, y: from.y - uy * more), Point(x: to.x + ux * more, y: to.y + uy * more)
        )
        return [
            Point(x: start.x + nx, y: start.y + ny), Point(x: end.x + nx, y: end.y + ny),
            Point(x: end.x - nx, y: end.y - ny), Point(x: start.x - nx, y: start.y - ny),
        ]
    }
}
