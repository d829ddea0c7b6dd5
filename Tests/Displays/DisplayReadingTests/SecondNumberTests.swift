import DisplayGenerator
import DisplayLayouts
import NeuralNet
import Pixels
import Testing
import VitalRecords

@testable import DisplayReading

/// Numbers that a display shows and a reading does not use.
struct SecondNumberTests {
    private static func row(
        _ text: String,
        x: Double = 100,
        y: Double,
        height: Double = 40
    ) -> RowReading {
        let width = 0.6 * height * Double(text.count)
        let box = OrientedBox(center: Point(x: x, y: y), width: width, height: height, angle: 0)
        return RowReading([(text, 0.9)], box: box)
    }

    private static func standing(_ rows: [RowReading], _ kind: DisplayLayouts.DisplayKind) -> Bool {
        let fit = LayoutFit(rows, layouts: [.standard(kind)], unit: nil)
        return fit.best.first.map { SecondNumbers($0, rows: rows, unit: nil).exist } ?? false
    }

    private static let cuff = [row("128", y: 40), row("84", y: 100), row("76", x: 110, y: 160)]

    @Test
    func `A stored pulse beside the pulse lets the reading wait`() {
        #expect(!Self.standing(Self.cuff, .bloodPressure))
        let stored = Self.row("90", x: 220, y: 160)
        #expect(Self.standing(Self.cuff + [stored], .bloodPressure))
        let rows = Self.cuff + [stored]
        let fit = LayoutFit(rows, layouts: [.standard(.bloodPressure)], unit: nil)
        let attempt = ReadingAttempt(rows: rows, fit: fit, elsewhere: Elsewhere(rows: [], displays: []))
        #expect(attempt.doubts.standing.contains(.unusualLayout))
    }

    @Test
    func `A small number, one that is no such value, and one on another display count not`() {
        #expect(!Self.standing(Self.cuff + [Self.row("90", x: 220, y: 160, height: 20)], .bloodPressure))
        #expect(!Self.standing(Self.cuff + [Self.row("12:30", x: 260, y: 160)], .bloodPressure))
        #expect(!Self.standing(Self.cuff + [Self.row("2.4", x: 220, y: 160)], .bloodPressure))
        var elsewhere = Self.row("90", x: 400, y: 160)
        elsewhere.display = 1
        #expect(!Self.standing(Self.cuff + [elsewhere], .bloodPressure))
    }

    @Test
    func `A stored number that the finder hardly sees is read before a reading is accepted`() throws {
        let drawn = DisplayScene(seed: 900_100_182, mayRefuse: true).draw(side: 640)
        let reader = DisplayReader(finder: try DisplayNetworks.finder, reader: try DisplayNetworks.reader)
        let outcome = reader.read(drawn.gray, request: ReadingRequest(layouts: [.standard(.bloodPressure)]))
        #expect(outcome.measurements.map(\.text) == drawn.expected.map(\.value))
        #expect(outcome.reasons == [.unusualLayout])
    }

    @Test
    func `A second temperature of the same size lets a thermometer wait`() {
        let own = Self.row("36.6", y: 40)
        #expect(Self.standing([own, Self.row("37.1", y: 110)], .thermometer))
        #expect(!Self.standing([own, Self.row("37.1", y: 110, height: 18)], .thermometer))
    }
}
