import NeuralNet
import Pixels

/// Reads rows: each from two cuts, whose agreement is evidence.
struct RowReader {
    /// The margins of the two cuts, in heights of the row: above and below, and at both ends.
    static let margins = [(across: 0.22, along: 0.5), (across: 0.16, along: 0.75)]
    /// Beginnings of strings that the search follows.
    static let beam = 12
    /// Strings that are kept of each cut.
    static let kept = 6

    let network: Network
    let image: GrayPyramid

    /// Reads a row from its first cut alone; nil where the network does not take it.
    func glance(_ row: RowCandidate, _ context: inout RunContext) -> RowReading? {
        guard let crop = read(row.box, 0, &context) else { return nil }
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
            strings: strings,
            agreement: 0,
            crops: [crop]
        )
    }

    /// Reads a glanced row from its second cut too, and weighs both.
    func confirm(_ row: RowReading, _ context: inout RunContext) -> RowReading {
        guard row.crops.count == 1, let second = read(row.box, 1, &context) else { return row }
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

    /// The likeliest strings without their first or their last character, as where a row's end shows what is no part of
    /// it, and without their point; those that are not among them yet.
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

    /// The smaller of the probabilities that the cuts give to the string that both together make the likeliest.
    private func agreement(of row: RowReading) -> Double {
        guard let best = row.strings.first else { return 0 }
        return row.crops.map { exponential($0.lattice.logProbability(of: best.classes)) }.min() ?? 0
    }

    private func read(_ box: OrientedBox, _ margin: Int, _ context: inout RunContext) -> ReadCrop? {
        let margins = Self.margins[margin]
        return read(RowCrop(box: box, across: margins.across, along: margins.along), &context)
    }

    /// Reads one cut; nil where the network does not take it.
    func read(_ crop: RowCrop, _ context: inout RunContext) -> ReadCrop? {
        let cut = crop.image(from: image)
        guard
            let input = NetworkInput.tensor(cut),
            let output = try? network.run(input, in: &context),
            let lattice = CharacterLattice(output)
        else { return nil }
        return ReadCrop(crop: crop, image: cut, lattice: lattice)
    }
}
