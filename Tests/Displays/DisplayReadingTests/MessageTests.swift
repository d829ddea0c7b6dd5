import DisplayLayouts
import Pixels
import Testing
import VitalRecords

@testable import DisplayReading

/// Values that are only part of a message on the display.
struct MessageTests {
    private static func row(_ text: String, x: Double, width: Double, y: Double = 100) -> RowReading {
        RowReading(
            box: OrientedBox(center: Point(x: x, y: y), width: width, height: 40, angle: 0),
            score: 0.9,
            display: 0,
            inside: 0.9,
            strings: [
                ScoredString(classes: text.compactMap { ReaderAlphabet.classOf[$0].map { UInt8($0) } }, log: -0.05)
            ],
            agreement: 1,
            crops: []
        )
    }

    private static func refusal(_ rows: [RowReading], _ kind: DisplayKind) -> Refusal? {
        LayoutFit(rows, layouts: [.standard(kind)], unit: nil).best.first.flatMap {
            ScreenMessages(rows).refusal(against: $0, of: rows)
        }
    }

    @Test(arguments: [
        ("E15", "15", Refusal.Reason.errorCode), ("E04", "04", .errorCode), ("2:08", "08", .clock),
        ("n60", "60", .memory),
    ])
    func `A number that is a part of a message is none`(message: String, part: String, reason: Refusal.Reason) {
        let rows = [Self.row(part, x: 120, width: 50), Self.row(message, x: 100, width: 90)]
        #expect(Self.refusal(rows, .any)?.reason == reason)
    }

    @Test
    func `A frame's bars before an oximeter's usual value are no error code`() {
        let rows = [Self.row("E99", x: 100, width: 90), Self.row("72", x: 240, width: 60)]
        #expect(ScreenMessages(rows, layouts: [.standard(.pulseOximeter)]).refusal == nil)
        #expect(ScreenMessages(rows, layouts: [.standard(.bloodPressure)]).refusal?.reason == .errorCode)
        #expect(ScreenMessages(rows).refusal?.reason == .errorCode)
        let error = [Self.row("E07", x: 100, width: 90)]
        #expect(ScreenMessages(error, layouts: [.standard(.pulseOximeter)]).refusal?.reason == .errorCode)
    }

    @Test
    func `A saturation behind such bars is read, and waits for a person`() {
        let box = OrientedBox(center: Point(x: 100, y: 100), width: 90, height: 40, angle: 0)
        let rows = [RowReading([("E99", 0.9), ("99", 0.05)], box: box), Self.row("72", x: 240, width: 60)]
        let fit = LayoutFit(rows, layouts: [.standard(.pulseOximeter)], unit: nil)
        let attempt = ReadingAttempt(rows: rows, fit: fit, elsewhere: Elsewhere(rows: [], displays: []))
        let image = GrayImage(width: 300, height: 200, filledWith: 128)
        #expect(attempt.outcome(of: image, layouts: [.standard(.pulseOximeter)]).refusal?.reason != .errorCode)
        #expect(attempt.doubts.standing.contains(.longerText))
    }

    @Test
    func `A message elsewhere, or an icon before one of several values, is no reason`() {
        let apart = [Self.row("128", x: 100, width: 80), Self.row("8:15", x: 100, width: 40, y: 300)]
        #expect(Self.refusal(apart, .glucoseMeter) == nil)
        let cuff = [
            Self.row("128", x: 100, width: 80), Self.row("84", x: 110, width: 60, y: 160),
            Self.row("72", x: 110, width: 60, y: 220), Self.row("n72", x: 100, width: 80, y: 220),
        ]
        #expect(Self.refusal(cuff, .bloodPressure) == nil)
    }
}
