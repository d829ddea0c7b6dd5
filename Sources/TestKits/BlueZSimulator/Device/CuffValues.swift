package import SeededRandom

/// One blood pressure reading.
package struct CuffValues: Equatable, Sendable {
    /// In mmHg, 0 to 300.
    package var systolic: Int
    /// In mmHg, 0 to 300.
    package var diastolic: Int
    /// In mmHg, 0 to 300; nil takes a third between the two.
    package var meanArterial: Int?
    /// Beats per minute, 0 to 300.
    package var pulse: Int
    /// The cuff's user index.
    package var user: UInt8
    /// The measurement status bits of 0x2A35.
    package var status: UInt16

    /// Makes a reading.
    package init(
        systolic: Int,
        diastolic: Int,
        meanArterial: Int? = nil,
        pulse: Int = 64,
        user: UInt8 = 1,
        status: UInt16 = 0
    ) {
        self.systolic = systolic
        self.diastolic = diastolic
        self.meanArterial = meanArterial
        self.pulse = pulse
        self.user = user
        self.status = status
    }

    /// Makes plausible values up.
    package init(random generator: inout SplitMix64) {
        let systolic = Int.random(in: 104...148, using: &generator)
        self.init(
            systolic: systolic,
            diastolic: systolic - Int.random(in: 32...50, using: &generator),
            pulse: Int.random(in: 54...96, using: &generator)
        )
    }

    /// Takes what a scenario gives; without a systolic pressure the rest is made up.
    package init(_ given: MeasurementValues, random generator: inout SplitMix64) {
        if let systolic = given.whole(.systolic) {
            self.init(systolic: systolic, diastolic: given.whole(.diastolic) ?? systolic - 40)
        } else {
            self.init(random: &generator)
            diastolic = given.whole(.diastolic) ?? diastolic
        }
        meanArterial = given.whole(.meanArterial)
        pulse = given.whole(.pulse) ?? pulse
        user = given.byte(.user) ?? user
        status = given.word(.status) ?? status
    }

    /// Whether a frame can hold the values.
    package var isEncodable: Bool {
        [systolic, diastolic, meanArterial ?? 0, pulse].allSatisfy { (0...300).contains($0) }
    }

    /// The mean arterial pressure, given or derived.
    var mean: Int { meanArterial ?? diastolic + (systolic - diastolic) / 3 }
}
