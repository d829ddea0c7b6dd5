import NeuralNet
import Pixels

/// Reads each row from two crops, whose agreement is evidence.
struct RowReader {
    /// The margins of the two crops, in heights of the row: above and below, and at both ends.
    static let margins = [(across: 0.22, along: 0.5), (across: 0.16, along: 0.75)]
    /// The beam width of the search.
    static let beam = 12
    /// The number of strings kept for each crop.
    static let kept = 6

    let network: Network
    let image: GrayPyramid

    /// Reads a row from its first crop only; nil if the network does not accept it.
    func glance(_ row: RowCandidate, in context: inout RunContext) -> RowReading? {
        guard let crop = read(row.box, margin: 0, in: &context) else { return nil }
        let found = crop.lattice.bestStrings(width: Self.beam, keeping: Self.kept)
        let cut = Self.cut(found).map {
            ScoredString(classes: $0, log: crop.lattice.logProbability(of: $0))
        }
        let strings = (found + cut.filter { $0.log > -12 }).sorted { $0.log > $1.log }
        return RowReading(
            box: row.box,
            score: row.score,
            display: row.display,
            inside: row.inside,
            panel: row.panel,
            strings: strings,
            agreement: 0,
            crops: [crop]
        )
    }

    /// Reads a row from its second crop, too, and combines both.
    func confirm(_ row: RowReading, in context: inout RunContext) -> RowReading {
        guard row.crops.count == 1, let second = read(row.box, margin: 1, in: &context) else { return row }
        var both = row
        both.crops.append(second)
        var texts = row.strings.map(\.classes)
        for string in second.lattice.bestStrings(width: Self.beam, keeping: Self.kept / 2)
        where !texts.contains(string.classes) {
            texts.append(string.classes)
        }
        both.strings = texts.map { classes in
            let logs = both.crops.map { $0.lattice.logProbability(of: classes) }
            return ScoredString(classes: classes, log: logs.reduce(0, +) / Double(logs.count))
        }
        .sorted { $0.log > $1.log }
        .prefix(Self.kept + 2).filter { $0.log > -.infinity }
        both.agreement = agreement(of: both)
        return both
    }

    /// The likeliest strings without their first or last character, in case a row's end shows something else, and
    /// without their point; only new ones.
    private static func cut(_ found: [ScoredString]) -> [[UInt8]] {
        var cut: [[UInt8]] = []
        let point = ReaderAlphabet.classOf["."].map { UInt8($0) }
        for string in found.prefix(2).map(\.classes) where string.count > 2 {
            let shorter = [Array(string.dropFirst()), Array(string.dropLast()), string.filter { $0 != point }]
            for other in shorter where !cut.contains(other) && !found.contains(where: { $0.classes == other }) {
                cut.append(other)
            }
        }
        return cut
    }

    /// The lower of the crops' probabilities of the string that is likeliest in both together.
    private func agreement(of row: RowReading) -> Double {
        guard let best = row.strings.first else { return 0 }
        return row.crops.map { exponential($0.lattice.logProbability(of: best.classes)) }.min() ?? 0
    }

    private func read(_ box: OrientedBox, margin: Int, in context: inout RunContext) -> ReadCrop? {
        let margins = Self.margins[margin]
        return read(RowCrop(box: box, across: margins.across, along: margins.along), in: &context)
    }

    /// Reads one crop after removing unlit digits that shine through; nil if the network does not accept it.
    func read(_ crop: RowCrop, in context: inout RunContext) -> ReadCrop? {
        guard let seen = read(crop, showing: crop.image(from: image), in: &context) else { return nil }
        guard let eight = ReaderAlphabet.classOf["8"], seen.lattice.shows(eight),
            let string = seen.lattice.bestStrings(keeping: 1).first,
            let unlit = UnlitEights(of: string.classes, in: seen)
        else { return seen }
        return read(crop, showing: unlit.removed, in: &context)
    }

    private func read(_ crop: RowCrop, showing cut: GrayImage, in context: inout RunContext) -> ReadCrop? {
        guard
            let input = NetworkInput.tensor(cut),
            // Absent is nil: a crop that the network does not accept has no text.
            let output = try? network.run(input, in: &context),
            let lattice = CharacterLattice(output)
        else { return nil }
        return ReadCrop(crop: crop, image: cut, lattice: lattice)
    }
}

extension RowReader {
    /// How far beyond its ends a row is searched for missed digits, in heights.
    private static let reach = 1.3

    /// The angle by which a row is turned to test its reading, in radians.
    private static let turn = 0.045

    /// The probability of a row's string in a third, slightly turned crop, in which a chance reading changes.
    func steadiness(of row: RowReading, string: Int, in context: inout RunContext) -> Double {
        var box = row.box
        box.angle += Self.turn
        guard let turned = read(RowCrop(box: box, across: 0.26, along: 0.6), in: &context) else { return 0 }
        return exponential(turned.lattice.logProbability(of: row.strings[string].classes))
    }

    /// Searches next to a row for more characters, and records the confidence that there are none.
    ///
    /// - Parameter string: The index of the chosen string.
    /// - Returns: The longer row, if it continues with digits, a point or a sign.
    func reach(_ row: inout RowReading, string: Int, in context: inout RunContext) -> RowReading? {
        let taken = row.strings[string].classes
        let crop = RowCrop(box: row.box, across: Self.margins[0].across, along: Self.reach)
        guard let wide = read(crop, in: &context), let best = wide.lattice.bestStrings(keeping: 1).first else {
            return nil
        }
        guard best.classes != taken else {
            row.reach = 1
            return nil
        }
        let own = wide.lattice.logProbability(of: taken)
        row.reach = min(exponential(own - best.log), 1)
        row.beyond = DigitsBeyond(best, than: taken, in: wide)
        guard let place = Self.place(of: taken, in: best.classes) else { return nil }
        let before = ReaderAlphabet.text(Array(best.classes[..<place]))
        let behind = ReaderAlphabet.text(Array(best.classes[(place + taken.count)...]))
        guard !before.isEmpty || behind.contains(where: { !$0.isLetter }) else {
            // Letters after a number are its unit; letters before it are a message, as in `E 15`.
            row.reach = 1
            return nil
        }
        guard let spans = wide.lattice.alignment(of: best.classes) else { return nil }
        guard var more = longer(row, wide: wide, spans: spans).flatMap({ glance($0, in: &context) }) else { return nil }
        // The wide crop counts for the longer text, because seeing more digits is evidence against the shorter one.
        let classes = more.strings.first?.classes ?? []
        more.reach = min(exponential(wide.lattice.logProbability(of: classes)), 1)
        return more
    }

    /// The row extended to the characters of the wide crop.
    private func longer(_ row: RowReading, wide: ReadCrop, spans: [ClosedRange<Int>]) -> RowCandidate? {
        guard let first = spans.first, let last = spans.last else { return nil }
        let half = 0.3 * row.box.height
        let start = min(wide.along(step: Double(first.lowerBound)) - half, -row.box.width / 2)
        let end = max(wide.along(step: Double(last.upperBound) + 1) + half, row.box.width / 2)
        var box = row.box
        box.center = row.box.point(along: (start + end) / 2, across: 0)
        box.width = end - start
        return RowCandidate(box: box, score: row.score, display: row.display, inside: row.inside)
    }

    /// The index of a string in a longer one.
    private static func place(of string: [UInt8], in longer: [UInt8]) -> Int? {
        guard !string.isEmpty, longer.count > string.count else { return nil }
        return (0...(longer.count - string.count)).first { Array(longer[$0..<$0 + string.count]) == string }
    }
}
