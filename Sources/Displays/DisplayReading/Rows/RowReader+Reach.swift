import NeuralNet
import Pixels

extension RowReader {
    /// How far beyond its ends a row is looked at for digits that the finder missed, in heights.
    private static let reach = 1.3

    /// How much a row is turned to see whether it is still read alike, in radians.
    private static let turn = 0.045

    /// The probability of a string of a row in a third cut, which is turned a little: what was read by chance is read
    /// otherwise then.
    func steadiness(of row: RowReading, _ string: Int, _ context: inout RunContext) -> Double {
        var box = row.box
        box.angle += Self.turn
        guard let turned = read(RowCrop(box: box, across: 0.26, along: 0.6), &context) else { return 0 }
        return exponential(turned.lattice.logProbability(of: row.strings[string].classes))
    }

    /// Looks beside a row for more of it, and notes how surely there is nothing.
    ///
    /// - Parameter string: Which of its strings is taken.
    /// - Returns: The longer row, where one is read that goes on with digits, a point or a sign.
    func reach(_ row: inout RowReading, _ string: Int, _ context: inout RunContext) -> RowReading? {
        let taken = row.strings[string].classes
        let crop = RowCrop(box: row.box, across: Self.margins[0].across, along: Self.reach)
        guard let wide = read(crop, &context), let best = wide.lattice.bestStrings(keeping: 1).first else { return nil }
        guard best.classes != taken else {
            row.reach = 1
            return nil
        }
        let own = wide.lattice.logProbability(of: taken)
        row.reach = min(exponential(own - best.log), 1)
        guard let place = Self.place(of: taken, in: best.classes) else { return nil }
        let before = ReaderAlphabet.text(Array(best.classes[..<place]))
        let behind = ReaderAlphabet.text(Array(best.classes[(place + taken.count)...]))
        guard !before.isEmpty || behind.contains(where: { !$0.isLetter }) else {
            // Letters behind a number are its unit; before it they are a message, as in `E 15`.
            row.reach = 1
            return nil
        }
        guard let spans = wide.lattice.alignment(of: best.classes) else { return nil }
        guard var more = longer(row, wide, spans).flatMap({ glance($0, &context) }) else { return nil }
        // What the wide cut says of the longer text counts for it, as that it says more counts against the shorter.
        let classes = more.strings.first?.classes ?? []
        more.reach = min(exponential(wide.lattice.logProbability(of: classes)), 1)
        return more
    }

    /// The row with the ends that the wide crop's characters have.
    private func longer(_ row: RowReading, _ wide: ReadCrop, _ spans: [ClosedRange<Int>]) -> RowCandidate? {
        guard let first = spans.first, let last = spans.last else { return nil }
        let half = 0.3 * row.box.height
        let start = min(wide.along(step: Double(first.lowerBound)) - half, -row.box.width / 2)
        let end = max(wide.along(step: Double(last.upperBound) + 1) + half, row.box.width / 2)
        var box = row.box
        box.center = row.box.point(along: (start + end) / 2, across: 0)
        box.width = end - start
        return RowCandidate(box: box, score: row.score, display: row.display, inside: row.inside)
    }

    /// Where a string stands in a longer one.
    private static func place(of string: [UInt8], in longer: [UInt8]) -> Int? {
        guard !string.isEmpty, longer.count > string.count else { return nil }
        return (0...(longer.count - string.count)).first { Array(longer[$0..<$0 + string.count]) == string }
    }
}
