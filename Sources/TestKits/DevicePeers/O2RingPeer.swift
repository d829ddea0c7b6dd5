/// A Viatom ring of the first generation: live values when asked, and the files of its nights.
///
/// Source: MackeyStingray/o2r, ecostech/viatom-ble, the maker's LepuBle.
package struct O2RingPeer: MakerPeer {
    /// A night's file.
    package struct File: Hashable, Sendable {
        /// `YYYYMMDDhhmmss`, when it began.
        package let name: String
        /// The bytes.
        package let bytes: [UInt8]

        /// Creates a file.
        package init(name: String, bytes: [UInt8]) {
            (self.name, self.bytes) = (name, bytes)
        }
    }

    /// The rings' service.
    package static let service = "14839ac4-7d7e-415c-9a42-167340cf2339"
    /// Where requests are written, at most 20 bytes at once.
    package static let requests = "8b00ace7-eb0b-49b0-bbe9-9aee0a26e1a3"
    /// Where replies come from, in pieces.
    package static let replies = "0734594a-a8e7-4b1a-a6b1-cd5243059a57"
    /// The bytes of a block of a file.
    package static let block = 512

    /// The files, oldest first.
    package var files: [File] = []
    /// What its clock shows, as `YYYY-MM-DD,hh:mm:ss`.
    package var clock = ""
    /// The saturation and pulse of the finger in it; nil without one.
    package var finger: (saturation: UInt8, pulse: UInt8)?
    /// The numbers of the replies whose last piece is lost, from 1.
    package var losesReply: Set<Int> = []
    /// The numbers of the replies with a wrong byte, from 1.
    package var damagesReply: Set<Int> = []
    /// The numbers of the replies that are sent twice, from 1.
    package var repeatsReply: Set<Int> = []
    /// The names of the files whose last block was read.
    package private(set) var fetched: Set<String> = []
    /// Requests that a central must never send: settings, resets.
    package private(set) var strayWrites: [[UInt8]] = []
    private var replied = 0
    private var request: [UInt8] = []
    private var open: File?

    /// Creates a ring without files.
    package init() {}

    /// One characteristic each way.
    package var rows: [PeerRow] {
        [PeerRow(Self.replies, flags: ["notify"]), PeerRow(Self.requests, flags: ["write-without-response"])]
    }

    /// Answers a request once it is whole.
    package mutating func answers(to bytes: [UInt8], on _: String) -> [PeerFrame] {
        request = bytes.first == 0xAA ? bytes : request + bytes
        guard request.count >= 8 else { return [] }
        let length = 8 + (Int(request[5]) | Int(request[6]) << 8)
        guard request.count >= length else { return [] }
        defer { request = [] }
        guard request.count == length, request[0] == 0xAA, request[1] == ~request[2],
            Self.checksum(request.dropLast()) == request.last
        else {
            strayWrites.append(request)
            return []
        }
        let number = Int(request[3]) | Int(request[4]) << 8
        return pieces(of: answer(request[1], block: number, data: Array(request[7...].dropLast())), block: number)
    }

    /// Closes its file.
    package mutating func linkEnded() { (request, open) = ([], nil) }

    /// Deletes the files.
    package mutating func clear() { (files, fetched, open) = ([], [], nil) }

    /// The data of a reply; nil for a refusal.
    private mutating func answer(_ command: UInt8, block: Int, data: [UInt8]) -> [UInt8]? {
        switch command {
        case 0x14: return Array(information.utf8)
        case 0x15: return []
        case 0x17: return sensors
        case 0x1B: return Array(sensors.prefix(2)) + [0, 96, 0, 12, finger == nil ? 0 : 1, 0, 0, 0, 0, 0]
        case 0x03:
            let name = String(decoding: data.prefix { $0 != 0 }, as: UTF8.self)
            open = files.first { $0.name == name }
            return open.map { little($0.bytes.count, count: 4) }
        case 0x04:
            guard let open, block * Self.block < open.bytes.count else { return nil }
            let part = open.bytes.dropFirst(block * Self.block).prefix(Self.block)
            if part.endIndex == open.bytes.count { fetched.insert(open.name) }
            return Array(part)
        case 0x05:
            open = nil
            return []
        default:
            strayWrites.append([command] + data)
            return nil
        }
    }
}

extension O2RingPeer {
    private var information: String {
        let names = files.map { $0.name + "," }.joined()
        return #"{"Region":"CE","Model":"1652","SN":"2101000001","FileVer":"3","CurTIME":"\#(clock)","#
            + #""CurBAT":"96%","CurBatState":"0","FileList":"\#(names)"}"#
    }

    /// 13 bytes; without a finger the values are FF.
    private var sensors: [UInt8] {
        let (saturation, pulse) = finger ?? (0xFF, 0xFF)
        return [saturation, pulse, 0, 0, 0, 0, 0, 96, 0, 0, 12, finger == nil ? 0 : 1, 0]
    }

    private mutating func pieces(of data: [UInt8]?, block: Int) -> [PeerFrame] {
        let status: UInt8 = data == nil ? 1 : 0
        let data = data ?? []
        var frame = [0x55, status, ~status] + little(block, count: 2) + little(data.count, count: 2) + data
        frame.append(Self.checksum(frame))
        replied += 1
        if damagesReply.contains(replied) { frame[frame.count / 2] ^= 1 }
        var pieces = stride(from: 0, to: frame.count, by: 20).map { start in
            PeerFrame(Self.replies, bytes: Array(frame[start..<min(start + 20, frame.count)]))
        }
        if losesReply.contains(replied) { pieces.removeLast() }
        return repeatsReply.contains(replied) ? pieces + pieces : pieces
    }

    /// CRC-8 with polynomial 7.
    private static func checksum(_ bytes: some Sequence<UInt8>) -> UInt8 {
        bytes.reduce(0) { sum, byte in (0..<8).reduce(sum ^ byte) { sum, _ in sum << 1 ^ (sum & 0x80 == 0 ? 0 : 7) } }
    }

    /// The file of a night: a header of 40 bytes, then five bytes every four seconds.
    ///
    /// - Parameter values: Saturation and pulse; nil if the ring had none.
    package static func night(
        name: String,
        values: [(saturation: UInt8, pulse: UInt8)?]
    ) -> File {
        let digits = name.compactMap(\.wholeNumberValue)
        let date = stride(from: 4, to: 14, by: 2).map { UInt8(digits[$0] * 10 + digits[$0 + 1]) }
        let year = digits.prefix(4).reduce(0) { $0 * 10 + $1 }
        let known = values.compactMap { $0?.saturation }
        let average = known.isEmpty ? 0 : UInt8(known.reduce(0) { $0 + Int($1) } / known.count)
        var header = little(3, count: 2) + little(year, count: 2) + date
        header += little(40 + 5 * values.count, count: 4) + little(4 * values.count, count: 2)
        header += little(4 * known.count, count: 2) + [average, known.min() ?? 0]
        header += [UInt8](repeating: 0, count: 40 - header.count)
        let records = values.flatMap { value -> [UInt8] in
            guard let value else { return [0xFF, 0xFF, 1, 0, 0] }
            return [value.saturation, value.pulse, 0, 0, 0]
        }
        return File(name: name, bytes: header + records)
    }
}
