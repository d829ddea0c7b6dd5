/// A turned rectangle, such as a row of characters in a photo.
package struct OrientedBox: Hashable, Sendable {
    /// The centre.
    package var center: Point
    /// The extent along the reading direction, in pixels.
    package var width: Double
    /// The extent across the reading direction, in pixels.
    package var height: Double
    /// The angle from the x axis to the reading direction, in radians, clockwise as seen.
    package var angle: Double

    /// Creates a box.
    package init(center: Point, width: Double, height: Double, angle: Double) {
        self.center = center
        self.width = width
        self.height = height
        self.angle = angle
    }

    /// Creates the box of a rectangle that is turned around its centre, clockwise, in radians.
    package init(_ rect: PixelRect, angle: Double = 0) {
        center = Point(x: Double(rect.x) + Double(rect.width) / 2, y: Double(rect.y) + Double(rect.height) / 2)
        width = Double(rect.width)
        height = Double(rect.height)
        self.angle = angle
    }

    /// The corners in reading order: upper left, upper right, lower right, lower left.
    package var corners: [Point] {
        [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { point(along: $0.0 * width, across: $0.1 * height) }
    }

    /// The point at an offset from the centre, along and across the reading direction (down as read), in pixels.
    package func point(along: Double, across: Double) -> Point {
        let (cosine, sine) = (Angle.cosine(angle), Angle.sine(angle))
        return Point(x: center.x + along * cosine - across * sine, y: center.y + along * sine + across * cosine)
    }

    /// A point's offset from the centre, x along and y across the reading direction, in pixels.
    package func offset(of point: Point) -> Point {
        let (cosine, sine) = (Angle.cosine(angle), Angle.sine(angle))
        let (dx, dy) = (point.x - center.x, point.y - center.y)
        return Point(x: dx * cosine + dy * sine, y: dy * cosine - dx * sine)
    }

    /// The box enlarged by a margin at both ends, and above and below, in pixels; shrunk for negative margins, never
    /// below 0.
    package func grown(along: Double, across: Double) -> OrientedBox {
        var box = self
        box.width = max(width + 2 * along, 0)
        box.height = max(height + 2 * across, 0)
        return box
    }

    /// The box in an image that is scaled by a factor.
    package func scaled(by factor: Double) -> OrientedBox {
        OrientedBox(
            center: Point(x: center.x * factor, y: center.y * factor),
            width: width * factor,
            height: height * factor,
            angle: angle
        )
    }

    /// The box in the coordinates of a larger image, in which its own image begins at (x, y).
    package func moved(byX x: Double, y: Double) -> OrientedBox {
        var box = self
        box.center = Point(x: center.x + x, y: center.y + y)
        return box
    }

    /// The upright rectangle around it in whole pixels.
    package var bounds: PixelRect {
        let points = corners
        let left = points.map(\.x).min() ?? 0
        let top = points.map(\.y).min() ?? 0
        let right = points.map(\.x).max() ?? 0
        let bottom = points.map(\.y).max() ?? 0
        guard [left, top, right, bottom].allSatisfy({ abs($0) < 1e9 }) else {
            return PixelRect(x: 0, y: 0, width: 0, height: 0)
        }
        let (x, y) = (Int(left.rounded(.down)), Int(top.rounded(.down)))
        return PixelRect(x: x, y: y, width: Int(right.rounded(.up)) - x, height: Int(bottom.rounded(.up)) - y)
    }

    /// Whether a point is inside.
    package func contains(_ point: Point) -> Bool {
        let offset = offset(of: point)
        return abs(offset.x) <= width / 2 && abs(offset.y) <= height / 2
    }

    /// The part of it inside an image of a size, in the box's direction; nil if there is none.
    package func clamped(width limit: Int, height bound: Int) -> OrientedBox? {
        let (right, down) = (Double(limit), Double(bound))
        let corners = [(0, 0), (right, 0), (0, down), (right, down)].map { offset(of: Point(x: $0.0, y: $0.1)) }
        guard let along = Self.overlap(corners.map(\.x), of: width),
            let across = Self.overlap(corners.map(\.y), of: height)
        else { return nil }
        return OrientedBox(
            center: point(along: (along.start + along.end) / 2, across: (across.start + across.end) / 2),
            width: along.end - along.start,
            height: across.end - across.start,
            angle: angle
        )
    }

    /// The overlap of offsets with an extent around 0; nil if there is none.
    private static func overlap(_ offsets: [Double], of extent: Double) -> (start: Double, end: Double)? {
        let start = max(offsets.min() ?? 0, -extent / 2)
        let end = min(offsets.max() ?? 0, extent / 2)
        return start < end ? (start, end) : nil
    }
}

/// A position in an image, in pixels; x to the right, y down, the first pixel's centre at (0.5, 0.5).
package struct Point: Hashable, Sendable {
    /// Pixels from the left edge.
    package var x: Double
    /// Pixels from the upper edge.
    package var y: Double

    /// Creates a point.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// Degrees to radians, and sine and cosine with results that are bit for bit the same on every machine.
package enum Angle {
    /// An angle in radians.
    package static func radians(_ degrees: Double) -> Double { degrees * Double.pi / 180 }

    /// The sine of an angle in radians, accurate to about 1e-14 for angles of a few turns; 0 for NaN.
    package static func sine(_ angle: Double) -> Double {
        guard angle.isFinite else { return 0 }
        let turn = 2 * Double.pi
        var rest = angle - turn * (angle / turn).rounded()
        if rest > Double.pi / 2 { rest = Double.pi - rest }
        if rest < -Double.pi / 2 { rest = -Double.pi - rest }
        let square = rest * rest
        var term = rest
        var sum = rest
        for step in 1...10 {
            term *= -square / Double(2 * step * (2 * step + 1))
            sum += term
        }
        return sum
    }

    /// The cosine of an angle in radians, accurate to about 1e-14 for angles of a few turns.
    package static func cosine(_ angle: Double) -> Double {
        sine(angle + Double.pi / 2)
    }
}
