internal import DevicePeers
package import SeededRandom

/// A ChoiceMMed oximeter: after the password it notifies a result each second, as long as a finger is in it.
///
/// A person who measures leaves the finger in it until ``beats`` results were sent on one link.
package struct ChoiceMMedProfile: ProfileBehaviour {
    /// The results of a measurement; the first one is empty, because the oximeter still searches.
    package static let beats = 16

    private var peer = ChoiceMMedPeer()
    /// The result that the finger gives; nil without a finger.
    private var finger: PeerFrame?
    private var sent = 0
    private var nextBeat: Duration?

    /// Creates an oximeter.
    package init() {}

    /// The maker's service.
    package var services: [ProfileService] { [peer.profileService()] }
    /// The results.
    package var measurement: UInt16 { GattUUID.short(ChoiceMMedPeer.notifications[3]) }
    /// Whether a finger is in it.
    package var hasNews: Bool { finger != nil }
    /// Three seconds after the last result.
    package var patience: Duration { .seconds(3) }
    /// The time of the next result.
    package var deadline: Duration? { nextBeat }

    /// A result.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at _: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        let saturation = values.byte(.spo2) ?? UInt8.random(in: 94...99, using: &random)
        let pulse = values.byte(.pulse) ?? UInt8.random(in: 54...96, using: &random)
        let frame = ChoiceMMedPeer.result(saturation: saturation, pulse: pulse)
        return [DeviceFrame(measurement, bytes: frame.bytes)]
    }

    /// Puts the finger in.
    package mutating func keep(_ reading: StoredReading, values _: MeasurementValues, at _: ProfileMoment) -> Bool {
        finger = reading.frames.first.map { PeerFrame(ChoiceMMedPeer.notifications[3], bytes: $0.bytes) }
        return true
    }

    /// Accepts the password and begins to send.
    package mutating func write(
        _ short: UInt16,
        value: [UInt8],
        at moment: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]? {
        let outputs = peer.outputs(for: value, on: short)
        if peer.isOpen, nextBeat == nil { (nextBeat, sent) = (moment.now + .seconds(1), 0) }
        return outputs
    }

    /// Sends a result, and takes the finger out after the last one.
    package mutating func tick(at moment: ProfileMoment, random _: inout SplitMix64) -> [DeviceOutput] {
        guard let finger, peer.isOpen else {
            nextBeat = nil
            return []
        }
        sent += 1
        let isOver = sent >= Self.beats
        let isEmpty = isOver || sent == 1
        if isOver { self.finger = nil }
        nextBeat = isOver ? nil : moment.now + .seconds(1)
        return [ChoiceMMedPeer.output(isEmpty ? ChoiceMMedPeer.result(saturation: 0, pulse: 0) : finger)]
    }

    /// Asks for the password again; the finger stays.
    package mutating func linkEnded() {
        peer.linkEnded()
        nextBeat = nil
    }

    /// Takes the finger out.
    package mutating func clear() -> Int {
        defer { finger = nil }
        return finger == nil ? 0 : 1
    }
}
