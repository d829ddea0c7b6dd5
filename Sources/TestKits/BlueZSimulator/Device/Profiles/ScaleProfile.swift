package import SeededRandom

/// Weight Scale, 0x181D: indicates 0x2A9D.
package struct ScaleProfile: ProfileBehaviour {
    /// Creates a scale.
    package init() {}

    /// See ``ProfileBehaviour``.
    package var services: [ProfileService] {
        [
            ProfileService(
                0x181D,
                rows: [
                    .init(0x2A9D, flags: ["indicate"], guarded: true), .init(0x2A9E, flags: ["read"]),
                    .init(0x2A08, flags: ["read", "write"]),
                ]
            )
        ]
    }

    /// Weight Measurement.
    package var measurement: UInt16 { 0x2A9D }

    /// One frame.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        [DeviceFrame(measurement, bytes: WeightFrame.weight(values, time: moment.stamp, random: &random))]
    }

    /// Features: time stamp, several users, resolution.
    package func read(_ short: UInt16) throws(AttError) -> [UInt8]? {
        short == 0x2A9E ? [0x1B, 0, 0, 0] : nil
    }
}

/// Encodes 0x2A9D and 0x2A9C as scales send them.
enum WeightFrame {
    /// The index of an unknown user.
    static let unknownUser: UInt8 = 0xFF

    /// A weight in kilograms with time stamp and user index.
    static func weight(_ values: MeasurementValues, time: [UInt8], random: inout SplitMix64) -> [UInt8] {
        let kilograms = values[.kilograms] ?? Double(Int.random(in: 5500...9800, using: &random)) / 100
        let user = values.byte(.user) ?? unknownUser
        return [0x06] + FrameBytes.word(clamping: steps(kilograms)) + time + [user]
    }

    /// Body fat, muscle, body water and impedance in two frames, as devices with a small MTU send them.
    static func composition(_ values: MeasurementValues, time: [UInt8], random: inout SplitMix64) -> [[UInt8]] {
        let fat = FrameBytes.word(clamping: tenths(values[.bodyFatPercent], usual: 140...320, random: &random))
        let muscle = FrameBytes.word(clamping: tenths(values[.musclePercent], usual: 300...480, random: &random))
        let impedance = FrameBytes.word(clamping: tenths(values[.impedanceOhm], usual: 4200...6100, random: &random))
        let water = values[.bodyWaterKilograms].map(steps) ?? Int.random(in: 6000...9000, using: &random)
        // Bits: 1 time, 2 user, 4 muscle percent, 8 body water mass, 9 impedance, 12 more packets follow.
        let user = values.byte(.user) ?? unknownUser
        let first = FrameBytes.word(0x1016) + fat + time + [user] + muscle
        let second = FrameBytes.word(0x1300) + fat + FrameBytes.word(clamping: water) + impedance
        return [first, second]
    }

    /// Steps of 0.005 kg.
    private static func steps(_ kilograms: Double) -> Int { Int((kilograms / 0.005).rounded(.toNearestOrEven)) }

    private static func tenths(_ given: Double?, usual: ClosedRange<Int>, random: inout SplitMix64) -> Int {
        guard let given else { return Int.random(in: usual, using: &random) }
        return Int((given * 10).rounded(.toNearestOrEven))
    }
}
