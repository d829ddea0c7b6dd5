package import SeededRandom

/// An Omron cuff with the classic service, such as the HEM-7155T: a memory for two users, read by address after
/// unlocking with a key.
///
/// Its layouts are from public captures (facts of eigger/hass-omron and userx14/omblepy), written without the hub's
/// codecs.
package struct OmronCuffProfile: ProfileBehaviour {
    /// The number of places for each user.
    package static let places = 60
    static let settings = 0x0010
    static let starts = [0x0098, 0x0458]

    /// The key that a central programmed; nil before a pairing.
    package private(set) var key: [UInt8]?
    /// Records by user, newest last, with the place of each.
    package private(set) var records: [[(place: Int, bytes: [UInt8])]] = [[], []]
    /// Requests that are not start, read or end, which a central must never send.
    package private(set) var strayWrites: [[UInt8]] = []
    private var cursors = [0, 0]
    private var unread = 0
    private var number: UInt16 = 0
    private var isUnlocked = false
    private var isStarted = false
    /// Whether this session has read records.
    private var hasRead = false
    private var clock: [UInt8] = []

    /// Creates a cuff without records.
    package init(_: ScenarioDevice) {}

    /// The vendor's service.
    package var services: [ProfileService] {
        let requests = GattUUID.omronRequests.map { ProfileService.Row($0, flags: ["write"], guarded: true) }
        let replies = GattUUID.omronReplies.map { ProfileService.Row($0, flags: ["notify"], guarded: true) }
        let unlock = ProfileService.Row(GattUUID.omronUnlock, flags: ["write", "notify"], guarded: true)
        return [ProfileService(GattUUID.omronService, rows: requests + replies + [unlock])]
    }

    /// The first channel.
    package var measurement: UInt16 { GattUUID.omronReplies[0] }
    /// Whether there are new records since the last session that ended cleanly.
    package var hasNews: Bool { unread > 0 }
    /// The number of records in memory.
    package var recordCount: Int { records.map(\.count).reduce(0, +) }
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
        let place = cursors[user]
        records[user].removeAll { $0.place == place }
        records[user].append((place, bytes))
        cursors[user] = (place + 1) % Self.places
        unread += 1
        return true
    }

    /// Answers requests, including the unlocking.
    package mutating func write(
        _ short: UInt16,
        value: [UInt8],
        at moment: ProfileMoment
    ) throws(AttError) -> [DeviceOutput]? {
        clock = moment.stamp
        if short == GattUUID.omronUnlock { return unlock(value).map { [.notify(DeviceFrame(short, bytes: $0))] } ?? [] }
        guard let channel = GattUUID.omronRequests.firstIndex(of: short) else { return nil }
        // All of its requests fit into the first channel.
        guard channel == 0 else { return stray(value) }
        return request(value)
    }

    /// Locks again; unread records stay unread.
    package mutating func linkEnded() { (isUnlocked, isStarted, hasRead) = (false, false, false) }

    /// Deletes all records and returns their number.
    package mutating func clear() -> Int {
        defer { (records, cursors, unread) = ([[], []], [0, 0], 0) }
        return recordCount
    }

    /// Simulates removing the batteries, which deletes the key.
    package mutating func forgetKey() { key = nil }
}

extension OmronCuffProfile {
    private mutating func unlock(_ value: [UInt8]) -> [UInt8]? {
        guard let opcode = value.first, value.count == 17 else { return [0xFF, 0x26] }
        let given = Array(value.dropFirst())
        switch opcode {
        case 0x02: return [0x82, key == nil ? 0x00 : 0x0F]
        case 0x00:
            guard key == nil else { return [0x80, 0x0F] }
            (key, isUnlocked) = (given, true)
            return [0x80, 0x00]
        case 0x01:
            isUnlocked = given == key
            return [0x81, isUnlocked ? 0x00 : 0x01]
        default: return [0xFF, 0x26]
        }
    }

    private mutating func request(_ value: [UInt8]) -> [DeviceOutput] {
        guard value.count == 8, value.reduce(0, ^) == 0, value[0] == 8 else { return stray(value) }
        let address = Int(value[3]) << 8 | Int(value[4])
        switch (Int(value[1]) << 8 | Int(value[2]), isUnlocked, isStarted) {
        case (0x0000, true, _):
            isStarted = true
            return send([0x80, 0x00, 0x00, 0x00, 0x10], data: [])
        case (0x0100, true, true):
            hasRead = hasRead || address >= Self.starts[0]
            let data = (0..<Int(value[5])).map { byte(at: address + $0) }
            return send([0x81, 0x00, value[3], value[4], value[5]], data: data)
        case (0x0F00, true, _):
            isStarted = false
            if hasRead { unread = 0 }
            return send([0x8F, 0x00, 0x00, 0x00, 0x00], data: [])
        case (0x0000, false, _), (0x0100, _, _), (0x0F00, false, _):
            // Locked: the session ends with an error.
            return send([0x8F, 0x00, 0x00, 0x00, 0x01], data: [0x01])
        default: return stray(value)
        }
    }

    private mutating func stray(_ value: [UInt8]) -> [DeviceOutput] {
        strayWrites.append(value)
        return []
    }

    /// Splits a packet into pieces of 16 bytes, one per channel.
    private func send(_ head: [UInt8], data: [UInt8]) -> [DeviceOutput] {
        var packet = [UInt8(head.count + data.count + 3)] + head + data + [0]
        packet.append(packet.reduce(0, ^))
        return stride(from: 0, to: packet.count, by: 16).map { start in
            let piece = Array(packet[start..<min(start + 16, packet.count)])
            return .notify(DeviceFrame(GattUUID.omronReplies[start / 16], bytes: piece))
        }
    }

    /// A byte of the memory; FF if it was never written.
    private func byte(at address: Int) -> UInt8 {
        if (0..<0x3C).contains(address - Self.settings) { return settings[address - Self.settings] }
        for (user, start) in Self.starts.enumerated() {
            let offset = address - start
            guard (0..<Self.places * 16).contains(offset) else { continue }
            return records[user].first { $0.place == offset / 16 }?.bytes[offset % 16] ?? 0xFF
        }
        return 0xFF
    }

    /// The index, then the clock's section from byte 2C on.
    private var settings: [UInt8] {
        var index: [UInt8] = []
        for user in 0..<2 { index += records[user].isEmpty ? [0x00, 0x80] : [UInt8(cursors[user]), 0x40] }
        index += [UInt8(min(unread, 60)), 0x00, 0x00, 0x80]
        var section: [UInt8] = [0xC2, 0xA0, 0, 0, 0, 0, 0, 0]
        section += [clock.count > 2 ? clock[0] &- 0xD0 : 0] + clock.dropFirst(2)
        section += [section.reduce(0, &+), 0]
        return index + [UInt8](repeating: 0, count: 0x2C - index.count) + section
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
