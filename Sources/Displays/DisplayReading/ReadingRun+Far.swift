import Pixels
import VitalRecords

/// The closer passes for small displays in a whole photo, if the first pass read nothing.
extension ReadingRun {
    /// The limit of groups of small rows that get a closer pass.
    private static let mostGroups = 2

    /// The longest side of a small display, as a share of the region's.
    private static let small = 0.25

    /// The best reading of a small display that is worth showing; nil if there is none.
    ///
    /// Small text may be print, also on a device. So a reading may be accepted only if a closer pass shows it on a
    /// small display, and no message is in view.
    ///
    /// - Parameter first: The reading of the first pass.
    mutating func farther(than first: ReadingAttempt) -> ReadingAttempt? {
        let search = RowSearch(finder: reader.finder, image: image)
        var best = attempt(search.rows(in: region, side: Self.sides.far, context: &context))
        best.suspicion = .smallPrint
        let groups = best.strength > Self.poor ? [best.boxes] : RowGroups(quartersRows()).groups.map { $0.map(\.box) }
        for group in groups.prefix(Self.mostGroups) where !group.isEmpty && hasTime() {
            var near = near(group)
            if first.showsMessage { near.suspicion = .smallPrint }
            if near.strength > Self.poor, near.strength >= min(best.strength, Self.good) { best = near }
        }
        return best.strength > Self.poor ? best : nil
    }

    /// The rows that the finder sees in the quarters of the region, without duplicates.
    mutating func quartersRows() -> [RowCandidate] {
        var seen: [RowCandidate] = []
        for quarter in quarters {
            let look = FinderLook(at: quarter, side: stretched(Self.sides.quarter))
            let found = look.candidates(in: image, finder: reader.finder, context: &context)
            seen += (found.clear + found.faint).filter { row in
                !seen.contains { RowGroups.isSame($0.box, and: row.box) }
            }
        }
        return seen
    }

    /// Reads small rows as if a person had framed them.
    private mutating func near(_ rows: [OrientedBox]) -> ReadingAttempt {
        let around = RowGroups.box(around: rows)
        let margin = 1.5 * (rows.map(\.height).max() ?? 0)
        let look = FinderLook(at: around.grown(along: margin, across: margin), side: Self.sides.box)
        let seen = look.candidates(in: image, finder: reader.finder, context: &context)
        let search = RowSearch(finder: reader.finder, image: image)
        var near = attempt(search.rows(seenBy: look, seen: seen, in: &context))
        let own = near.boxes.map(\.center)
        let isOnDisplay = seen.displays.contains { display in own.allSatisfy(display.contains) }
        let isOnLarge = elsewhere.displays.contains { display in
            max(display.width, display.height) > Self.small * max(region.width, region.height)
                && own.contains(where: display.contains)
        }
        near.suspicion = isOnDisplay && !isOnLarge ? nil : .smallPrint
        return near
    }
}
