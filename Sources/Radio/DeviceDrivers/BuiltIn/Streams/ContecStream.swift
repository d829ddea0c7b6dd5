internal import DeviceCodecs
internal import VitalRecords

/// Contec CMS50 oximeters, live: the protocol's version is asked, and then a value a second.
///
/// Newer versions scramble their values. If an oximeter does not report its version, only values that cannot be
/// scrambled count. Stored records are not read. Source: facts §9.1. Tested with captured frames, never on a device.
struct ContecStream: OximeterStream {
    static let name = ProtocolName.contec
    static let requestChannel = BluetoothUUID(0xFF01)
    static let replies = BluetoothUUID(0xFF02)

    static var requests: [StreamRequest] {
        [
            StreamRequest(channel: requestChannel, bytes: [0x82, 0x02], attempts: 2, isOptional: true),
            StreamRequest(channel: requestChannel, bytes: [0x9B, 0x01, 0x1C]),
        ]
    }
    static var pause: Duration { .milliseconds(800) }

    private static let codec = StreamCodec("contec")

    private var buffer = StreamBuffer()
    private var version: Int?

    func channels(in found: Set<BluetoothUUID>) -> [BluetoothUUID]? {
        found.isSuperset(of: [Self.requestChannel, Self.replies]) ? [Self.replies] : nil
    }

    mutating func take(_ bytes: [UInt8], from channel: BluetoothUUID) -> [StreamFrame] {
        guard channel == Self.replies else { return [] }
        var version = version
        let frames = buffer.add(bytes, cut: Self.cut) { Self.meaning(of: $0, version: &version) }
        self.version = version
        return frames.map { $0 ?? .damaged("the checksum of an oximeter's frame is wrong") }
    }

    /// Only the first byte of a frame has its highest bit, so that other frames are skipped byte by byte.
    private static func cut(_ bytes: ArraySlice<UInt8>) -> StreamBuffer.Cut {
        let bytes = Array(bytes.prefix(64))
        guard let length = lengths[bytes[0]] else { return .stray }
        return length(bytes).map { .frame($0) } ?? (bytes.count < 64 ? .incomplete : .stray)
    }

    /// The length of a frame, by its first byte; nil until enough of it is there.
    private static let lengths: [UInt8: @Sendable ([UInt8]) -> Int?] = [
        0xEB: { bytes in bytes.count < 2 ? nil : bytes[1] == 0 ? 6 : bytes[1] == 0x7F ? 3 : 8 },
        // Two texts, each behind its length; a single zero replaces both.
        0xF2: { bytes in
            guard bytes.count > 8 else { return nil }
            let first = Int(bytes[8])
            guard first > 0 else { return 9 }
            return bytes.count > 9 + first ? first + Int(bytes[9 + first]) + 11 : nil
        },
    ]

    /// The meaning of a frame; nil for one whose checksum is wrong.
    private static func meaning(of frame: [UInt8], version: inout Int?) -> StreamFrame? {
        var options = DriverOptions()
        options.protocolVersion = version
        // Absent is nil: a frame that the codec refuses is damaged.
        guard let decoded = try? codec.frame(frame, options: options) else { return nil }
        switch decoded.kind {
        case "info":
            version = decoded.number("protocol").map { Int($0.mantissa) }
            return .answered(0)
        case "measurement":
            // A captured frame has values and no finger by its status, so the values decide.
            guard let values = StreamValues(decoded, frame: frame, channel: replies) else {
                return decoded.isSet("finger") ? .poor : .noFinger
            }
            return version != nil || isPlain(values.spo2) ? .values(values) : .poor
        default: return .other
        }
    }

    /// Whether a saturation cannot be scrambled: scrambling maps 64 to 100 below 64, and 0 to 86.
    private static func isPlain(_ spo2: Int) -> Bool { spo2 >= 64 && spo2 != 86 }
}
