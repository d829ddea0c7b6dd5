import Pixels
import VitalRecords

/// The passes for small displays in a whole photo, if the first one gave no reading.
extension ReadingRun {
    /// The most groups of small rows that are read from near.
    private static let mostGroups = 2

    /// The longest side of a small display, as a share of the region's.
    private static let small = 0.25

    /// The best reading of a small display that is worth showing; nil without one.
    ///
    /// Small text may be print, even on a device. So only a number on a small display, seen from near, may be accepted,
    /// and none next to a message.
    ///
    /// - Parameter first: The reading from afar.
    mutating func farther(than first: ReadingAttempt) -> ReadingAttempt? {
        let search = RowSearch(finder: reader.finder, image: image)
        var best = attempt(search.rows(in: region, side: Self.sides.far, context: &context))
        best.suspicion = .smallPrint
        let groups = best.strength > Self.poor ? [best.boxes] : RowGroups(quartersRows()).groups.map { $0.map(\.box) }
        for group in groups.prefix(Self.mostGroups) where !group.isEmpty {
            var near = near(group)
            if first.showsMessage { near.suspicion = .smallPrint }
            if near.strength > Self.poor, near.strength >= min(best.strength, Self.good) { best = near }
        }
        return best.strength > Self.poor ? best : nil
    }

    /// The rows that the finder sees in the quarters of the region, each once.
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

    /// Reads around small rows as if a person had framed them.
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
