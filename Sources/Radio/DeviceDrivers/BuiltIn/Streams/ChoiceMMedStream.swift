internal import DeviceCodecs

/// ChoiceMMed (iChoice) MD300C208 and OX100: four subscriptions, the password 0000, and then values.
///
/// Some models send a value a second, others only the final one. The brand's cuffs take the same password; their
/// results are not read. Source: facts §9.2, three programs and the maker's library. Tested with captured frames, never
/// on a device.
struct ChoiceMMedStream: OximeterStream {
    static let name = ProtocolName.choiceMMed
    static let replies = BluetoothUUID(0xCD01)
    static let results = BluetoothUUID(0xCD04)
    static let requestChannel = BluetoothUUID(0xCD20)
    /// All that notify, in the order in which they are subscribed.
    static let notifying: [BluetoothUUID] = [replies, BluetoothUUID(0xCD02), BluetoothUUID(0xCD03), results]

    /// The password; some take it only seconds after the subscriptions.
    static var requests: [StreamRequest] {
        [StreamRequest(channel: requestChannel, bytes: [0xAA, 0x55, 0x04, 0xB1, 0x00, 0x00, 0xB5])]
    }
    static var silence: Double { 5 }
    static var maySendOne: Bool { true }

    private static let codec = StreamCodec("choicemmed")

    private var buffers: [BluetoothUUID: StreamBuffer] = [:]

    func channels(in found: Set<BluetoothUUID>) -> [BluetoothUUID]? {
        guard found.contains(Self.results), found.contains(Self.requestChannel) else { return nil }
        return Self.notifying.filter(found.contains)
    }

    mutating func take(_ bytes: [UInt8], from channel: BluetoothUUID) -> [StreamFrame] {
        buffers[channel, default: StreamBuffer()].add(bytes, cut: Self.cut) { Self.frame($0, from: channel) }
            .map { $0 ?? .damaged("the checksum of an oximeter's frame is wrong") }
    }

    private static func cut(_ bytes: ArraySlice<UInt8>) -> StreamBuffer.Cut {
        guard bytes.first == 0x55 else { return .stray }
        guard bytes.count > 2 else { return .incomplete }
        // The length counts itself; after its bytes comes the checksum.
        let length = Int(bytes[bytes.startIndex + 2])
        guard bytes[bytes.startIndex + 1] == 0xAA, length >= 2 else { return .stray }
        return .frame(length + 3)
    }

    private static func frame(_ bytes: [UInt8], from channel: BluetoothUUID) -> StreamFrame? {
        let sum = bytes[2..<(bytes.count - 1)].reduce(UInt8(0)) { $0 &+ $1 }
        guard sum == bytes[bytes.count - 1] else { return nil }
        switch (channel, bytes.count) {
        case (replies, 6...) where bytes[3] == 0xB1:
            return bytes[4] == 0 ? .answered(0) : .refused("the oximeter does not take the password 0000")
        case (results, 6): return values(bytes)
        case (results, _): return .foreign("this device of the brand is not an oximeter; its results are not known")
        default: return .other
        }
    }

    private static func values(_ bytes: [UInt8]) -> StreamFrame? {
        // Absent is nil: a frame that the codec refuses is damaged.
        guard let decoded = try? codec.frame(bytes), decoded.kind == "measurement" else { return nil }
        return StreamValues(decoded, frame: bytes, channel: results).map { .values($0) } ?? .noFinger
    }
}
