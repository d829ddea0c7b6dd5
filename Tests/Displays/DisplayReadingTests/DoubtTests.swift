import DisplayLayouts
import Pixels
import Testing
import VitalRecords

@testable import DisplayReading

/// The reasons not to accept a reading, each with a reading made to show it.
struct DoubtTests {
    /// Evidence that is accepted unless the test weakens it.
    private static func evidence(_ change: (inout Evidence) -> Void = { _ in }) -> Evidence {
        var evidence = Evidence()
        (evidence.lowestCharacter, evidence.meanCharacter, evidence.stringMargin) = (1, 1, 1)
        (evidence.cropAgreement, evidence.finderScore, evidence.geometry, evidence.grammar) = (1, 1, 1, 1)
        (evidence.rivalMargin, evidence.sharpness, evidence.contrast, evidence.explained) = (1, 0.8, 0.8, 1)
        (evidence.segments, evidence.reach, evidence.inside, evidence.completeness) = (1, 1, 1, 1)
        (evidence.form, evidence.plausibility, evidence.rhythm, evidence.evenness) = (1, 1, 1, 1)
        (evidence.constraint, evidence.alone, evidence.steadiness, evidence.pointClarity) = (1, 1, 1, 1)
        change(&evidence)
        return evidence
    }

    private static func box(height: Double = 40, angle: Double = 0) -> OrientedBox {
        OrientedBox(center: Point(x: 100, y: 100), width: 90, height: height, angle: angle)
    }

    private static func causes(_ evidence: Evidence, _ box: OrientedBox = box()) -> [ReadingDoubt] {
        StrongestDoubts(evidence, rows: [box]).words
    }

    @Test
    func `A reading is accepted exactly where nothing is doubted`() {
        let sure = Calibration.current.threshold
        #expect(Doubts([], confidence: sure).words.isEmpty)
        #expect(Doubts([], confidence: sure - 1e-6).words == [.unsure])
        #expect(Doubts([.glare], confidence: 1, causes: [.blurred]).words == [.glare])
        #expect(Doubts([.glare], confidence: 0, causes: [.glare, .blurred]).words == [.glare, .unsure, .blurred])
        #expect(Doubts([], confidence: 1).adding([.glareBeside]).words == [.glareBeside])
        #expect(DisplayOutcome.refused(Refusal(.blurred)).reasons == [.unsure])
    }

    @Test
    func `What no evidence can compensate stands, however sure the reading is`() {
        #expect(Self.evidence().standing == [])
        #expect(Self.evidence { ($0.reach, $0.constraint) = (0.1, 0.4) }.standing == [.mayContinue])
        #expect(Self.evidence { $0.reach = 0.1 }.standing == [])
        #expect(Self.evidence { $0.explained = 0.1 }.standing == [.unusualLayout])
    }

    @Test
    func `There is a doubt for every piece of evidence, and a typical value`() {
        #expect(Evidence.doubts.count == Evidence.names.count)
        #expect(Calibration.current.typical.count == Evidence.names.count)
        #expect(Set(Evidence.doubts).isSubset(of: ReadingDoubt.known))
        var typical = Evidence()
        typical.rivalMargin = 1
        #expect(Calibration.current.costs(of: typical).count == Evidence.names.count)
    }

    private static let lacks: [(doubt: ReadingDoubt, change: @Sendable (inout Evidence) -> Void)] = [
        (.unclearDisplay, { $0.finderScore = 0.05 }), (.unusualLayout, { $0.geometry = 0.05 }),
        (.unusualValue, { $0.grammar = 0.05 }), (.unusualLayout, { $0.explained = 0.05 }),
        (.unclearDigits, { $0.rivalMargin = 0.05 }), (.severalDisplays, { $0.alone = 0.05 }),
        (.unclearPoint, { $0.pointClarity = 0.05 }), (.fewChecks, { $0.form = 0.05 }),
        (.unclearDigits, { $0.cropAgreement = 0.05 }), (.missingValue, { $0.completeness = 0.05 }),
        (.mayContinue, { $0.reach = 0.05 }),
    ]

    @Test
    func `The evidence that costs most gives its word`() {
        for (doubt, change) in Self.lacks { #expect(Self.causes(Self.evidence(change)).last == doubt) }
    }

    @Test
    func `Unclear digits are said with what is wrong with the picture, clear ones without`() {
        let unclear = Self.evidence { $0.cropAgreement = 0.1 }
        #expect(Self.causes(unclear) == [.unclearDigits])
        #expect(
            Self.causes(Self.evidence { ($0.cropAgreement, $0.sharpness) = (0.1, 0.1) }).prefix(2) == [
                .blurred, .unclearDigits,
            ]
        )
        #expect(
            Self.causes(Self.evidence { ($0.cropAgreement, $0.contrast) = (0.1, 0.05) }).prefix(2) == [
                .faint, .unclearDigits,
            ]
        )
        #expect(Self.causes(unclear, Self.box(height: 15)) == [.tooSmall, .unclearDigits])
        #expect(Self.causes(unclear, Self.box(angle: -0.4)) == [.tilted, .unclearDigits])
        #expect(Self.causes(Self.evidence { $0.explained = 0.1 }, Self.box(height: 15)) == [.unusualLayout])
    }

    @Test
    func `A display that is held as its box says is not tilted`() {
        let unclear = Self.evidence { $0.cropAgreement = 0.1 }
        func words(_ angle: Double, box: Double) -> [ReadingDoubt] {
            StrongestDoubts(unclear, rows: [Self.box(angle: angle)], angle: box).words
        }
        #expect(words(1.5, box: 1.4) == [.unclearDigits])
        #expect(words(-3.1, box: 3.1) == [.unclearDigits], "half a turn either way is the same")
        #expect(words(0, box: 1.4) == [.tilted, .unclearDigits])
    }

    @Test
    func `Weaker doubts are told only beside those of about their cost`() {
        #expect(Self.causes(Self.evidence { ($0.explained, $0.grammar) = (0.05, 0.05) }).count == 2)
        #expect(Self.causes(Self.evidence { ($0.explained, $0.grammar) = (0.05, 0.9) }) == [.unusualLayout])
    }

    private static func attempt(_ rows: [RowReading], _ kind: DisplayKind) -> ReadingAttempt {
        let fit = LayoutFit(rows, layouts: [.standard(kind)], unit: nil)
        return ReadingAttempt(rows: rows, fit: fit, elsewhere: Elsewhere(rows: [], displays: []))
    }

    private static func row(_ text: String, y: Double) -> RowReading {
        RowReading([(text, 0.99)], box: OrientedBox(center: Point(x: 100, y: y), width: 90, height: 40, angle: 0))
    }

    @Test
    func `A cuff without its pulse misses a value`() {
        let rows = [Self.row("128", y: 60), Self.row("83", y: 120), Self.row("72", y: 180)]
        #expect(Self.attempt(rows, .bloodPressure).doubts.standing.isEmpty)
        #expect(Self.attempt(Array(rows.dropLast()), .bloodPressure).doubts.standing == [.missingValue])
    }

    @Test
    func `What the way of finding makes doubtful stands before all else`() {
        var attempt = Self.attempt([Self.row("58", y: 60)], .glucoseMeter)
        attempt.suspicion = .upsideDown
        #expect(attempt.doubts.words.first == .upsideDown)
    }
}
