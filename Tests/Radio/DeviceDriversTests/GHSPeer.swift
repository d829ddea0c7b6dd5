import DeviceCodecs
import DeviceDrivers
import VitalRecords

@testable import DeviceDrivers

/// A Generic Health Sensor with a memory, as its driver sees it.
struct GHSPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = GHSSensor.self

    /// The stored observations with their numbers, in this order.
    var memory: [(record: Int, body: [UInt8])] = []
    /// The live observations that it sends once they are started.
    var live: [[UInt8]] = []
    /// Its answer to the start of the live observations.
    var startAnswer: UInt8 = 0x80
    /// Whether it can find records by their numbers.
    var searches = true
    /// The number of records that it counts but does not send.
    var lost = 0
    var hasMemory = true
    private var counter: UInt8 = 0

    var characteristics: [BluetoothUUID] {
        [GHSLink.live, GHSLink.control] + (hasMemory ? [GHSLink.stored, GHSLink.records] : [])
    }

    mutating func replies(to bytes: [UInt8], on uuid: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        if uuid == GHSLink.control {
            return [(GHSLink.control, [startAnswer])] + live.flatMap { segments($0).map { (GHSLink.live, $0) } }
        }
        let isSearch = bytes.starts(with: [0x07, 0x03])
        guard !isSearch || searches else { return [(GHSLink.records, [0x06, 0x00, 0x07, 0x05])] }
        let first = isSearch ? GHSLink.number(bytes.dropFirst(3)) ?? 0 : 0
        let found = memory.filter { $0.record >= first }
        guard !found.isEmpty else { return [(GHSLink.records, [0x06, 0x00, 0x07, 0x06])] }
        let frames = found.dropLast(lost).flatMap { segments(GHSLink.little($0.record) + $0.body) }
        return frames.map { (GHSLink.stored, $0) } + [(GHSLink.records, [0x08, 0x00] + GHSLink.little(found.count))]
    }

    /// Splits a body into pieces of at most 15 bytes, each with its header.
    private mutating func segments(_ body: [UInt8]) -> [[UInt8]] {
        let starts = Array(stride(from: 0, to: body.count, by: 15))
        return starts.map { start in
            let isLast = start + 15 >= body.count
            defer { counter = (counter + 1) & 0x3F }
            let header = counter << 2 | (start == 0 ? 1 : 0) | (isLast ? 2 : 0)
            return [header] + body[start..<min(start + 15, body.count)]
        }
    }
}

/// Builds observations.
enum GHSSample {
    /// A local time on the present timeline, as seconds since 2000.
    static func time(_ seconds: Int, flags: UInt8 = 0x20) -> [UInt8] {
        [flags] + (0..<6).map { UInt8(seconds >> ($0 * 8) & 0xFF) } + [4, 0]
    }

    /// A medical float of 32 bits.
    static func float(_ mantissa: Int, exponent: Int8 = 0) -> [UInt8] {
        (0..<3).map { UInt8(mantissa >> ($0 * 8) & 0xFF) } + [UInt8(bitPattern: exponent)]
    }

    /// An observation of one number.
    static func number(
        _ type: Int,
        unit: Int,
        value: [UInt8],
        time: [UInt8]? = time(850_000_000),
        status: Int? = nil,
        user: UInt8? = nil
    ) -> [UInt8] {
        var flags: UInt8 = 1
        var rest = GHSLink.little(type)
        if let time {
            flags |= 2
            rest += time
        }
        if let status {
            flags |= 8
            rest += word(status)
        }
        if let user {
            flags |= 32
            rest.append(user)
        }
        return whole(1, flags: flags, rest: rest + word(unit) + value)
    }

    /// An observation of several numbers.
    static func compound(_ type: Int, parts: [(type: Int, unit: Int, value: [UInt8])]) -> [UInt8] {
        var rest = GHSLink.little(type) + time(850_000_000)
        rest.append(UInt8(parts.count))
        for part in parts {
            rest += GHSLink.little(part.type)
            rest.append(1)
            rest += word(part.unit)
            rest += part.value
        }
        return whole(7, flags: 3, rest: rest)
    }

    /// An observation with its length in front.
    static func whole(_ kind: UInt8, flags: UInt8, rest: [UInt8]) -> [UInt8] {
        [kind] + word(rest.count + 5) + [flags, 0] + rest
    }

    private static func word(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
}
