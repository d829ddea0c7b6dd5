package import SeededRandom

/// Blood Pressure, 0x1810: indicates 0x2A35, and notifies 0x2A36 during a measurement.
package struct CuffProfile: ProfileBehaviour {
    private let quirks: Set<DeviceQuirk>
    private let fields: CuffFields
    private var systolic = 120

    /// Creates a cuff.
    package init(_ script: ScenarioDevice) {
        quirks = script.quirks
        fields = script.fields
    }

    /// See ``ProfileBehaviour``.
    package var services: [ProfileService] {
        let all = ProfileService.measuring(0x1810, indicates: 0x2A35, notifies: 0x2A36, reads: 0x2A49)
        let rows = all.rows.filter { $0.short != 0x2A08 || !quirks.contains(.hiddenClock) }
        return [ProfileService(all.uuid, rows: rows)]
    }

    /// Blood Pressure Measurement.
    package var measurement: UInt16 { 0x2A35 }
    /// Intermediate Cuff Pressure.
    package var intermediate: UInt16? { 0x2A36 }

    /// One frame.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        let values = CuffValues(values, random: &random)
        systolic = values.systolic
        let bytes =
            if quirks.contains(.beurerBM85) {
                CuffFrame.beurer(values, time: moment.stamp)
            } else if quirks.contains(.rfuFlags) {
                CuffFrame.reservedFlags(values, time: moment.stamp)
            } else {
                CuffFrame.standard(values, time: moment.stamp, fields: fields)
            }
        return [DeviceFrame(measurement, bytes: bytes)]
    }

    /// See ``ProfileBehaviour``.
    package mutating func skip(_ values: MeasurementValues, random: inout SplitMix64) {
        systolic = CuffValues(values, random: &random).systolic
    }

    /// The frame of a pressure above the systolic one.
    package func intermediateFrame(_: MeasurementValues, of _: StoredReading) -> [UInt8] {
        CuffFrame.intermediate(pressure: min(max(systolic, 0), 300) + 20)
    }

    /// Features.
    package func read(_ short: UInt16) throws(AttError) -> [UInt8]? {
        short == 0x2A49 ? [0x3F, 0x00] : nil
    }
}
