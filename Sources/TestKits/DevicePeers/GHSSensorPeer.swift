/// A Generic Health Sensor with a memory of temperatures, by the service of the Bluetooth SIG.
///
/// Source: the layouts of philips-labs/BLE-GHS-Server-Simulator.
package struct GHSSensorPeer: MakerPeer {
    /// The service.
    package static let service = "00001840-0000-1000-8000-00805f9b34fb"
    /// Live observations.
    package static let live = "00002b8b-0000-1000-8000-00805f9b34fb"
    /// Stored observations.
    package static let stored = "00002bdd-0000-1000-8000-00805f9b34fb"
    /// Starts live observations.
    package static let control = "00002bf4-0000-1000-8000-00805f9b34fb"
    /// Asks for stored observations.
    package static let records = "00002a52-0000-1000-8000-00805f9b34fb"

    /// The stored observations, the oldest first; their numbers rise from 1.
    package var memory: [[UInt8]] = []
    /// The number of observations whose last piece went out at least once.
    package private(set) var sent = 0
    /// What each frame under way completes: a record's number; nil for a frame that completes none.
    private var underWay: [Int?] = []
    /// Requests that a central must never send.
    package private(set) var strayWrites: [[UInt8]] = []
    private var counter: UInt8 = 0

    /// Makes a sensor with an empty memory.
    package init() {}

    /// Observations and their control points.
    package var rows: [PeerRow] {
        [
            PeerRow(Self.live, flags: ["notify"]), PeerRow(Self.stored, flags: ["notify"]),
            PeerRow(Self.control, flags: ["write", "indicate"]), PeerRow(Self.records, flags: ["write", "indicate"]),
        ]
    }

    /// A body temperature: a number of type 150364 in degrees Celsius, at a local time.
    ///
    /// - Parameters:
    ///   - seconds: Since 2000, on the sensor's clock.
    ///   - tenths: Tenths of a degree.
    package static func temperature(seconds: Int, tenths: Int) -> [UInt8] {
        let type = little(150_364, count: 4)
        let time = [0x20] + little(seconds, count: 6) + [4, 0]
        let value = little(6_048, count: 2) + little(tenths, count: 3) + [0xFF]
        let rest = [0x03, 0x00] + type + time + value
        return [1] + little(rest.count + 3, count: 2) + rest
    }

    /// Refuses live observations; sends all records, or those from a number on.
    package mutating func answers(to bytes: [UInt8], on uuid: String) -> [PeerFrame] {
        switch (uuid, bytes.count) {
        case (Self.control, 1) where bytes == [0x01]:
            return [completing(nil, with: PeerFrame(Self.control, bytes: [0x81]))]
        case (Self.records, 2) where bytes == [0x07, 0x01]: return report(from: 1)
        case (Self.records, 7) where bytes.starts(with: [0x07, 0x03, 0x01]):
            return report(from: bytes.dropFirst(3).reversed().reduce(0) { $0 << 8 | Int($1) })
        default:
            strayWrites.append(bytes)
            return []
        }
    }

    /// Counts a frame that went out.
    package mutating func frameWentOut() {
        guard !underWay.isEmpty, let number = underWay.removeFirst() else { return }
        sent = max(sent, number)
    }

    /// Drops the frames under way; their records stay in memory.
    package mutating func linkEnded() { underWay = [] }

    /// Deletes all observations.
    package mutating func clear() { (memory, sent, underWay) = ([], 0, []) }

    private mutating func report(from first: Int) -> [PeerFrame] {
        let found = memory.indices.filter { $0 + 1 >= first }
        guard !found.isEmpty else {
            return [completing(nil, with: PeerFrame(Self.records, bytes: [0x06, 0x00, 0x07, 0x06]))]
        }
        let frames = found.flatMap { segments(Self.little($0 + 1, count: 4) + memory[$0], of: $0 + 1) }
        let end = PeerFrame(Self.records, bytes: [0x08, 0x00] + Self.little(found.count, count: 4))
        return frames + [completing(nil, with: end)]
    }

    /// Pieces of 18 bytes behind their header.
    private mutating func segments(_ body: [UInt8], of number: Int) -> [PeerFrame] {
        stride(from: 0, to: body.count, by: 18).map { start in
            defer { counter = (counter + 1) & 0x3F }
            let isLast = start + 18 >= body.count
            let header = counter << 2 | (start == 0 ? 1 : 0) | (isLast ? 2 : 0)
            let piece = PeerFrame(Self.stored, bytes: [header] + body[start..<min(start + 18, body.count)])
            return completing(isLast ? number : nil, with: piece)
        }
    }

    private mutating func completing(_ number: Int?, with frame: PeerFrame) -> PeerFrame {
        underWay.append(number)
        return frame
    }

    private static func little(_ value: Int, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> ($0 * 8) & 0xFF) }
    }
}
