import DisplayLayouts
import Pixels
import Testing
import VitalRecords

@testable import DisplayReading

/// Rows that may be a second reading in the photo.
struct OtherDisplayTests {
    private static func row(_ text: String, x: Double, sure: Double, display: Int) -> RowReading {
        let box = OrientedBox(center: Point(x: x, y: 100), width: 90, height: 40, angle: 0)
        var row = RowReading([(text, sure)], box: box)
        row.display = display
        row.panel = box.grown(along: 20, across: 20)
        return row
    }

    private static func attempt(_ other: RowReading) -> ReadingAttempt {
        let rows = [row("72.4", x: 100, sure: 0.99, display: 0), other]
        let fit = LayoutFit([rows[0]], layouts: [.standard(.weightScale)], unit: nil)
        return ReadingAttempt(rows: rows, fit: fit, elsewhere: Elsewhere(rows: [], displays: []))
    }

    private static func outcome(_ other: RowReading) -> DisplayOutcome {
        let image = GrayImage(width: 600, height: 200, filledWith: 128)
        return attempt(other).outcome(of: image, layouts: [.standard(.weightScale)])
    }

    @Test
    func `A second full reading on a display of its own is refused`() {
        #expect(Self.outcome(Self.row("81.5", x: 400, sure: 0.95, display: 1)).refusal?.reason == .severalDisplays)
    }

    @Test
    func `What only may be a second reading lets the first one wait`() {
        var onGlass = Self.row("81.5", x: 400, sure: 0.95, display: 1)
        onGlass.panel = OrientedBox(center: Point(x: 250, y: 100), width: 500, height: 120, angle: 0)
        var framed = Self.row("81.5", x: 400, sure: 0.95, display: 1)
        framed.panel = nil
        for other in [Self.row("400", x: 400, sure: 0.58, display: 1), onGlass, framed] {
            let outcome = Self.outcome(other)
            #expect(outcome.refusal == nil)
            #expect(outcome.reasons.contains(.severalDisplays))
        }
        #expect(!Self.outcome(Self.row("7", x: 400, sure: 0.95, display: 1)).reasons.contains(.severalDisplays))
    }
}
