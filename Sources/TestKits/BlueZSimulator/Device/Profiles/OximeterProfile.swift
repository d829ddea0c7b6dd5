package import SeededRandom

/// Pulse Oximeter, 0x1822: stored spot-checks, and one continuous value per second while subscribed.
package struct OximeterProfile: ProfileBehaviour {
    private let isContinuous: Bool
    private var nextBeat: Duration?

    private static let continuous: UInt16 = 0x2A5F

    /// Creates an oximeter.
    package init(_ script: ScenarioDevice) { isContinuous = script.isContinuous }

    /// See ``ProfileBehaviour``.
    package var services: [ProfileService] {
        let rows: [ProfileService.Row] = [
            .init(0x2A5E, flags: ["indicate"], guarded: true), .init(Self.continuous, flags: ["notify"], guarded: true),
            .init(0x2A60, flags: ["read"]),
        ]
        return [ProfileService(0x1822, rows: rows), .currentTime]
    }

    /// PLX Spot-Check Measurement.
    package var measurement: UInt16 { 0x2A5E }
    /// When the next continuous value is due.
    package var deadline: Duration? { nextBeat }

    /// A frame with time stamp and measurement status; flag bit 4 means that the clock was never set.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        let pair = Self.pair(values, random: &random)
        let flags: UInt8 = moment.isClockSet ? 0x03 : 0x13
        let status = FrameBytes.word(values.word(.status) ?? 0x0180)
        return [DeviceFrame(measurement, bytes: [flags] + pair + moment.stamp + status)]
    }

    private static func pair(_ values: MeasurementValues, random: inout SplitMix64) -> [UInt8] {
        let spo2 = values.whole(.spo2) ?? Int.random(in: 94...99, using: &random)
        let pulse = values.whole(.pulse) ?? Int.random(in: 54...96, using: &random)
        return FrameBytes.short(spo2) + FrameBytes.short(pulse)
    }

    /// Whether a finger in the sensor keeps the link.
    package func keepsLink(_ subscribed: Set<UInt16>) -> Bool {
        isContinuous && subscribed.contains(Self.continuous)
    }

    /// Features: measurement status and time stamp.
    package func read(_ short: UInt16) throws(AttError) -> [UInt8]? {
        short == 0x2A60 ? [0x09, 0x00] : nil
    }

    /// Starts the continuous values, one second later.
    package mutating func subscribed(_ short: UInt16, at moment: ProfileMoment) {
        if short == Self.continuous, isContinuous { nextBeat = moment.now + .seconds(1) }
    }

    /// Sends a continuous value.
    package mutating func tick(at moment: ProfileMoment, random: inout SplitMix64) -> [DeviceOutput] {
        guard let time = nextBeat, time <= moment.now else { return [] }
        guard keepsLink(moment.subscribed) else {
            nextBeat = nil
            return []
        }
        nextBeat = moment.now + .seconds(1)
        return [.notify(DeviceFrame(Self.continuous, bytes: [0] + Self.pair(MeasurementValues(), random: &random)))]
    }

    /// See ``ProfileBehaviour``.
    package mutating func linkEnded() { nextBeat = nil }
}
