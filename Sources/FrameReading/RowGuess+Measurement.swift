package import DisplayReading
internal import Pixels

extension RowGuess {
    /// From this share on of a character's place beside a row glare may hide one there: less leaves something to see.
    private static let hiddenBeside = 0.5

    /// Takes a value's characters, each with the glare on its share of the value's box.
    ///
    /// Glare beside the box counts for the row too: a character that it hides is none to the reader.
    package init(_ measurement: DisplayMeasurement, glare: Glare) {
        let box = measurement.box
        // A point takes about a third of a digit's width.
        let widths = measurement.characters.map { ".:".contains($0.character) ? 0.35 : 1 }
        let unit = box.width / max(widths.reduce(0, +), 1)
        var left = -box.width / 2
        var cells: [CellGuess] = []
        for (guess, width) in zip(measurement.characters, widths) {
            let middle = box.point(along: left + width * unit / 2, across: 0)
            left += width * unit
            let cell = OrientedBox(center: middle, width: width * unit, height: box.height, angle: box.angle)
            let candidates =
                [CellGuess.Candidate(guess.character, guess.probability)]
                + guess.alternatives.map { CellGuess.Candidate($0.character, $0.probability) }
            if let made = CellGuess(candidates, glare: glare.share(of: cell.bounds)) { cells.append(made) }
        }
        let ends = [-1.0, 1].map { side in
            let middle = box.point(along: side * (box.width + unit) / 2, across: 0)
            return OrientedBox(center: middle, width: unit, height: box.height, angle: box.angle)
        }
        let beside = ends.map { glare.share(of: $0.bounds) }.filter { $0 >= Self.hiddenBeside }
        self.init(field: measurement.key, cells: cells, glare: max(glare.share(of: box.bounds), beside.max() ?? 0))
    }
}
