import DisplayLayouts
import Pixels
import Testing

@testable import DisplayReading

/// What stands against taking a reading, however sure it is.
struct ReadingAttemptTests {
    private static func attempt(_ text: String) -> ReadingAttempt {
        var row = RowReading(
            box: OrientedBox(center: Point(x: 100, y: 100), width: 90, height: 40, angle: 0),
            score: 0.95,
            display: 0,
            inside: 0.95,
            strings: [
                ScoredString(classes: text.compactMap { ReaderAlphabet.classOf[$0].map { UInt8($0) } }, log: -0.01)
            ],
            agreement: 1,
            crops: []
        )
        row.reach = 1
        let fit = LayoutFit([row], layouts: [.standard(.thermometer)], unit: nil)
        return ReadingAttempt(rows: [row], fit: fit, elsewhere: Elsewhere(rows: [], displays: []))
    }

    @Test
    func `What only the look for small meters found is never accepted`() {
        var attempt = Self.attempt("36.6")
        #expect(attempt.isAcceptable)
        attempt.isFar = true
        #expect(!attempt.isAcceptable)
    }

    @Test
    func `A point that nobody saw and a text that is no value are never accepted`() {
        #expect(!Self.attempt("366").isAcceptable)
        #expect(!Self.attempt("Err").isAcceptable)
    }
}
