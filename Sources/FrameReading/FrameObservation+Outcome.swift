package import DisplayReading
package import Pixels

extension FrameObservation {
    /// Takes what reading one frame gave.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - frame: The frame that was read.
    ///   - number: The frame's number.
    ///   - time: When it was taken.
    ///   - overlay: Where the display was expected, for frames on which none was found.
    package init(
        _ outcome: DisplayOutcome,
        of frame: ColorImage,
        number: Int,
        time: Duration,
        overlay: PixelRect? = nil
    ) {
        let box = (outcome.display?.bounds ?? overlay)?.clamped(width: frame.width, height: frame.height)
        let glare = GlareFinder.find(in: frame, display: box)
        let others: [Refusal.Reason] = [.displayOff, .errorCode, .outOfRange, .clock, .memory]
        self.init(
            number: number,
            time: time,
            rows: outcome.measurements.map { RowGuess($0, glare: glare) },
            confidence: outcome.confidence,
            glare: glare,
            box: box,
            signature: box.map { FrameSignature(frame.cropped($0).gray) },
            showsOther: outcome.refusal.map { others.contains($0.reason) } ?? false
        )
    }
}

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
