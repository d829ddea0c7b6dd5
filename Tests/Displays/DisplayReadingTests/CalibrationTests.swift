import DisplayReading
import Testing

/// How evidence becomes confidence.
struct CalibrationTests {
    private static var sure: Evidence {
        var evidence = Evidence()
        evidence.lowestCharacter = 1
        evidence.meanCharacter = 1
        evidence.stringMargin = 1
        evidence.cropAgreement = 1
        evidence.finderScore = 1
        evidence.geometry = 1
        evidence.grammar = 1
        evidence.rivalMargin = 1
        evidence.sharpness = 0.7
        evidence.contrast = 0.7
        evidence.explained = 1
        evidence.segments = 1
        evidence.reach = 1
        evidence.inside = 1
        evidence.completeness = 1
        evidence.form = 1
        evidence.plausibility = 1
        evidence.rhythm = 1
        evidence.evenness = 1
        evidence.constraint = 1
        evidence.alone = 1
        return evidence
    }

    @Test
    func `There is a weight for every piece of evidence, and none speaks against itself`() {
        #expect(Calibration.current.weights.count == 2 * Evidence.names.count)
        #expect(Evidence().values.count == Evidence.names.count)
        #expect(Calibration.current.weights.allSatisfy { $0 >= 0 })
        #expect((0.9...1).contains(Calibration.current.threshold))
    }

    @Test
    func `Nothing gives no confidence, everything gives more than the threshold`() {
        #expect(Calibration.current.confidence(of: Evidence()) < 0.1)
        #expect(Calibration.current.confidence(of: Self.sure) > Calibration.current.threshold)
    }

    @Test
    func `A doubtful character costs confidence`() {
        var doubtful = Self.sure
        doubtful.lowestCharacter = 0.5
        doubtful.meanCharacter = 0.8
        doubtful.cropAgreement = 0.3
        doubtful.rivalMargin = 0.2
        doubtful.stringMargin = 0.2
        let confidence = Calibration.current.confidence(of: doubtful)
        #expect(confidence < Calibration.current.confidence(of: Self.sure))
        #expect(confidence < Calibration.current.threshold)
    }
}
