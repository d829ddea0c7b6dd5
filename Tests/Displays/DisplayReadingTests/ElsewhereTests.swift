import Pixels
import Testing

@testable import DisplayReading

/// Signs of another meter next to the one that was read.
struct ElsewhereTests {
    private static let own = OrientedBox(center: Point(x: 100, y: 100), width: 80, height: 40, angle: 0)

    /// A number on its own display, the panel being this many times as large.
    private static func number(_ text: String, x: Double, height: Double, panel: Double = 4) -> RowReading {
        let box = OrientedBox(center: Point(x: x, y: 100), width: 60, height: height, angle: 0)
        return RowReading(
            box: box,
            score: 0.3,
            display: nil,
            inside: 0.95,
            panel: box.grown(along: 0, across: (panel - 1) * height / 2),
            strings: [
                ScoredString(classes: text.compactMap { ReaderAlphabet.classOf[$0].map { UInt8($0) } }, log: -0.02)
            ],
            agreement: 1,
            crops: []
        )
    }

    private static func alone(_ numbers: RowReading...) -> Double {
        var elsewhere = Elsewhere(rows: [], displays: [])
        elsewhere.numbers = numbers
        return elsewhere.alone([own])
    }

    @Test
    func `A number of some digits is another meter's, however small it is`() {
        #expect(Self.alone() == 1)
        #expect(Self.alone(Self.number("28.00", x: 300, height: 14)) < 0.2)
        #expect(Self.alone(Self.number("28", x: 300, height: 14)) > 0.5)
    }

    @Test
    func `Print and single digits are none`() {
        #expect(Self.alone(Self.number("2026", x: 300, height: 8)) == 1)
        #expect(Self.alone(Self.number("7", x: 300, height: 30)) == 1)
    }

    @Test
    func `A number without a display of its own is print, on the device or beside it`() {
        #expect(Self.alone(Self.number("120", x: 300, height: 30)) < 0.2)
        #expect(Self.alone(Self.number("120", x: 300, height: 30, panel: 1.2)) == 1)
        var onGlass = Self.number("120", x: 300, height: 30)
        onGlass.panel = OrientedBox(center: Point(x: 200, y: 100), width: 400, height: 120, angle: 0)
        #expect(Self.alone(onGlass) == 1, "on the reading's display")
        onGlass.panel = nil
        #expect(Self.alone(onGlass) == 1)
    }

    @Test
    func `A display beside the reading counts where it shows a row, as a button does not`() {
        let display = OrientedBox(center: Point(x: 300, y: 100), width: 120, height: 80, angle: 0)
        func alone(_ row: OrientedBox?) -> Double {
            let rows = row.map { [RowCandidate(box: $0, score: 0.5, display: 0, inside: 0.5)] } ?? []
            return Elsewhere(rows: rows, displays: [display]).alone([Self.own])
        }
        #expect(alone(nil) == 1)
        #expect(alone(OrientedBox(center: Point(x: 300, y: 100), width: 60, height: 30, angle: 0)) < 0.5)
        #expect(alone(OrientedBox(center: Point(x: 300, y: 250), width: 60, height: 30, angle: 0)) > 0.5)
    }

    private static func showsMeter(_ number: RowReading, sure: Double) -> Bool {
        var number = number
        number.strings[0].log = logarithm(sure)
        var elsewhere = Elsewhere(rows: [], displays: [])
        elsewhere.numbers = [number]
        return elsewhere.showsMeter(beside: [own])
    }

    @Test
    func `A clear number of some size is another meter's`() {
        #expect(Self.showsMeter(Self.number("120", x: 300, height: 30), sure: 0.98))
        #expect(Self.showsMeter(Self.number("120", x: 300, height: 13), sure: 0.98))
        #expect(Self.showsMeter(Self.number("71.9", x: 300, height: 19), sure: 0.98))
    }

    @Test(arguments: [("510", 16.0, 0.69), ("57AA7", 20, 0.9), ("20", 11, 0.99), ("899", 9, 0.99)])
    func `A button's word and small print make no second meter`(text: String, height: Double, sure: Double) {
        #expect(!Self.showsMeter(Self.number(text, x: 300, height: height), sure: sure))
    }

    @Test
    func `A display beside the reading is a meter where a large row shows on it`() {
        let display = OrientedBox(center: Point(x: 300, y: 100), width: 120, height: 80, angle: 0)
        func showsMeter(height: Double, score: Double) -> Bool {
            let box = OrientedBox(center: Point(x: 300, y: 100), width: 2 * height, height: height, angle: 0)
            let row = RowCandidate(box: box, score: score, display: 0, inside: 0.8)
            return Elsewhere(rows: [row], displays: [display]).showsMeter(beside: [Self.own])
        }
        #expect(showsMeter(height: 30, score: 0.4))
        #expect(!showsMeter(height: 9, score: 0.6), "small print on it")
        #expect(!showsMeter(height: 30, score: 0.2), "hardly a row")
    }

    @Test
    func `Rows of the reading and of its display stand not beside it`() {
        let display = OrientedBox(center: Point(x: 120, y: 100), width: 400, height: 120, angle: 0)
        let rows = [110.0, 290].map { x in
            RowCandidate(
                box: OrientedBox(center: Point(x: x, y: 100), width: 30, height: 20, angle: 0),
                score: 0.9,
                display: 0,
                inside: 0.9
            )
        }
        #expect(Elsewhere(rows: [], displays: [display]).beside([Self.own], rows: rows).isEmpty)
        #expect(Elsewhere(rows: [], displays: []).beside([Self.own], rows: rows).count == 1)
    }
}
