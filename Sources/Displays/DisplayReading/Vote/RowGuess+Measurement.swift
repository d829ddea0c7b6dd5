package import DisplayReading
internal import Pixels

extension RowGuess {
    /// Takes a value's characters, each with the glare on its share of the value's box.
    ///
    /// Glare beside the box counts for the row too: a character that it hides is none to the reader.
    package init(_ measurement: DisplayMeasurement, glare: Glare) {
        let cells = zip(measurement.characters, measurement.places).compactMap { guess, place in
            CellGuess(
                [CellGuess.Candidate(guess.character, guess.probability)]
                    + guess.alternatives.map { CellGuess.Candidate($0.character, $0.probability) },
                glare: glare.share(of: place.bounds)
            )
        }
        self.init(field: measurement.key, cells: cells, glare: glare.share(of: measurement))
    }
}
