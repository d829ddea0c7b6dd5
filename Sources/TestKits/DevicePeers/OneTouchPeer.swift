/// A OneTouch meter: frames in pieces of 19 bytes, each acknowledged, and records by their place.
///
/// Source: public captures (Gadgetbridge's tests) and four further public readings of the protocol.
package struct OneTouchPeer: MakerPeer {
    /// The meters' service.
    package static let service = "af9df7a1-e595-11e3-96b4-0002a5d5c51b"
    /// Where requests and acknowledgements are written.
    package static let requests = "af9df7a2-e595-11e3-96b4-0002a5d5c51b"
    /// Where replies come from.
    package static let replies = "af9df7a3-e595-11e3-96b4-0002a5d5c51b"

    /// The replies to requests for records, newest first.
    package var records: [[UInt8]] = []
    /// What its clock shows, in seconds since 2000.
    package var clock = 0
    /// Whether it knows nothing of the central's bond.
    package var isStrange = false
    /// How often the first piece of a reply is lost.
    package var losses = 0
    /// The acknowledgements so far.
    package private(set) var acknowledged: [UInt8] = []
    /// The numbers of the records that were asked for.
    package private(set) var fetched: Set<Int> = []
    /// Requests that only a central's mistake can send: settings, erasures, unknown ones.
    package private(set) var strayWrites: [[UInt8]] = []
    /// The pieces of the reply that are not sent yet.
    private var waiting: [[UInt8]] = []

    /// Creates a meter without records.
    package init() {}

    /// One characteristic each way.
    package var rows: [PeerRow] {
        [PeerRow(Self.requests, flags: ["write"]), PeerRow(Self.replies, flags: ["notify"])]
    }

    /// The reply to a request for a record; place 0 is filled in when it is requested.
    ///
    /// - Parameters:
    ///   - seconds: The time by the meter's clock, since 2000.
    ///   - value: In mg/dL.
    ///   - meal: 0 none, 1 before, 2 after.
    package static func record(
        _ number: Int,
        seconds: Int,
        value: Int,
        meal: UInt8 = 1,
        isControl: Bool = false
    ) -> [UInt8] {
        [0x06, 0, 0, isControl ? 1 : 0] + little(number, count: 2) + little(seconds, count: 4)
            + little(value, count: 2) + [meal, 0, 0xFD, 0x0A, 0]
    }

    /// Answers a request piece by piece, as each is acknowledged.
    package mutating func answers(to bytes: [UInt8], on _: String) -> [PeerFrame] {
        if bytes.count == 1 {
            acknowledged += bytes
            return next()
        }
        guard bytes.first == 1, let message = Self.message(in: Array(bytes.dropFirst())) else {
            strayWrites.append(bytes)
            return []
        }
        waiting = Self.pieces(of: isStrange ? [0x07] : answer(message))
        if losses > 0 {
            losses -= 1
            waiting.removeFirst()
        }
        // The request is acknowledged first.
        return [PeerFrame(Self.replies, bytes: [0x81])] + next()
    }

    /// Erases the memory; record numbers continue.
    package mutating func clear() { (records, fetched) = ([], []) }

    /// Forgets the reply under way.
    package mutating func linkEnded() { waiting = [] }

    private mutating func next() -> [PeerFrame] {
        guard !waiting.isEmpty else { return [] }
        return [PeerFrame(Self.replies, bytes: waiting.removeFirst())]
    }

    /// The reply to a message.
    mutating func answer(_ message: [UInt8]) -> [UInt8] {
        switch (message.prefix(2), message.count) {
        case ([0x20, 0x02], 2): return [0x06] + little(clock, count: 4)
        case ([0x27, 0x00], 2): return [0x06] + little(records.count, count: 2)
        case ([0x31, 0x02], 5):
            let place = Int(message[2]) | Int(message[3]) << 8
            guard records.indices.contains(place) else { return [0x09] }
            fetched.insert(Int(records[place][4]) | Int(records[place][5]) << 8)
            return [0x06, message[2], message[3]] + records[place].dropFirst(3)
        default:
            strayWrites.append(message)
            return [0x08]
        }
    }
}

extension OneTouchPeer {
    /// A reply in pieces, each behind its header byte.
    private static func pieces(of message: [UInt8]) -> [[UInt8]] {
        let frame = frame(of: message)
        let count = (frame.count + 18) / 19
        return (0..<count).map { index in
            [index == 0 ? UInt8(count) : 0x40 | UInt8(index)] + frame.dropFirst(index * 19).prefix(19)
        }
    }

    /// A message with its start, length, prefix, end and checksum.
    static func frame(of message: [UInt8]) -> [UInt8] {
        let body: [UInt8] = [0x02] + little(message.count + 7, count: 2) + [0x04] + message + [0x03]
        return body + little(Int(checksum(body)), count: 2)
    }

    /// The message in a frame; nil if length, marks or checksum are wrong.
    static func message(in frame: [UInt8]) -> [UInt8]? {
        guard frame.count >= 8, frame[0] == 2, frame[frame.count - 3] == 3 else { return nil }
        guard Int(frame[1]) | Int(frame[2]) << 8 == frame.count else { return nil }
        let sum = little(Int(checksum(Array(frame.dropLast(2)))), count: 2)
        return Array(frame.suffix(2)) == sum ? Array(frame[4...].dropLast(3)) : nil
    }

    /// CRC-16/CCITT-FALSE.
    private static func checksum(_ bytes: [UInt8]) -> UInt16 {
        bytes.reduce(0xFFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
        }
    }
}
