package import SeededRandom

/// Health Thermometer, 0x1809: indicates 0x2A1C in Celsius with time stamp and type.
package struct ThermometerProfile: ProfileBehaviour {
    /// Creates a thermometer.
    package init() {}

    /// See ``ProfileBehaviour``.
    package var services: [ProfileService] {
        [.measuring(0x1809, indicates: 0x2A1C, notifies: 0x2A1E, reads: 0x2A1D)]
    }

    /// Temperature Measurement.
    package var measurement: UInt16 { 0x2A1C }
    /// Intermediate Temperature.
    package var intermediate: UInt16? { 0x2A1E }

    /// One frame.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        let tenths =
            if let celsius = values[.celsius] {
                Int((celsius * 10).rounded(.toNearestOrEven))
            } else {
                Int.random(in: 361...377, using: &random)
            }
        let site = values.byte(.site) ?? 2
        let frame = [0x06] + FrameBytes.float(tenths, exponent: -1) + moment.stamp + [site]
        return [DeviceFrame(measurement, bytes: frame)]
    }

    /// The frame itself: its layout is the same.
    package func intermediateFrame(_: MeasurementValues, of reading: StoredReading) -> [UInt8] {
        reading.frames.first?.bytes ?? []
    }

    /// Temperature Type: body.
    package func read(_ short: UInt16) throws(AttError) -> [UInt8]? {
        short == 0x2A1D ? [0x02] : nil
    }
}
