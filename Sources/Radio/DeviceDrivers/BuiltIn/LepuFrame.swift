internal import DeviceCodecs

/// A frame of the maker Lepu (Viatom, Wellue): both generations have one layout, with different bytes after the
/// command.
///
/// Source: facts §4.1, §4.3.
struct LepuFrame: Hashable, Sendable {
    /// The characteristic of requests, which takes writes without response.
    static let requests = BluetoothUUID("8b00ace7-eb0b-49b0-bbe9-9aee0a26e1a3") ?? BluetoothUUID(0)
    /// The characteristic of replies.
    static let replies = BluetoothUUID("0734594a-a8e7-4b1a-a6b1-cd5243059a57") ?? BluetoothUUID(0)
    /// The most bytes of data that a reply may announce; the largest known has 512.
    static let limit = 4_096

    /// AA for a request and 55 for a reply, or A5 for both.
    let head: UInt8
    /// The command; the status in replies with head 55.
    let command: UInt8
    /// The two bytes after the command's complement: a block's number, or the direction and a counter.
    let middle: [UInt8]
    /// The data.
    let data: [UInt8]

    /// Makes a frame.
    init(head: UInt8, command: UInt8, middle: [UInt8], data: [UInt8] = []) {
        self.head = head
        self.command = command
        self.middle = middle
        self.data = data
    }

    /// Reads one whole frame; nil if the complement, the length or the checksum is wrong.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8, bytes[1] == ~bytes[2], bytes.count == 8 + Int(bytes[5]) + Int(bytes[6]) << 8,
            Checksum.crc8(bytes.dropLast()) == bytes.last
        else { return nil }
        self.init(head: bytes[0], command: bytes[1], middle: Array(bytes[3...4]), data: Array(bytes[7...].dropLast()))
    }

    /// The frame on the wire.
    var bytes: [UInt8] {
        let length = [UInt8(data.count & 0xFF), UInt8(data.count >> 8 & 0xFF)]
        let frame = [head, command, ~command] + middle + length + data
        return frame + [Checksum.crc8(frame)]
    }

    /// Joins notifications to frames, and finds the next frame after damaged bytes.
    struct Joiner: Sendable {
        private let head: UInt8
        private var bytes: [UInt8] = []

        /// Makes a joiner of frames with this first byte.
        init(head: UInt8) { self.head = head }

        /// Drops an incomplete frame.
        mutating func clear() { bytes = [] }

        /// Takes a notification; returns the frames that it completes.
        mutating func take(_ piece: [UInt8]) -> [LepuFrame] {
            bytes += piece
            var frames: [LepuFrame] = []
            while let length = frameLength(), bytes.count >= length {
                let frame = LepuFrame(Array(bytes.prefix(length)))
                bytes.removeFirst(frame == nil ? 1 : length)
                if let frame { frames.append(frame) }
            }
            return frames
        }

        /// The length of the first frame, after bytes that cannot start one are dropped.
        private mutating func frameLength() -> Int? {
            while let start = bytes.firstIndex(of: head) {
                bytes.removeFirst(start)
                guard bytes.count >= 7 else { return nil }
                let length = Int(bytes[5]) | Int(bytes[6]) << 8
                if bytes[1] == ~bytes[2], length <= LepuFrame.limit { return length + 8 }
                bytes.removeFirst()
            }
            bytes = []
            return nil
        }
    }
}
