import DisplayLayouts
import Pixels
import Testing
import VitalRecords

@testable import DisplayReading

/// Reasons not to accept a reading, however certain it is.
struct ReadingAttemptTests {
    private static func attempt(
        _ text: String,
        of kind: DisplayKind = .thermometer,
        score: Double = 0.95
    ) -> ReadingAttempt {
        let box = OrientedBox(center: Point(x: 100, y: 100), width: 90, height: 40, angle: 0)
        var row = RowReading([(text, 0.99)], box: box)
        (row.score, row.inside) = (score, score)
        let fit = LayoutFit([row], layouts: [.standard(kind)], unit: nil)
        return ReadingAttempt(rows: [row], fit: fit, elsewhere: Elsewhere(rows: [], displays: []))
    }

    @Test
    func `What only the look for small meters found is never accepted`() {
        var attempt = Self.attempt("36.6")
        #expect(attempt.doubts.standing.isEmpty)
        attempt.suspicion = .smallPrint
        #expect(attempt.doubts.standing == [.smallPrint])
    }

    @Test
    func `Digits that are others upside down are told, and a point that was seen speaks for its side`() {
        for text in ["58", "8.5", "10.5"] { #expect(Self.attempt(text, of: .glucoseMeter).readsUpsideDown) }
        for text in ["34", "17.6", "Err"] { #expect(!Self.attempt(text, of: .glucoseMeter).readsUpsideDown) }
        let (plain, pointed) = (Self.attempt("58", of: .glucoseMeter), Self.attempt("8.5", of: .glucoseMeter))
        #expect(!plain.showsPoint && pointed.showsPoint)
        #expect(pointed.uprightOdds / plain.uprightOdds > 3 * pointed.strength / plain.strength)
    }

    @Test
    func `Rows whose digits turn into other rows are told only where the layout would take these`() {
        func attempt(_ texts: String...) -> ReadingAttempt {
            let rows = texts.enumerated().map { index, text in
                let box = OrientedBox(
                    center: Point(x: 100, y: 60 + 60 * Double(index)),
                    width: 90,
                    height: 40,
                    angle: 0
                )
                return RowReading([(text, 0.99)], box: box)
            }
            let fit = LayoutFit(rows, layouts: [.standard(.bloodPressure)], unit: nil)
            return ReadingAttempt(rows: rows, fit: fit, elsewhere: Elsewhere(rows: [], displays: []))
        }
        #expect(!attempt("102", "89", "80").readsUpsideDown, "08, 68, 201")
        #expect(!attempt("168", "89", "52").readsUpsideDown, "25, 68, 891")
        #expect(attempt("98", "88", "111").readsUpsideDown, "111, 88, 86")
        #expect(UpsideDown.text("16.8") == "891")
        #expect(UpsideDown.text("14") == nil)
        #expect(Self.attempt("12.2", of: .glucoseMeter).readsUpsideDownAsSeen, "221")
        #expect(!Self.attempt("36.6").readsUpsideDownAsSeen, "no temperature without a point")
        #expect(!Self.attempt("12.2", of: .any).readsUpsideDownAsSeen, "any number is one")
        for text in ["13", "70", "663"] { #expect(Self.attempt(text, of: .any).isMessageUpsideDown, "E1, 0L, E99") }
        for text in ["88", "1.3", "24"] { #expect(!Self.attempt(text, of: .any).isMessageUpsideDown) }
    }

    @Test
    func `Upside down speaks against upright only where it is likelier and neither shows which way is up`() {
        func reading(_ text: String, score: Double) -> ReadingAttempt {
            Self.attempt(text, of: .glucoseMeter, score: score)
        }
        let (weak, sure) = (reading("89", score: 0.2), reading("68", score: 0.99))
        #expect(sure.strength > weak.strength)
        #expect(sure.isLikelier(thanUpright: weak))
        #expect(!weak.isLikelier(thanUpright: sure) && !sure.isLikelier(thanUpright: sure))
        #expect(!reading("64", score: 0.99).isLikelier(thanUpright: weak))
        #expect(!sure.isLikelier(thanUpright: reading("8.9", score: 0.2)))
    }

    @Test
    func `A second decimal of a temperature may be the sign of its unit, unless the layout has two`() {
        #expect(Self.attempt("35.87").doubts.standing == [.unitSymbol])
        #expect(Self.attempt("35.8").doubts.standing == [])
        #expect(Self.attempt("72.55", of: .weightScale).doubts.standing == [])
        let rule = UnitRule(.celsius, range: 30...45, digits: 4...4, decimals: 2...2)
        let basal = DisplayLayout(
            kind: .thermometer,
            fields: [DisplayField("value", metric: .bodyTemperature, rule: rule)],
            arrangements: [DisplayArrangement([["value"]])]
        )
        let rows = Self.attempt("35.87").rows
        let fit = LayoutFit(rows, layouts: [basal], unit: nil)
        let attempt = ReadingAttempt(rows: rows, fit: fit, elsewhere: Elsewhere(rows: [], displays: []))
        #expect(attempt.doubts.standing == [])
    }

    @Test
    func `A lone number beyond whose ends more is seen waits, whatever its layout allows`() {
        func standing(_ reach: Double) -> [ReadingDoubt] {
            var row = Self.attempt("36.6").rows[0]
            row.reach = reach
            let fit = LayoutFit([row], layouts: [.standard(.thermometer)], unit: nil)
            return ReadingAttempt(rows: [row], fit: fit, elsewhere: Elsewhere(rows: [], displays: [])).doubts.standing
        }
        #expect(standing(0.01) == [.mayContinue])
        #expect(standing(0.1) == [])
    }

    @Test
    func `A point that nobody saw and a text that is no value are never accepted`() {
        #expect(Self.attempt("366").doubts.standing == [.restoredPoint])
        #expect(!Self.attempt("Err").doubts.words.isEmpty)
    }
}
