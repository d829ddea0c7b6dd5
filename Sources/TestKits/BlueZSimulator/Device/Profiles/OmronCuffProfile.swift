internal import DevicePeers
package import SeededRandom

/// An Omron cuff: a memory for two users, read by address after unlocking.
///
/// With the classic service and a key, as the HEM-7155T; or with one channel and a token, as the HEM-7380T1
/// (``DeviceQuirk/omronToken``). Its layouts are from public captures (facts of eigger/hass-omron and userx14/omblepy),
/// written without the hub's codecs.
package struct OmronCuffProfile: ProfileBehaviour {
    /// Where a model keeps what.
    private struct Map {
        /// Where the records of each user begin.
        let starts: [Int]
        /// The number of places for each user.
        let places: Int
        /// The bytes of the index.
        let index: Int
    }

    private static let classic = Map(starts: [0x0098, 0x0458], places: 60, index: 16)
    private static let modern = Map(starts: [0x01C4, 0x0804], places: 100, index: 24)
    private static let settings = 0x0010
    private static let clock = 0x002C

    private let map: Map
    private var peer = OmronPeer()
    /// The place of each user's next record.
    private var cursors = [0, 0]
    /// The number of records of each user.
    private var counts = [0, 0]
    private var unread = 0
    private var number: UInt16 = 0

    /// Creates a cuff without records.
    package init(_ script: ScenarioDevice) {
        let isModern = script.quirks.contains(.omronToken)
        map = isModern ? Self.modern : Self.classic
        peer.isClassic = !isModern
        peer.opening = isModern ? .token : .key
    }

    /// Requests that a central must never send.
    package var strayWrites: [[UInt8]] { peer.strayWrites }

    /// The vendor's service.
    package var services: [ProfileService] {
        [peer.profileService(peer.isClassic ? OmronPeer.service : OmronPeer.modernService, guarded: true)]
    }

    /// The first channel.
    package var measurement: UInt16 { GattUUID.short(OmronPeer.replies[0]) }
    /// Whether there are new records since the last session that ended cleanly.
    package var hasNews: Bool { unread > 0 }
    /// The number of records in memory.
    package var recordCount: Int { counts.reduce(0, +) }
    /// Ten seconds, during which traffic keeps the link up.
    package var patience: Duration { .seconds(10) }

    /// A record of 16 bytes.
    package mutating func frames(
        _ values: MeasurementValues,
        number _: Int,
        at moment: ProfileMoment,
        random: inout SplitMix64
    ) -> [DeviceFrame] {
        let cuff = CuffValues(values, random: &random)
        number &+= 1
        return [DeviceFrame(measurement, bytes: Self.record(cuff, number: number, time: moment.stamp))]
    }

    /// See ``ProfileBehaviour``.
    package mutating func skip(_ values: MeasurementValues, random: inout SplitMix64) {
        _ = CuffValues(values, random: &random)
    }

    /// Stores every reading in the cuff's memory, replacing the oldest one if it is full.
    package mutating func keep(_ reading: StoredReading, values: MeasurementValues, at _: ProfileMoment) -> Bool {
        guard let bytes = reading.frames.first?.bytes else { return true }
        let user = values.byte(.user) == 2 ? 1 : 0
        peer.put(bytes, at: map.starts[user] + 16 * cursors[user])
        cursors[user] = (cursors[user] + 1) % map.places
        counts[user] = min(counts[user] + 1, map.places)
        unread += 1
        return true
    }

    /// Answers requests, including the unlocking.
    package mutating func write(
        _ short: UInt16,
        value: [UInt8],
        at moment: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]? {
        peer.put(section(clock: moment.stamp), at: Self.settings)
        let outputs = peer.outputs(for: value, on: short)
        // Pairing starts and ends a session without reading a record.
        if peer.takeEnd(), peer.readAddresses.contains(where: { $0 >= map.starts[0] }) { unread = 0 }
        return outputs
    }

    /// Locks again; unread records stay unread.
    package mutating func linkEnded() { peer.linkEnded() }

    /// A person holds its Bluetooth key: it takes another central's key.
    package mutating func forgetKey() { peer.key = nil }

    /// Deletes all records and returns their number.
    package mutating func clear() -> Int {
        defer { (cursors, counts, unread) = ([0, 0], [0, 0], 0) }
        for start in map.starts { peer.put([UInt8](repeating: 0xFF, count: 16 * map.places), at: start) }
        return recordCount
    }
}

extension OmronCuffProfile {
    /// The settings: the index, then the clock's section.
    private func section(clock: [UInt8]) -> [UInt8] {
        var index: [UInt8] = []
        for user in 0..<2 { index += counts[user] == 0 ? [0x00, 0x80] : [UInt8(cursors[user]), 0x40] }
        index += [UInt8(min(unread, map.places)), 0x00, 0x00, 0x80]
        index += [UInt8](repeating: 0, count: map.index - index.count)
        var section: [UInt8] = [0xC2, 0xA0, 0, 0, 0, 0, 0, 0]
        section += [clock[0] &- 0xD0] + clock.dropFirst(2)
        section += [section.reduce(0, &+), 0]
        return index + [UInt8](repeating: 0, count: Self.clock - index.count) + section
    }

    private static func record(_ values: CuffValues, number: UInt16, time: [UInt8]) -> [UInt8] {
        let (month, day, hour) = (UInt16(time[2]), UInt16(time[3]), UInt16(time[4]))
        // Standard status bits: 0 movement, 1 loose cuff, 2 irregular pulse.
        let (isMoved, isLoose, isIrregular) = (values.status & 1, values.status >> 1 & 1, values.status >> 2 & 1)
        let date = hour | day << 5 | month << 10 | isIrregular << 14 | isMoved << 15
        let clock = UInt16(time[6]) | UInt16(time[5]) << 6 | (1 - isLoose) << 12
        let numbers = [values.systolic - 25, values.diastolic, values.pulse]
        var record = numbers.map { UInt8(clamping: $0) }
        // 2000 is D0 07, and years up to 2047 stay below its next 48.
        record += [time[0] &- 0xD0] + FrameBytes.word(date) + FrameBytes.word(clock) + [0x80, 0x00]
        record += FrameBytes.word(number) + [0x00, 0x00]
        return record + [record.reduce(0, &+), 0x00]
    }
}
