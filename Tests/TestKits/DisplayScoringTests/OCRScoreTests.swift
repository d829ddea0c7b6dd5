import DisplayGenerator
import DisplayLayouts
import DisplayScoring
import PhotoReading
import Testing

/// Which readings count as right, wrong and accepted.
struct OCRScoreTests {
    private static let cuff = DisplayTruth(
        kind: .bloodPressure,
        values: [.init("sys", text: "128"), .init("dia", text: "82")]
    )

    private static func answer(_ sys: String, _ dia: String?, isAccepted: Bool = false) -> DisplayAnswer {
        let values = [DisplayTruth.Value("sys", text: sys)] + (dia.map { [DisplayTruth.Value("dia", text: $0)] } ?? [])
        return DisplayAnswer(values: values, isAccepted: isAccepted)
    }

    @Test
    func `All fields have to be there, and no other`() {
        #expect(Self.cuff.isTold(by: Self.answer("128", "82")))
        #expect(Self.cuff.isTold(by: Self.answer("128", "082")))
        #expect(!Self.cuff.isTold(by: Self.answer("128", nil)))
        #expect(!Self.cuff.isTold(by: Self.answer("128", "88")))
        let more = DisplayAnswer(values: Self.cuff.values + [.init("pul", text: "60")])
        #expect(!Self.cuff.isTold(by: more))
    }

    @Test
    func `A number of which nothing is known keeps its characters, a unit has to be right`() {
        let number = DisplayTruth(kind: .any, values: [.init("value", text: "078.3")])
        #expect(number.isTold(by: DisplayAnswer(values: [.init("value", text: "078.3")])))
        #expect(!number.isTold(by: DisplayAnswer(values: [.init("value", text: "78.3")])))
        let warm = DisplayTruth(kind: .thermometer, values: [.init("value", text: "36.6")], unit: "C")
        #expect(warm.isTold(by: DisplayAnswer(values: [.init("value", text: "36.60")], unit: "°C")))
        #expect(!warm.isTold(by: DisplayAnswer(values: [.init("value", text: "36.6")], unit: "°F")))
    }

    @Test
    func `A reading of a display that shows none is wrong where it is accepted`() {
        var score = OCRScore()
        let off = DisplayTruth(kind: .bloodPressure, values: [], refusal: "off")
        score.add(off, answer: DisplayAnswer(values: [], refusal: "displayOff"))
        score.add(off, answer: Self.answer("128", "82"))
        #expect(score.unreadableTold == 1 && score.wronglyAccepted == 0 && score.precision == 100)
        score.add(off, answer: Self.answer("128", "82", isAccepted: true))
        #expect(score.unreadable == 3 && score.wronglyAccepted == 1 && score.precision == 0)
    }

    @Test
    func `What light spoils may be read if it is read right`() {
        var score = OCRScore()
        let dark = DisplayTruth(kind: .bloodPressure, values: [], spoilt: [Self.cuff.values], refusal: "dark")
        score.add(dark, answer: DisplayAnswer(values: [], refusal: "tooDark"))
        score.add(dark, answer: Self.answer("128", "82", isAccepted: true))
        #expect(score.unreadableTold == 1 && score.unreadableRight == 1 && score.wronglyAccepted == 0)
        score.add(dark, answer: Self.answer("128", "88", isAccepted: true))
        #expect(score.unreadableTold == 2 && score.unreadableRight == 1 && score.wronglyAccepted == 1)
    }

    @Test
    func `Of several displays the framed one is meant`() throws {
        let drawn = DisplayScene(kind: .bloodPressure, seed: 3, refusal: .several).draw(side: 64)
        let framed = DisplayTruth(drawn, isFramed: true)
        #expect(DisplayTruth(drawn).refusal == "several" && framed.refusal == nil)
        #expect(framed.values.map(\.key) == ["sys", "dia", "pul"])
        let cases = DrawnPhoto(kind: .bloodPressure, band: .easy, seed: 3).cases
        #expect(cases.map { $0.request.box != nil } == [false, true])
    }

    @Test
    func `Counts and confusions add up`() {
        var (one, two) = (OCRScore(), OCRScore())
        one.add(Self.cuff, answer: Self.answer("128", "82", isAccepted: true))
        two.add(Self.cuff, answer: Self.answer("123", "82", isAccepted: true))
        two.add(Self.cuff, answer: Self.answer("12", "82"))
        two.add(Self.cuff, answer: DisplayAnswer(values: []))
        one.add(two)
        #expect(one.right == 1 && one.wrong == 2 && one.refused == 1)
        #expect(one.acceptedWrong == 1 && one.precision == 50 && one.coverage == 50)
        #expect(one.confusion.counts == ["8>3": 1] && one.confusion.lengths == 1)
    }

    @Test
    func `Every drawn display has a truth with the layout's fields`() {
        for seed in UInt64(0)..<60 {
            let drawn = DisplayScene(seed: 88_000_000_000 + seed, mayRefuse: true).draw(side: 24)
            let truth = DisplayTruth(drawn)
            #expect(truth.values.isEmpty == (truth.refusal != nil))
            let fields = DisplayLayout.standard(truth.kind).fields.map(\.key)
            for value in truth.values { #expect(fields.contains(value.key), "\(truth.kind) \(value.key)") }
            #expect(truth.isTold(by: DisplayAnswer(values: truth.values, unit: truth.unit)))
        }
    }
}
