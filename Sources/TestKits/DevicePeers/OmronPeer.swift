/// An Omron cuff: a memory that is read by address, behind an unlocking.
///
/// Source: public captures and facts of eigger/hass-omron and userx14/omblepy.
package struct OmronPeer: MakerPeer {
    /// How the cuff is opened.
    package enum Opening: Sendable {
        /// By the key that a pairing programmed.
        case key
        /// By four bytes that it repeats.
        case token
        /// By the bond alone.
        case bond
    }

    /// The maker's service of models with four channels; later ones have FE4A.
    package static let service = "ecbe3980-c9a2-11e1-b1bd-0002a5d5c51b"
    /// The service of models with one channel.
    package static let modernService = "0000fe4a-0000-1000-8000-00805f9b34fb"
    /// The channels of requests.
    package static let requests = [
        "db5b55e0-aee7-11e1-965e", "e0b8a060-aee7-11e1-92f4", "0ae12b00-aee8-11e1-a192", "10e1ba60-aee8-11e1-89e5",
    ].map { $0 + "-0002a5d5c51b" }
    /// The channels of replies.
    package static let replies = [
        "49123040-aee8-11e1-a74d", "4d0bf320-aee8-11e1-a0d9", "5128ce60-aee8-11e1-b84b", "560f1420-aee8-11e1-8184",
    ].map { $0 + "-0002a5d5c51b" }
    /// The unlocking, written and notified.
    package static let unlocking = "b305b680-aee7-11e1-a730-0002a5d5c51b"

    /// The memory; FF where nothing is written.
    package var memory = [UInt8](repeating: 0xFF, count: 0x4000)
    /// How it is opened.
    package var opening = Opening.key
    /// The key that opens it; nil offers its key mode.
    package var key: [UInt8]?
    /// Whether it has the four channels of the classic service.
    package var isClassic = true
    /// Whether the pieces of a packet arrive in the reverse order.
    package var isReversed = false
    /// The numbers of the packets whose last piece is lost, from 1.
    package var losesPacket: Set<Int> = []
    /// The numbers of the packets that report an error.
    package var failsPacket: Set<Int> = []
    /// Writes other than start, read and end, which a central must never send.
    package private(set) var strayWrites: [[UInt8]] = []
    /// The addresses that this session has read.
    package private(set) var readAddresses: [Int] = []
    /// Whether a session has ended in order since the last ``takeEnd()``.
    private var hasEnded = false
    private var packets = 0
    private var isUnlocked = false
    private var isStarted = false

    /// Creates a cuff with an empty memory.
    package init() {}

    /// Four channels each way, or one, and the unlocking.
    package var rows: [PeerRow] {
        let count = isClassic ? 4 : 1
        let write = isClassic ? "write" : "write-without-response"
        return Self.requests.prefix(count).map { PeerRow($0, flags: [write]) }
            + Self.replies.prefix(count).map { PeerRow($0, flags: ["notify"]) }
            + [PeerRow(Self.unlocking, flags: ["write", "notify"])]
    }

    /// Writes into the memory.
    package mutating func put(_ bytes: [UInt8], at address: Int) {
        memory.replaceSubrange(address..<(address + bytes.count), with: bytes)
    }

    /// Whether a session has ended in order since the last call.
    package mutating func takeEnd() -> Bool {
        defer { hasEnded = false }
        return hasEnded
    }

    /// Answers an unlocking or a request.
    package mutating func answers(to bytes: [UInt8], on uuid: String) -> [PeerFrame] {
        if uuid == Self.unlocking { return [PeerFrame(uuid, bytes: unlock(bytes))] }
        // All of a reader's requests fit into the first channel.
        guard uuid == Self.requests[0], bytes.count == 8, bytes[0] == 8, bytes.reduce(0, ^) == 0 else {
            strayWrites.append(bytes)
            return []
        }
        return packet(for: bytes).map(pieces) ?? []
    }

    /// Locks again.
    package mutating func linkEnded() { (isUnlocked, isStarted, readAddresses) = (false, false, []) }
}

extension OmronPeer {
    private mutating func unlock(_ bytes: [UInt8]) -> [UInt8] {
        let given = Array(bytes.dropFirst())
        switch (opening, bytes.first, bytes.count) {
        case (.key, 0x02, 17): return [0x82, key == nil ? 0x00 : 0x0F]
        case (.key, 0x00, 17):
            guard key == nil else { return [0x80, 0x0F] }
            (key, isUnlocked) = (given, true)
            return [0x80, 0x00]
        case (.key, 0x01, 17):
            isUnlocked = given == key
            return [0x81, isUnlocked ? 0x00 : 0x01]
        case (.token, 0x11, 20):
            isUnlocked = true
            return [0x91, 0x00] + given.prefix(4)
        default: return [0xFF, 0x26]
        }
    }

    /// The packet that answers a request; nil for what a central must not send.
    private mutating func packet(for bytes: [UInt8]) -> [UInt8]? {
        packets += 1
        if failsPacket.contains(packets) { return Self.refusal }
        let isOpen = isUnlocked || opening == .bond
        let address = Int(bytes[3]) << 8 | Int(bytes[4])
        switch (Int(bytes[1]) << 8 | Int(bytes[2]), isOpen, isStarted) {
        case (0x0000, true, _):
            isStarted = true
            return Self.packet([0x80, 0x00, 0x00, 0x00, 0x10], data: [])
        case (0x0100, true, true):
            readAddresses.append(address)
            let data = memory.dropFirst(address).prefix(Int(bytes[5]))
            return Self.packet([0x81, 0x00, bytes[3], bytes[4], bytes[5]], data: Array(data))
        case (0x0F00, true, _):
            (isStarted, hasEnded) = (false, true)
            return Self.packet([0x8F, 0x00, 0x00, 0x00, 0x00], data: [])
        // Locked, or not started.
        case (0x0000, false, _), (0x0100, _, _), (0x0F00, false, _): return Self.refusal
        default:
            strayWrites.append(bytes)
            return nil
        }
    }

    private static let refusal = packet([0x8F, 0x00, 0x00, 0x00, 0x01], data: [0x01])

    /// A packet with its length and checksum.
    private static func packet(_ head: [UInt8], data: [UInt8]) -> [UInt8] {
        let packet = [UInt8(head.count + data.count + 3)] + head + data + [0]
        return packet + [packet.reduce(0, ^)]
    }

    /// Pieces of 16 bytes, one for each channel; a model with one channel sends the packet whole.
    private func pieces(of packet: [UInt8]) -> [PeerFrame] {
        let isLossy = losesPacket.contains(packets)
        guard isClassic else { return isLossy ? [] : [PeerFrame(Self.replies[0], bytes: packet)] }
        var pieces = stride(from: 0, to: packet.count, by: 16).map { start in
            PeerFrame(Self.replies[start / 16], bytes: Array(packet[start..<min(start + 16, packet.count)]))
        }
        if isLossy { pieces.removeLast() }
        return isReversed ? pieces.reversed() : pieces
    }
}
