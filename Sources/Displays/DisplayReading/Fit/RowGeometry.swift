import Glibc
import Pixels

/// How rows lie to each other, seen upright: in heights of the highest row, turned by the rows' mean angle.
struct RowGeometry {
    /// A row seen upright, in the photo's pixels.
    struct Upright {
        let left: Double
        let right: Double
        let top: Double
        let bottom: Double
        let angle: Double
        var height: Double { bottom - top }
        var middle: Double { (top + bottom) / 2 }
    }

    let rows: [Upright]

    init(_ boxes: [OrientedBox]) {
        let weight = boxes.reduce(0) { $0 + $1.width }
        let angle = weight > 0 ? boxes.reduce(0) { $0 + $1.angle * $1.width } / weight : 0
        let (cosine, sine) = (Angle.cosine(angle), Angle.sine(angle))
        rows = boxes.map { box in
            let along = box.center.x * cosine + box.center.y * sine
            let across = box.center.y * cosine - box.center.x * sine
            return Upright(
                left: along - box.width / 2,
                right: along + box.width / 2,
                top: across - box.height / 2,
                bottom: across + box.height / 2,
                angle: box.angle - angle
            )
        }
    }

    /// True where the second row can stand in the line below the first.
    func isBelow(_ second: Int, _ first: Int) -> Bool {
        let (upper, lower) = (rows[first], rows[second])
        return lower.middle - upper.middle > 0.45 * (upper.height + lower.height) / 2
    }

    /// True where the second row can stand to the right of the first in one line.
    func isBeside(_ second: Int, _ first: Int) -> Bool {
        let (left, right) = (rows[first], rows[second])
        let overlap = min(left.bottom, right.bottom) - max(left.top, right.top)
        return (right.left + right.right) > (left.left + left.right)
            && right.left > left.right - 0.3 * min(left.height, right.height)
            && overlap > 0.4 * min(left.height, right.height)
    }

    /// True where two rows share a good part of their area, so that they cannot both be values.
    func overlaps(_ first: Int, _ second: Int) -> Bool {
        let (a, b) = (rows[first], rows[second])
        let width = min(a.right, b.right) - max(a.left, b.left)
        let height = min(a.bottom, b.bottom) - max(a.top, b.top)
        guard width > 0, height > 0 else { return false }
        let smaller = min((a.right - a.left) * a.height, (b.right - b.left) * b.height)
        return width * height > 0.3 * smaller
    }
}
