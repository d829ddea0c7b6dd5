package import VitalRecords

/// A reply of a Contec oximeter to a request about its recordings.
package enum ContecReply: Hashable, Sendable {
    /// The device's identity.
    case identity
    /// The version of its protocol; from 14 on it wants an encrypted session.
    case info(version: Int)
    /// Whether it has recordings.
    case storage(hasRecordings: Bool)
    /// It is ready for requests about its memory.
    case ready
    /// The number of recordings.
    case count(Int)
    /// The packings of samples that it offers.
    case packings(Set<ContecPacking>)
    /// The head of the next recording.
    case recording(ContecRecording)
    /// Samples.
    case samples(ContecPacket)
    /// It does not send samples.
    case refused
    /// Anything else: live values, waves.
    case other

    /// Reads a whole frame.
    ///
    /// - Throws: ``CodecError`` where it is cut.
    init(_ view: ByteView) throws(CodecError) {
        let (header, kind) = (try view.byte(0), try view.byte(1))
        self =
            switch (header, kind) {
            case (0xF1, _): .identity
            case (0xF2, _): .info(version: try view.byte(6) & 0x7F)
            case (0xEF, _): .storage(hasRecordings: try view.bit(6, at: 3))
            case (0xFF, _): .ready
            case (0xE0, _) where kind & 7 == 6: .count(try ContecFrame.number(view, at: 2, count: 2))
            case (0xFE, 0x06): .packings(try ContecPacking.offered(view))
            case (0xEC, _): .recording(try ContecRecording(view))
            case (0xED, 0x7F): .refused
            case (0xED, _): try ContecPacket(view).map { .samples($0) } ?? .other
            default: .other
            }
    }
}

/// A packing of samples.
package enum ContecPacking: UInt8, Hashable, Sendable, CaseIterable {
    /// A first value, then steps of four bits; what follows a missing value in the same packet is not known.
    case difference = 0x01
    /// Each sample whole.
    case original = 0x03
    /// Distances below a base.
    case code = 0x04

    static func offered(_ view: ByteView) throws(CodecError) -> Set<ContecPacking> {
        let word = try view.byte(2)
        let bits: [(Int, ContecPacking)] = [(1, .difference), (2, .original), (4, .code)]
        return Set(bits.filter { word & $0.0 != 0 }.map(\.1))
    }
}

/// The head of a recording.
package struct ContecRecording: Hashable, Sendable {
    /// Whether it is the last one.
    package let isLast: Bool
    /// The user's and the recording's number, by which it is requested.
    package let place: [UInt8]
    /// The start, by the device's clock; nil outside the calendar.
    package let time: CivilDateTime?
    /// The bytes of the start.
    package let timeBytes: [UInt8]
    /// The number of samples, one a second; 0 after the last recording.
    package let samples: Int

    init(_ view: ByteView) throws(CodecError) {
        isLast = try view.bit(6, at: 1)
        place = try view.slice(2, count: 2)
        timeBytes = try view.slice(4, count: 6)
        time = CivilDateTime(
            year: 2000 + Int(timeBytes[0]),
            month: Int(timeBytes[1]),
            day: Int(timeBytes[2]),
            hour: Int(timeBytes[3]),
            minute: Int(timeBytes[4]),
            second: Int(timeBytes[5])
        )
        samples = try ContecFrame.number(view, at: 10, count: 4)
    }
}

/// A packet of samples.
package struct ContecPacket: Hashable, Sendable {
    /// Its packing.
    package let packing: ContecPacking
    /// 1 saturation, 2 pulse, 3 perfusion index.
    package let channel: UInt8
    /// Its number in the recording, from 0.
    package let number: Int
    private let view: ByteView

    /// Reads a packet; nil of an unknown packing.
    init?(_ view: ByteView) throws(CodecError) {
        guard let packing = ContecPacking(rawValue: UInt8(try view.byte(1))) else { return nil }
        self.packing = packing
        self.view = view
        channel = UInt8(try view.byte(2))
        number = try ContecFrame.number(view, at: packing == .difference ? 5 : 3, count: 2)
    }

    /// Unpacks samples of consecutive packets, because a base may straddle two.
    package struct Unpacker: Sendable {
        private var code = ContecCode()

        /// Makes an unpacker for a channel's first packet.
        package init() {}

        /// The samples of the next packet; values of which nothing is known are 255.
        package mutating func samples(_ packet: ContecPacket) throws(CodecError) -> [Int] {
            switch packet.packing {
            case .original: return try ContecFrame.original(packet.view).map { Int($0) }
            case .code: return code.samples(try ContecFrame.original(packet.view))
            case .difference:
                let samples = try ContecFrame.difference(packet.view, version: 0)
                let known = samples.prefix { $0 != 255 }
                return known + [Int](repeating: 255, count: samples.count - known.count)
            }
        }
    }
}

/// The frames of a Contec oximeter, joined from notifications that split and join them anywhere.
package struct ContecReplies: Sendable {
    private var bytes: [UInt8] = []

    /// Makes an empty stream.
    package init() {}

    /// Drops an incomplete frame.
    package mutating func clear() { bytes = [] }

    /// Takes a notification; returns the replies that it completes.
    ///
    /// Damaged frames and stray bytes are skipped.
    package mutating func take(_ piece: [UInt8]) -> [ContecReply] {
        bytes += piece
        var replies: [ContecReply] = []
        while let frame = next() {
            if let reply = Self.reply(frame) { replies.append(reply) }
        }
        return replies
    }

    /// A frame of right length, whose bytes after the first are below 0x80.
    private mutating func next() -> ByteView? {
        while let start = bytes.firstIndex(where: { $0 >= 0x80 }) {
            bytes.removeFirst(start)
            let end = bytes.dropFirst().firstIndex { $0 >= 0x80 } ?? bytes.count
            let view = ByteView(bytes.prefix(end))
            do throws(CodecError) {
                if let length = try ContecFrame.length(of: view), length <= end {
                    bytes.removeFirst(length)
                    return ByteView(view.bytes.prefix(length))
                }
                // A header that implies no length, or a frame that the next one cut off.
                if end == bytes.count, try ContecFrame.length(of: view) != nil { return nil }
            } catch {
                if end == bytes.count { return nil }
            }
            bytes.removeFirst(end)
        }
        bytes = []
        return nil
    }

    private static func reply(_ frame: ByteView) -> ContecReply? {
        // These two have no checksum, or a zero instead.
        let hasSum = !frame.starts(0xF2) && !(frame.starts(0xFE) && frame.bytes.last == 0)
        guard !hasSum || ContecFrame.isSumRight(frame) else { return nil }
        do throws(CodecError) { return try ContecReply(frame) } catch { return nil }
    }
}
