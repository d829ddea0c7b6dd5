package import SeededRandom

/// A scale that sends all of its data in adverts, as service data, and never accepts a connection: 10 bytes (0x181D)
/// without and 13 bytes (0x181B) with impedance.
///
/// A weighing is a series of adverts: changing weights, the settled weight, the impedance of a barefoot person, and the
/// empty scale with the last weight. The scale repeats that weight until it sleeps, and whenever it is woken. Source:
/// the formats that theengs/decoder and oliexdev/openScale read.
package struct AdvertScaleProfile: ProfileBehaviour {
    /// The pause between two steps of a weighing.
    static let stepPause: Duration = .milliseconds(600)

    private enum Flag {
        static let impedance: UInt8 = 0x02
        static let stable: UInt8 = 0x20
        static let removed: UInt8 = 0x80
    }

    private struct Step: Sendable {
        let at: Duration
        let frame: [UInt8]
    }

    private let hasImpedance: Bool
    private var shown: [UInt8]?
    private var steps: [Step] = []
    /// The weighing of the last frame, in steps of 1/200 kg.
    private var count = 0
    private var impedance: UInt16?

    /// Creates a scale.
    package init(hasImpedance: Bool) {
        self.hasImpedance = hasImpedance
    }

    /// Empty, because it has no services for measurements.
    package var services: [ProfileService] { [] }

    /// The UUID under which a frame is logged.
    package var measurement: UInt16 { hasImpedance ? 0x181B : 0x181D }

    /// The current service data.
    package var serviceData: [UInt16: [UInt8]] { shown.map { [measurement: $0] } ?? [:] }

    /// The time of the next step.
    package var deadline: Duration? { steps.first?.at }

    /// The last frame of the weighing.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        let kilograms = values[.kilograms] ?? Double(Int.random(in: 5500...9800, using: &random)) / 100
        count = Int((kilograms * 200).rounded(.toNearestOrEven))
        impedance = hasImpedance ? values.word(.impedanceOhm) : nil
        let flags = Flag.stable | Flag.removed | (impedance == nil ? 0 : Flag.impedance)
        return [DeviceFrame(measurement, bytes: frame(flags, count: count, moment: moment))]
    }

    /// Plans the adverts of the weighing.
    package mutating func keep(_ reading: StoredReading, values _: MeasurementValues, at moment: ProfileMoment) -> Bool
    {
        var frames = [40, 80, 97].map { frame(0, count: count * $0 / 100, moment: moment) }
        frames.append(frame(Flag.stable, count: count, moment: moment))
        if impedance != nil { frames.append(frame(Flag.stable | Flag.impedance, count: count, moment: moment)) }
        frames += reading.frames.map(\.bytes)
        shown = frames.first
        steps = frames.dropFirst().enumerated().map { index, frame in
            Step(at: moment.now + Self.stepPause * (index + 1), frame: frame)
        }
        return true
    }

    /// Shows the next step.
    package mutating func tick(at moment: ProfileMoment, random _: inout SplitMix64) -> [DeviceOutput] {
        while let step = steps.first, step.at <= moment.now {
            shown = step.frame
            steps.removeFirst()
        }
        return []
    }

    private func frame(_ flags: UInt8, count: Int, moment: ProfileMoment) -> [UInt8] {
        let weight = FrameBytes.word(clamping: count)
        guard hasImpedance else { return [flags] + weight + moment.stamp }
        let ohm = flags & Flag.impedance == 0 ? 0 : impedance ?? 0
        return [0x02, flags] + moment.stamp + FrameBytes.word(ohm) + weight
    }
}
