import NeuralNet
import Pixels

/// The search for the rows of an image: a pass over all of it, then closer passes around the rows found.
struct RowSearch {
    /// The height of rows in a closer pass, in the finder's pixels.
    static let rowHeight = 44.0
    /// The longest side of a closer pass, in the finder's pixels.
    static let longestSide = 384.0
    /// The limit of groups of rows that get a closer pass.
    static let mostGroups = 2

    let finder: Network
    let image: GrayPyramid

    /// Finds the rows of a region in a first pass, and refines them in closer ones.
    ///
    /// - Parameter side: The longer side of the first pass, in the finder's pixels.
    func rows(in region: OrientedBox, side: Int, context: inout RunContext) -> SeenRows {
        let first = FinderLook(at: region, side: side)
        return rows(seenBy: first, seen: first.candidates(in: image, finder: finder, context: &context), in: &context)
    }

    /// Refines the rows of a first pass with closer passes.
    func rows(seenBy first: FinderLook, seen: SeenRows, in context: inout RunContext) -> SeenRows {
        var rows = seen
        for group in RowGroups(seen.clear).groups.prefix(Self.mostGroups) {
            guard let look = nearer(group, first: first) else { continue }
            let near = look.candidates(in: image, finder: finder, context: &context)
            rows.clear = Self.merged(rows.clear, with: near.clear, within: look.region)
            rows.faint = Self.merged(rows.faint, with: near.faint, within: look.region)
        }
        rows.faint = rows.faint.filter { faint in !rows.clear.contains { RowGroups.isSame($0.box, and: faint.box) } }
        rows.clear.sort { $0.score * $0.box.height > $1.score * $1.box.height }
        rows.faint.sort { $0.score > $1.score }
        return rows
    }

    /// A pass over a group of rows in their own direction; nil if the first one showed them as well.
    private func nearer(_ group: [RowCandidate], first: FinderLook) -> FinderLook? {
        let heights = group.map(\.box.height).sorted()
        let height = heights[heights.count / 2]
        guard height > 0 else { return nil }
        let around = RowGroups.box(around: group.map(\.box)).grown(along: 1.6 * height, across: 1.6 * height)
        let scale = min(Self.rowHeight / height, Self.longestSide / max(around.width, around.height))
        let isTurned = abs(around.angle - first.region.angle) > 0.035
        guard isTurned || !(0.85...1.2).contains(scale / first.scale) else { return nil }
        return FinderLook(at: around, scale: scale)
    }

    /// Merges the rows of both passes; at the same place the closer one's win.
    static func merged(
        _ far: [RowCandidate],
        with near: [RowCandidate],
        within region: OrientedBox
    ) -> [RowCandidate] {
        var result = near
        for row in far {
            if let same = result.firstIndex(where: { RowGroups.isSame($0.box, and: row.box) }) {
                result[same].display = row.display ?? result[same].display
            } else if !region.contains(row.box.center) || row.score > 0.9 {
                result.append(row)
            }
        }
        return result
    }
}
