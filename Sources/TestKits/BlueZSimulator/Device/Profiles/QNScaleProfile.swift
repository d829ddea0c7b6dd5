internal import DevicePeers
package import SeededRandom

/// A QN scale: it speaks first, and repeats a person's weight until a central acknowledges it.
package struct QNScaleProfile: ProfileBehaviour {
    /// The pause between two weights.
    private static let pause = Duration.milliseconds(400)

    private var peer = QNScalePeer()
    private var hasSpoken = false
    private var isStable = false
    private var next: Duration?

    /// Makes an empty scale.
    package init() {}

    /// Requests that a central must never send.
    package var strayWrites: [[UInt8]] { peer.strayWrites }
    /// The scales' service.
    package var services: [ProfileService] { [peer.profileService()] }
    /// The weights.
    package var measurement: UInt16 { GattUUID.short(QNScalePeer.replies) }
    /// Whether a person is on the scale.
    package var hasNews: Bool { peer.weight != nil }
    /// Ten seconds, during which traffic keeps the link up.
    package var patience: Duration { .seconds(10) }
    /// The time of the next frame.
    package var deadline: Duration? { next }

    /// The two bytes of the weight.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at _: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        let kilograms = values[.kilograms] ?? Double(Int.random(in: 1_100...1_960, using: &random)) / 20
        let tenths = Int((kilograms * 10).rounded())
        return [DeviceFrame(measurement, bytes: [UInt8(tenths >> 8 & 0xFF), UInt8(tenths & 0xFF)])]
    }

    /// Puts the person on the scale.
    package mutating func keep(_ reading: StoredReading, values _: MeasurementValues, at _: ProfileMoment) -> Bool {
        (peer.weight, isStable) = (reading.frames.first.map { $0.bytes.reduce(0) { $0 << 8 | Int($1) } }, false)
        return true
    }

    /// Speaks.
    package mutating func subscribed(_ short: UInt16, at moment: ProfileMoment) {
        if short == measurement { next = moment.now + Self.pause }
    }

    /// Answers a request.
    package mutating func write(
        _ short: UInt16,
        value: [UInt8],
        at _: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]? {
        peer.outputs(for: value, on: short)
    }

    /// Sends the information once, then a moving weight, and the settled one until it is acknowledged.
    package mutating func tick(at moment: ProfileMoment, random _: inout SplitMix64) -> [DeviceOutput] {
        next = moment.now + Self.pause
        guard hasSpoken else {
            hasSpoken = true
            return [QNScalePeer.output(QNScalePeer.information)]
        }
        guard let frame = peer.weighing(isStable: isStable) else { return [] }
        isStable = true
        return [QNScalePeer.output(frame)]
    }

    /// Begins again.
    package mutating func linkEnded() {
        peer.linkEnded()
        (hasSpoken, isStable, next) = (false, false, nil)
    }

    /// Empties the scale.
    package mutating func clear() -> Int {
        defer { peer.weight = nil }
        return peer.weight == nil ? 0 : 1
    }
}
