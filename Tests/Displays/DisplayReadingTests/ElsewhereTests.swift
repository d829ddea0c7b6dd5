import Pixels
import Testing

@testable import DisplayReading

/// Signs of another meter beside the one that was read.
struct ElsewhereTests {
    private static let own = OrientedBox(center: Point(x: 100, y: 100), width: 80, height: 40, angle: 0)

    private static func number(_ text: String, x: Double, height: Double) -> RowReading {
        RowReading(
            box: OrientedBox(center: Point(x: x, y: 100), width: 60, height: height, angle: 0),
            score: 0.3,
            display: nil,
            inside: 0.95,
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
