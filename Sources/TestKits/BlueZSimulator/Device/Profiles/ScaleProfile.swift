package import SeededRandom

/// Weight Scale, 0x181D: indicates 0x2A9D.
package struct ScaleProfile: ProfileBehaviour {
    /// Makes a scale.
    package init() {}

    /// See ``ProfileBehaviour``.
    package var services: [ProfileService] {
        [
            ProfileService(
                0x181D,
                [
                    .init(0x2A9D, ["indicate"], guarded: true), .init(0x2A9E, ["read"]),
                    .init(0x2A08, ["read", "write"]),
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
        [DeviceFrame(measurement, WeightFrame.weight(values, time: moment.stamp, random: &random))]
    }

    /// Features: time stamp, several users, resolution.
    package func read(_ short: UInt16) throws(AttError) -> [UInt8]? {
        short == 0x2A9E ? [0x1B, 0, 0, 0] : nil
    }
}
