import NeuralNet
import Pixels

/// Finds the rows of an image: a look at all of it, then nearer looks around what was seen.
struct RowSearch {
    /// How high rows are in a nearer look, in the finder's pixels.
    static let rowHeight = 44.0
    /// The longest side of a nearer look, in the finder's pixels.
    static let longestSide = 384.0
    /// Groups of rows that get a nearer look.
    static let mostGroups = 2

    let finder: Network
    let image: GrayPyramid

    /// The rows of a region: seen from afar, and made exact from near.
    ///
    /// - Parameter side: The longer side of the first look, in the finder's pixels.
    func rows(in region: OrientedBox, side: Int, _ context: inout RunContext) -> SeenRows {
        let first = FinderLook(at: region, side: side)
        return rows(seenBy: first, first.candidates(in: image, finder, &context), &context)
    }

    /// The rows of a first look, made exact from near.
    func rows(seenBy first: FinderLook, _ seen: SeenRows, _ context: inout RunContext) -> SeenRows {
        var rows = seen
        for group in RowGroups(seen.clear).groups.prefix(Self.mostGroups) {
            guard let look = nearer(group, first) else { continue }
            let near = look.candidates(in: image, finder, &context)
            rows.clear = Self.merged(rows.clear, with: near.clear, within: look.region)
            rows.faint = Self.merged(rows.faint, with: near.faint, within: look.region)
        }
        rows.faint = rows.faint.filter { faint in !rows.clear.contains { RowGroups.isSame($0.box, faint.box) } }
        rows.clear.sort { $0.score * $0.box.height > $1.score * $1.box.height }
        rows.faint.sort { $0.score > $1.score }
        return rows
    }

    /// A look at a group of rows in their own direction, or nil where the first one showed them as well.
    private func nearer(_ group: [RowCandidate], _ first: FinderLook) -> FinderLook? {
        let heights = group.map(\.box.height).sorted()
        let height = heights[heights.count / 2]
        guard height > 0 else { return nil }
        let around = RowGroups.box(around: group.map(\.box)).grown(along: 1.6 * height, across: 1.6 * height)
        let scale = min(Self.rowHeight / height, Self.longestSide / max(around.width, around.height))
        let isTurned = abs(around.angle - first.region.angle) > 0.035
        guard isTurned || !(0.85...1.2).contains(scale / first.scale) else { return nil }
        return FinderLook(at: around, scale: scale)
    }

    /// The rows of both looks; where they show the same place, the nearer one's.
    static func merged(
        _ far: [RowCandidate],
        with near: [RowCandidate],
        within region: OrientedBox
    ) -> [RowCandidate] {
        var result = near
        for row in far {
            if let same = result.firstIndex(where: { RowGroups.isSame($0.box, row.box) }) {
                result[same].display = row.display ?? result[same].display
            } else if !region.contains(row.box.center) || row.score > 0.9 {
                result.append(row)
            }
        }
        return result
    }
}
