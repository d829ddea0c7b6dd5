/// An Omron cuff on a cable: a memory that it gives in reports whose number is 2.
///
/// Source: LazyT/obpm, which reads the HEM-7322U and the HEM-7131U.
package struct OmronCablePeer: Sendable {
    /// Each user's places.
    package let places: Int
    /// The memory; FF where nothing is written.
    package var memory = [UInt8](repeating: 0xFF, count: 0x4000)
    /// The numbers of the requests that get no answer, from 1.
    package var silent: Set<Int> = []
    /// The numbers of the requests whose answer arrives damaged.
    package var damaged: Set<Int> = []
    /// The numbers of the requests whose answer arrives twice.
    package var doubled: Set<Int> = []
    /// The numbers of the requests that end the cuff's session with an error.
    package var fails: Set<Int> = []
    /// Whether the cuff sleeps until a person presses its button.
    package var sleeps = false
    /// Whether a session ended in order.
    package private(set) var hasEnded = false
    /// Requests that a computer must never send.
    package private(set) var stray: [[UInt8]] = []
    private var requests = 0
    private var isStarted = false

    /// Makes a cuff with an empty memory.
    package init(places: Int = 100) { self.places = places }

    /// Stores a record.
    ///
    /// - Parameter bytes: 14, of which the last is the sum of the first twelve.
    package mutating func put(_ bytes: [UInt8], user: Int, place: Int) {
        let address = 0x02AC + ((user - 1) * places + place) * 14
        memory.replaceSubrange(address..<(address + bytes.count), with: bytes)
    }

    /// A record by its number: half an hour after the one before, from 2026-07-01 on.
    package static func record(_ number: Int, systolic: UInt8 = 120, diastolic: UInt8 = 80) -> [UInt8] {
        let (day, half) = (1 + number / 48, number % 48)
        let date = UInt16(7 << 10 | day << 5 | half / 2)
        let time = UInt16(1 << 12 | half % 2 * 30 << 6)
        let head: [UInt8] = [diastolic, systolic - 25, 26, UInt8(60 + number % 60)]
        let words = [date, time].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let body = head + words + [0x80, 0, 0, 0]
        return body + [0, body.reduce(0, &+)]
    }

    /// The reports that answer a report.
    package mutating func answers(to report: [UInt8]) -> [[UInt8]] {
        requests += 1
        let packet = Array(report.dropFirst())
        guard report.first == 2, packet.first == 8, packet.count == 8, packet.reduce(0, ^) == 0 else {
            stray.append(report)
            return []
        }
        guard !sleeps, !silent.contains(requests), let answer = answer(to: packet) else { return [] }
        var bytes = [2] + answer
        if damaged.contains(requests) { bytes[bytes.count / 2] ^= 0x10 }
        bytes += [UInt8](repeating: 0, count: 64 - bytes.count)
        return doubled.contains(requests) ? [bytes, bytes] : [bytes]
    }

    private mutating func answer(to packet: [UInt8]) -> [UInt8]? {
        if fails.contains(requests) { return Self.packet([0x8F, 0, 0, 0, 1], data: [1]) }
        let address = Int(packet[3]) << 8 | Int(packet[4])
        switch (packet[1], packet[2]) {
        case (0x00, 0x00):
            (isStarted, hasEnded) = (true, false)
            return Self.packet([0x80, 0, 0, 0, 0x10], data: [])
        case (0x01, 0x00) where isStarted:
            let data = memory.dropFirst(address).prefix(Int(packet[5]))
            return Self.packet([0x81, 0, packet[3], packet[4], packet[5]], data: Array(data))
        case (0x0F, 0x00):
            (isStarted, hasEnded) = (false, true)
            return Self.packet([0x8F, 0, 0, 0, 0], data: [])
        default:
            stray.append(packet)
            return nil
        }
    }

    private static func packet(_ head: [UInt8], data: [UInt8]) -> [UInt8] {
        let packet = [UInt8(head.count + data.count + 3)] + head + data + [0]
        return packet + [packet.reduce(0, ^)]
    }
}
