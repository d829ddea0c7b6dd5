internal import DevicePeers
package import SeededRandom

/// A OneTouch meter: its records are requested by their place, the newest first.
package struct OneTouchProfile: ProfileBehaviour {
    /// Seconds from 1970 to the meters' epoch, 2000.
    private static let epoch = 946_684_800

    private var peer = OneTouchPeer()
    private var number = 0

    /// Creates a meter without records.
    package init() {}

    /// The meters' service; all of it requires the bond.
    package var services: [ProfileService] { [peer.profileService(guarded: true)] }
    /// The replies.
    package var measurement: UInt16 { GattUUID.short(OneTouchPeer.replies) }
    /// Whether there are records that were never asked for.
    package var hasNews: Bool { peer.fetched.count < peer.records.count }
    /// The number of records in memory.
    package var recordCount: Int { peer.records.count }
    /// Ten seconds, during which traffic keeps the link up.
    package var patience: Duration { .seconds(10) }

    /// A record.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        let milligrams = values.whole(.milligramsPerDecilitre) ?? Int.random(in: 70...180, using: &random)
        number += 1
        let bytes = OneTouchPeer.record(
            number,
            seconds: moment.isClockSet ? moment.clock.seconds - Self.epoch : 0,
            value: milligrams,
            meal: values.byte(.meal) ?? 0
        )
        return [DeviceFrame(measurement, bytes: bytes)]
    }

    /// Stores every reading in the meter's memory.
    package mutating func keep(_ reading: StoredReading, values _: MeasurementValues, at _: ProfileMoment) -> Bool {
        if let bytes = reading.frames.first?.bytes { peer.records.insert(bytes, at: 0) }
        return true
    }

    /// Answers requests and acknowledgements.
    package mutating func write(
        _ short: UInt16,
        value: [UInt8],
        at moment: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]? {
        peer.clock = moment.clock.seconds - Self.epoch
        return peer.outputs(for: value, on: short)
    }

    /// Forgets the reply under way.
    package mutating func linkEnded() { peer.linkEnded() }

    /// Deletes all records and returns their number.
    package mutating func clear() -> Int {
        defer { peer.clear() }
        return recordCount
    }
}
