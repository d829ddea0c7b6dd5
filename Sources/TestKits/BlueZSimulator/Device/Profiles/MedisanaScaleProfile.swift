internal import DevicePeers
package import SeededRandom

/// A Medisana scale: it keeps its weighings, and sends all of them on each link that writes the time.
package struct MedisanaScaleProfile: ProfileBehaviour {
    /// Seconds from 1970 to the scales' epoch, 2010.
    private static let epoch = 1_262_304_000

    private var peer = MedisanaScalePeer()
    private var paced = PacedFrames()

    /// Makes a scale without weighings.
    package init() {}

    /// Requests that a central must never send.
    package var strayWrites: [[UInt8]] { peer.strayWrites }
    /// The scales' service.
    package var services: [ProfileService] { [peer.profileService()] }
    /// The weights.
    package var measurement: UInt16 { GattUUID.short(MedisanaScalePeer.weights) }
    /// Whether a weighing never went out whole.
    package var hasNews: Bool { peer.sent < peer.weighings.count }
    /// The number of stored weighings.
    package var recordCount: Int { peer.weighings.count }
    /// Ten seconds, during which traffic keeps the link up.
    package var patience: Duration { .seconds(10) }
    /// The time of the next frame.
    package var deadline: Duration? { paced.next }

    /// The weight, and the fat if there is one.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        let kilograms = values[.kilograms] ?? Double(Int.random(in: 1_100...1_960, using: &random)) / 20
        return MedisanaScalePeer.weighing(
            seconds: moment.clock.universal - Self.epoch,
            weight: Int((kilograms * 100).rounded()),
            user: values.byte(.user) ?? 1,
            fat: Int(((values[.bodyFatPercent] ?? 0) * 10).rounded())
        ).map { DeviceFrame(GattUUID.short($0.uuid), bytes: $0.bytes) }
    }

    /// Stores the weighing.
    package mutating func keep(_ reading: StoredReading, values _: MeasurementValues, at _: ProfileMoment) -> Bool {
        peer.weighings.append(reading.frames.map { PeerFrame(GattUUID.text($0.characteristic), bytes: $0.bytes) })
        return true
    }

    /// Sends the memory for the time.
    package mutating func write(
        _ short: UInt16,
        value: [UInt8],
        at moment: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]? {
        guard short == GattUUID.short(MedisanaScalePeer.commands) else { return nil }
        paced.add(peer.answers(to: value, on: MedisanaScalePeer.commands), at: moment.now)
        return []
    }

    /// Sends a frame.
    package mutating func tick(at moment: ProfileMoment, random _: inout SplitMix64) -> [DeviceOutput] {
        guard let frame = paced.take(at: moment.now) else { return [] }
        peer.frameWentOut()
        return [MedisanaScalePeer.output(frame)]
    }

    /// Drops the frames under way.
    package mutating func linkEnded() {
        paced.clear()
        peer.linkEnded()
    }

    /// Deletes all weighings and returns their number.
    package mutating func clear() -> Int {
        defer { peer.clear() }
        return recordCount
    }
}
