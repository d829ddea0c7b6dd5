import DisplayLayouts
import Pixels
import Testing
import VitalRecords

@testable import DisplayReading

/// A value is never part of a longer number.
struct WholeRowsTests {
    private static func row(_ texts: [(String, Double)], x: Double = 100, width: Double = 90) -> RowReading {
        RowReading(texts, box: OrientedBox(center: Point(x: x, y: 100), width: width, height: 40, angle: 0))
    }

    private static func attempt(
        _ rows: [RowReading],
        _ kind: DisplayKind,
        unit: String? = nil,
        witnesses: [RowReading] = []
    ) -> ReadingAttempt {
        let fit = LayoutFit(rows, layouts: [.standard(kind)], unit: unit)
        return ReadingAttempt(rows: rows, fit: fit, elsewhere: Elsewhere(rows: [], displays: []), witnesses: witnesses)
    }

    private static func outcome(_ attempt: ReadingAttempt) -> DisplayOutcome {
        attempt.outcome(of: GrayImage(width: 300, height: 200, filledWith: 128), layouts: [])
    }

    @Test(arguments: [
        ("14.13", "14.1", DisplayKind.glucoseMeter), ("36.855", "36.85", .thermometer), ("1128", "128", .glucoseMeter),
        ("10082", "100", .weightScale),
    ])
    func `A part of a longer number is refused with what was seen`(seen: String, part: String, kind: DisplayKind) {
        let attempt = Self.attempt([Self.row([(seen, 0.8), (part, 0.1)])], kind)
        #expect(attempt.whole?.verdict == .part)
        #expect(attempt.doubts.standing.contains(.longerText))
        #expect(Self.outcome(attempt).refusal == Refusal(.notThisField, text: seen))
    }

    @Test
    func `A clock is refused as one, not read in part`() {
        let attempt = Self.attempt([Self.row([("15:37", 0.9), ("15.3", 0.05)])], .glucoseMeter)
        #expect(Self.outcome(attempt).refusal == Refusal(.clock, text: "15:37"))
        #expect(Self.attempt([Self.row([("15:37", 0.9), ("15.37", 0.05)])], .weightScale).whole?.verdict == .part)
    }

    @Test
    func `A scale in pounds may show two decimals`() {
        let attempt = Self.attempt([Self.row([("14.13", 0.9), ("14.1", 0.05)])], .weightScale, unit: "lb")
        #expect(attempt.fit.best.first?.choices.first?.reading.value == DecimalNumber("14.13"))
        #expect(attempt.whole?.verdict == .whole)
    }

    @Test
    func `A wider row around a value tells what it is a part of, also one of an earlier pass`() {
        let (part, longer) = (Self.row([("2.1", 0.9)], x: 150, width: 60), Self.row([("10082.1", 0.9)], width: 170))
        for attempt in [
            Self.attempt([part, longer], .weightScale), Self.attempt([part], .weightScale, witnesses: [longer]),
        ] {
            #expect(attempt.whole?.verdict == .part)
            #expect(attempt.whole?.longer == "10082.1")
        }
        let unsure = Self.attempt([part, Self.row([("10082.1", 0.4)], width: 170)], .weightScale)
        #expect(unsure.whole?.verdict == .doubtful)
        #expect(unsure.doubts.standing.contains(.longerText))
    }

    @Test
    func `Stones and pounds may share a wider row when they use all of it`() {
        let (stones, pounds) = (Self.row([("11", 0.9)], x: 60, width: 50), Self.row([("4.5", 0.9)], x: 150, width: 60))
        let both = Self.attempt([stones, pounds, Self.row([("114.5", 0.5)], width: 170)], .weightScale, unit: "st")
        #expect(both.fit.best.first?.choices.count == 2)
        #expect(both.whole?.verdict == .whole)
        let more = Self.attempt([stones, pounds, Self.row([("114.53", 0.9)], width: 170)], .weightScale, unit: "st")
        #expect(more.whole?.verdict == .part)
    }

    @Test
    func `Another value of the reading is no part of its neighbour`() {
        let rows = [
            Self.row([("98", 0.99)], x: 60, width: 50), Self.row([("72", 0.99)], x: 150, width: 50),
            Self.row([("987", 0.95)], x: 90, width: 110),
        ]
        #expect(Self.attempt(rows, .pulseOximeter).whole?.verdict == .whole)
    }

    @Test
    func `A mark that was seen before a value lets it wait for a person`() {
        let attempt = Self.attempt([Self.row([("-36.6", 0.6), ("36.6", 0.3)])], .thermometer)
        #expect(attempt.whole?.verdict == .doubtful)
        #expect(attempt.doubts.standing.contains(.longerText))
        #expect(Self.outcome(attempt).refusal?.reason != .notThisField)
    }

    @Test
    func `A lone number over whose place another clear one was read waits, its own parts do not count`() {
        let own = Self.row([("73.4", 0.99)], x: 150, width: 80)
        func verdict(_ text: String, sure: Double = 0.95, x: Double = 90) -> WholeRows.Verdict? {
            let fit = LayoutFit([own], layouts: [.standard(.weightScale)], unit: nil)
            let rows = [own, Self.row([(text, sure)], x: x, width: 100)]
            return ReadingAttempt(rows: rows, fit: fit, elsewhere: Elsewhere(rows: [], displays: [])).whole?.verdict
        }
        #expect(verdict("87573") == .doubtful)
        #expect(verdict("3.4") == .whole)
        #expect(verdict("87573", sure: 0.5) == .whole)
        #expect(verdict("87573", x: 20) == .whole, "apart from it")
    }

    /// A cuff whose first row was read as a longer text.
    private static func cuff(_ longer: String) -> ReadingAttempt {
        func row(_ text: [(String, Double)], y: Double) -> RowReading {
            RowReading(text, box: OrientedBox(center: Point(x: 100, y: y), width: 90, height: 40, angle: 0))
        }
        let rows = [
            row([(longer, 0.8), ("128", 0.15)], y: 40), row([("84", 0.95)], y: 100), row([("72", 0.95)], y: 160),
        ]
        return attempt(rows, .bloodPressure)
    }

    @Test
    func `A narrow mark behind a value of a whole cuff is no digit, one that may be a digit lets it wait`() {
        for longer in ["128/", "128:", "128t"] { #expect(Self.cuff(longer).whole?.verdict == .whole, "\(longer)") }
        for longer in ["1281", "128I", "128E", "/128"] {
            #expect(Self.cuff(longer).whole?.verdict == .doubtful, "\(longer)")
            #expect(Self.outcome(Self.cuff(longer)).refusal?.reason != .notThisField, "\(longer)")
        }
        #expect(Self.cuff("1285").whole?.verdict == .part)
        let lone = Self.attempt([Self.row([("1281", 0.8), ("128", 0.15)])], .glucoseMeter)
        #expect(lone.whole?.verdict == .part)
    }

    @Test
    func `A unit behind a number is none of its digits`() {
        #expect(WholeRows.leftOut("36.8", of: "36.8C") == [])
        #expect(WholeRows.leftOut("14.1", of: "14.1Lb") == [])
        #expect(WholeRows.leftOut("14.1", of: "14.1b") == ["b"])
        #expect(WholeRows.leftOut("15.3", of: "15:37") == [":", "7"])
        #expect(WholeRows.leftOut("15.37", of: "15:37") == [":"])
        #expect(WholeRows.leftOut("15.4", of: "15:37") == nil)
        #expect(WholeRows.leftOut("153", of: "15:37") == [":", "7"])
    }
}
