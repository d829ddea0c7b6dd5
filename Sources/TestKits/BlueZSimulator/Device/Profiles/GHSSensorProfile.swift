internal import DevicePeers
package import SeededRandom

/// A Generic Health Sensor: a thermometer with a memory, which it sends by record number.
package struct GHSSensorProfile: ProfileBehaviour {
    /// Seconds from 1970 to the service's epoch, 2000.
    private static let epoch = 946_684_800

    private var peer = GHSSensorPeer()
    private var paced = PacedFrames()

    /// Makes a sensor with an empty memory.
    package init() {}

    /// The service; all of it requires the bond.
    package var services: [ProfileService] { [peer.profileService(guarded: true)] }
    /// The stored observations.
    package var measurement: UInt16 { GattUUID.short(GHSSensorPeer.stored) }
    /// Whether an observation never went out whole.
    package var hasNews: Bool { peer.sent < peer.memory.count }
    /// The number of stored observations.
    package var recordCount: Int { peer.memory.count }
    /// Ten seconds, during which traffic keeps the link up.
    package var patience: Duration { .seconds(10) }
    /// The time of the next frame.
    package var deadline: Duration? { paced.next }

    /// An observation.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        let celsius = values[.celsius] ?? Double(Int.random(in: 360...385, using: &random)) / 10
        let seconds = moment.clock.seconds - Self.epoch
        let bytes = GHSSensorPeer.temperature(seconds: seconds, tenths: Int((celsius * 10).rounded()))
        return [DeviceFrame(measurement, bytes: bytes)]
    }

    /// Stores the observation.
    package mutating func keep(_ reading: StoredReading, values _: MeasurementValues, at _: ProfileMoment) -> Bool {
        peer.memory += reading.frames.prefix(1).map(\.bytes)
        return true
    }

    /// Answers a control point.
    package mutating func write(
        _ short: UInt16,
        value: [UInt8],
        at moment: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]? {
        guard let row = peer.rows.first(where: { GattUUID.short($0.uuid) == short && $0.flags.contains("write") })
        else { return nil }
        paced.add(peer.answers(to: value, on: row.uuid), at: moment.now)
        return []
    }

    /// Sends a frame.
    package mutating func tick(at moment: ProfileMoment, random _: inout SplitMix64) -> [DeviceOutput] {
        guard let frame = paced.take(at: moment.now) else { return [] }
        peer.frameWentOut()
        return [GHSSensorPeer.output(frame)]
    }

    /// Drops the frames under way.
    package mutating func linkEnded() {
        paced.clear()
        peer.linkEnded()
    }

    /// Deletes all observations and returns their number.
    package mutating func clear() -> Int {
        defer { peer.clear() }
        return recordCount
    }
}
