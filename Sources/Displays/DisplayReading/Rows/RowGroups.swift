import Pixels

/// Groups of rows, each on one display.
struct RowGroups {
    /// The groups, the one with the largest and surest rows first.
    let groups: [[RowCandidate]]

    /// Joins rows of similar height with less than two heights between them.
    init(_ rows: [RowCandidate]) {
        var groups: [[RowCandidate]] = []
        for row in rows {
            let near = groups.indices.filter { index in groups[index].contains { Self.belongs($0.box, and: row.box) } }
            var joined = [row]
            for index in near.reversed() { joined += groups.remove(at: index) }
            groups.append(joined)
        }
        self.groups = groups.sorted { Self.weight($0) > Self.weight($1) }
    }

    private static func weight(_ group: [RowCandidate]) -> Double {
        group.reduce(0) { $0 + $1.score * $1.box.height * ($1.box.width * $1.box.height).squareRoot() }
    }

    private static func belongs(_ first: OrientedBox, and second: OrientedBox) -> Bool {
        let height = max(first.height, second.height)
        guard min(first.height, second.height) > 0.3 * height else { return false }
        let (cosine, sine) = (Angle.cosine(first.angle), Angle.sine(first.angle))
        let (x, y) = (second.center.x - first.center.x, second.center.y - first.center.y)
        let along = abs(x * cosine + y * sine) - (first.width + second.width) / 2
        let across = abs(y * cosine - x * sine) - (first.height + second.height) / 2
        return max(along, across) < 2 * height
    }

    /// True if two boxes show the same row: the centre of one is well inside the other, or they share most of their
    /// area.
    static func isSame(_ first: OrientedBox, and second: OrientedBox) -> Bool {
        RowGeometry([first, second]).overlaps(0, and: 1)
    }

    /// The box around boxes, in their mean direction.
    static func box(around boxes: [OrientedBox]) -> OrientedBox {
        let weight = boxes.reduce(0) { $0 + $1.width }
        let angle = weight > 0 ? boxes.reduce(0) { $0 + $1.angle * $1.width } / weight : 0
        let (cosine, sine) = (Angle.cosine(angle), Angle.sine(angle))
        let corners = boxes.flatMap(\.corners)
        let along = corners.map { $0.x * cosine + $0.y * sine }
        let across = corners.map { $0.y * cosine - $0.x * sine }
        guard
            let left = along.min(), let right = along.max(),
            let top = across.min(), let bottom = across.max()
        else { return OrientedBox(center: Point(x: 0, y: 0), width: 0, height: 0, angle: 0) }
        let (middle, level) = ((left + right) / 2, (top + bottom) / 2)
        return OrientedBox(
            center: Point(x: middle * cosine - level * sine, y: middle * sine + level * cosine),
            width: right - left,
            height: bottom - top,
            angle: angle
        )
    }
}
