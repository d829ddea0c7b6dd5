import Glibc
import Pixels

/// The relative positions of rows, upright: in heights of the highest row, turned by the rows' mean angle.
struct RowGeometry {
    /// A row in upright coordinates, in the photo's pixels.
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

    /// True if the second row can be in the line below the first.
    func isBelow(_ second: Int, first: Int) -> Bool {
        let (upper, lower) = (rows[first], rows[second])
        return lower.middle - upper.middle > 0.45 * (upper.height + lower.height) / 2
    }

    /// True if the second row can be to the right of the first in one line.
    func isBeside(_ second: Int, first: Int) -> Bool {
        let (left, right) = (rows[first], rows[second])
        let overlap = min(left.bottom, right.bottom) - max(left.top, right.top)
        return (right.left + right.right) > (left.left + left.right)
            && right.left > left.right - 0.3 * min(left.height, right.height)
            && overlap > 0.4 * min(left.height, right.height)
    }

    /// True if two rows share much of their area, so that they cannot both be values.
    func overlaps(_ first: Int, and second: Int) -> Bool {
        let (a, b) = (rows[first], rows[second])
        let width = min(a.right, b.right) - max(a.left, b.left)
        let height = min(a.bottom, b.bottom) - max(a.top, b.top)
        guard width > 0, height > 0 else { return false }
        let smaller = min((a.right - a.left) * a.height, (b.right - b.left) * b.height)
        return width * height > 0.3 * smaller
    }
}

extension RowGeometry {
    /// The log likelihood of the assigned rows' positions and sizes; 0 for a usual layout.
    ///
    /// - Parameters:
    ///   - lines: The rows' indices, lines from top to bottom, each from left to right.
    ///   - heights: For each constrained row its height relative to the highest one.
    func log(of lines: [[Int]], heights: [(row: Int, range: ClosedRange<Double>)]) -> Double {
        let all = lines.flatMap(\.self)
        guard let highest = all.map({ rows[$0].height }).max(), highest > 0 else { return 0 }
        var cost = 0.0
        for (row, range) in heights {
            let share = rows[row].height / highest
            let nearest = min(max(share, range.lowerBound), range.upperBound)
            cost += 25 * square(Glibc.log(max(share, 0.05) / nearest))
        }
        for row in all { cost += min(40 * square(rows[row].angle), 4) }
        for (upper, lower) in zip(lines, lines.dropFirst()) {
            // A separate column next to a line, such as a pulse, is not below anything.
            let pairs = upper.flatMap { first in lower.map { stacking(first, and: $0, highest: highest) } }
            cost += pairs.min() ?? 0
        }
        for line in lines {
            for (left, right) in zip(line, line.dropFirst()) { cost += spacing(left, and: right) }
        }
        return -cost
    }

    /// Rows of a column share their end or start, and are no farther apart than a row is high.
    private func stacking(_ first: Int, and second: Int, highest: Double) -> Double {
        let (upper, lower) = (rows[first], rows[second])
        let shift = min(
            abs(upper.left - lower.left),
            abs(upper.right - lower.right),
            abs(upper.left + upper.right - lower.left - lower.right) / 2
        )
        let gap = lower.top - upper.bottom
        let tooFar = max(0, gap / highest - 1.1)
        let tooNear = max(0, -gap / highest - 0.1)
        return min(0.8 * square(max(0, shift / highest - 0.15)), 4) + min(1.5 * square(tooFar), 6)
            + min(10 * square(tooNear), 6)
    }

    private func spacing(_ first: Int, and second: Int) -> Double {
        let (left, right) = (rows[first], rows[second])
        let tooFar = max(0, (right.left - left.right) / max(left.height, right.height) - 3)
        return min(square(tooFar), 4)
    }

    private func square(_ number: Double) -> Double { number * number }
}
