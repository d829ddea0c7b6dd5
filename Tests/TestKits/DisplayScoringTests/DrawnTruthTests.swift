import DisplayGenerator
import DisplayScoring
import Testing

/// The text that a reader should find on drawn displays.
struct DrawnTruthTests {
    @Test
    func `Of several meters the first may be read where nobody can read the others`() {
        var counts = (legible: 0, hidden: 0)
        for seed in 0..<60 as Range<UInt64> {
            let drawn = DisplayScene(band: .hard, seed: 77_000 + seed, refusal: .several).draw(side: 160)
            let (truth, framed) = (DisplayTruth(drawn), DisplayTruth(drawn, isFramed: true))
            let first = DisplayAnswer(values: framed.values, confidence: 1, isAccepted: true)
            #expect(truth.refusal == "several" && truth.values.isEmpty)
            #expect(truth.isTold(by: first) == !drawn.isAnotherLegible, "seed \(77_000 + seed)")
            #expect(truth.isTold(by: DisplayAnswer(values: [], confidence: 0, isAccepted: false)))
            if drawn.isAnotherLegible { counts.legible += 1 } else { counts.hidden += 1 }
        }
        #expect(counts.legible > 5 && counts.hidden > 2, "\(counts)")
    }
}
