import Pixels

extension OrientedBox {
    /// The same box in an image of a size that is turned clockwise by quarter turns.
    func turned(quarters: Int, width: Int, height: Int) -> OrientedBox {
        var box = self
        let (x, y) = (center.x, center.y)
        switch ((quarters % 4) + 4) % 4 {
        case 1: box.center = Point(x: Double(height) - y, y: x)
        case 2: box.center = Point(x: Double(width) - x, y: Double(height) - y)
        case 3: box.center = Point(x: y, y: Double(width) - x)
        default: return self
        }
        box.angle = angle + Double(quarters) * Double.pi / 2
        return box
    }
}
