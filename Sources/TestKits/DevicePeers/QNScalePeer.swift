/// A scale of Yolanda's QN family with the newer service: it speaks first, and repeats a weight until it is acknowledged.
///
/// Source: the frames of KristianP26/ble-scale-sync's tests.
package struct QNScalePeer: MakerPeer {
    /// The scales' service.
    package static let service = "0000fff0-0000-1000-8000-00805f9b34fb"
    /// Notifications.
    package static let replies = "0000fff1-0000-1000-8000-00805f9b34fb"
    /// Writes.
    package static let requests = "0000fff2-0000-1000-8000-00805f9b34fb"

    /// The information that the scale sends first: that of a GE scale.
    package static let information = PeerFrame(
        replies,
        bytes: [
            0x12, 0x14, 0xFF, 0x11, 0x22, 0x33, 0x44, 0x55, 0xFF, 0x14, 0x0F, 0x42, 0x00, 0x02, 0x05, 0x03, 0xE0,
            0x6F, 0x2B, 0x0C,
        ]
    )

    /// The weight on the scale in tenths of a kilogram; nil for an empty one.
    package var weight: Int?
    /// Whether the central told the unit and the time, and started.
    package private(set) var isStarted = false
    /// Requests that a central must never send.
    package private(set) var strayWrites: [[UInt8]] = []

    /// Makes an empty scale.
    package init() {}

    /// One characteristic each way.
    package var rows: [PeerRow] {
        [PeerRow(Self.replies, flags: ["notify"]), PeerRow(Self.requests, flags: ["write"])]
    }

    /// Answers the unit, the time and the start; a weight that is acknowledged leaves the scale.
    package mutating func answers(to bytes: [UInt8], on _: String) -> [PeerFrame] {
        guard bytes.count > 4, sum8(bytes.dropLast()) == bytes.last else { return stray(bytes) }
        switch (bytes[0], bytes.count) {
        case (0x13, 9): return [Self.frame([0x14, 0x0B, 0xFF, 0x00, 0x01, 0, 0, 0, 0, 0])]
        case (0x20, 8): return [Self.frame([0x21, 0x05, 0xFF, 0x00])]
        case (0x22, 6): isStarted = true
        case (0x1F, 5): weight = nil
        default: return stray(bytes)
        }
        return []
    }

    /// The weight on the scale, moving or settled.
    package func weighing(isStable: Bool) -> PeerFrame? {
        guard isStarted, let weight else { return nil }
        let shown = [UInt8(weight >> 8 & 0xFF), UInt8(weight & 0xFF)]
        let state: UInt8 = isStable ? 0x02 : 0x01
        return Self.frame([0x10, 0x0E, 0xFF, 0x01, state] + shown + [0x01, 0xFD, 0x01, 0xFB, 0x00, 0x33])
    }

    /// Begins again; the person stays on the scale.
    package mutating func linkEnded() { isStarted = false }

    private mutating func stray(_ bytes: [UInt8]) -> [PeerFrame] {
        strayWrites.append(bytes)
        return []
    }

    private static func frame(_ bytes: [UInt8]) -> PeerFrame { PeerFrame(replies, bytes: bytes + [sum8(bytes)]) }
}
