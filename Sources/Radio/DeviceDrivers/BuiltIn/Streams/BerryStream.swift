internal import DeviceCodecs

/// Berry BM1000 and others of the BCI protocol: 100 packets of five bytes a second, split anywhere; and protocol 1.5, with
/// packets of 20 bytes.
///
/// Source: facts §10, the maker's BCI protocol 1.2; for protocol 1.5 one program that reads it. Tested with computed frames,
/// never on a device.
struct BerryStream: OximeterStream {
    static let name = ProtocolName.berry
    static let values = BluetoothUUID("49535343-1e4d-4bd9-ba61-23c647249616") ?? BluetoothUUID(0)

    private static let codec = StreamCodec("berry")

    private var buffer = StreamBuffer()

    func channels(in found: Set<BluetoothUUID>) -> [BluetoothUUID]? {
        found.contains(Self.values) ? [Self.values] : nil
    }

    mutating func take(_ bytes: [UInt8], from channel: BluetoothUUID) -> [StreamFrame] {
        guard channel == Self.values else { return [] }
        return buffer.add(bytes, cut: Self.cut, decode: Self.frame)
            .map { $0 ?? .damaged("only the first byte of a packet may have its highest bit") }
    }

    /// How a packet of protocol 1.5 begins, and its length.
    private static let newer: (head: [UInt8], length: Int) = ([0xFF, 0xAA], 20)

    /// Only the first byte of a BCI packet has its highest bit.
    private static func cut(_ bytes: ArraySlice<UInt8>) -> StreamBuffer.Cut {
        guard let first = bytes.first, first >= 0x80 else { return .stray }
        let length = bytes.starts(with: newer.head) ? newer.length : 5
        return bytes.count < length ? .incomplete : .frame(length)
    }

    private static func frame(_ packet: [UInt8]) -> StreamFrame? {
        // Absent is nil: a packet that the codec refuses is damaged.
        guard let decoded = try? codec.frame(packet) else { return nil }
        if decoded.kind == "version" { return .other }
        guard decoded.isSet("finger"), !decoded.isSet("unplugged") else { return .noFinger }
        let hasSignal = packet.count == newer.length || decoded.number("signal") != nil
        guard hasSignal, !decoded.isSet("noSignal"), !decoded.isSet("searching"),
            let values = StreamValues(decoded, index: "pi", frame: packet, channel: values)
        else { return .poor }
        return .values(values)
    }
}

/// Jumper JPD-500D, JPD-500F and JPD-500G: values and waves, without a request.
///
/// Source: facts §10. Tested with another program's frames, never on a device.
struct JumperStream: OximeterStream {
    private static let codec = StreamCodec("jumper")
    static let name = ProtocolName.jumper
    static let values = BluetoothUUID("cdeacb81-5235-4c07-8846-93a37ee6b86d") ?? BluetoothUUID(0)

    func channels(in found: Set<BluetoothUUID>) -> [BluetoothUUID]? {
        found.contains(Self.values) ? [Self.values] : nil
    }

    func take(_ bytes: [UInt8], from channel: BluetoothUUID) -> [StreamFrame] {
        guard channel == Self.values, bytes.first != 0x80 else { return [.other] }
        guard bytes.count == 4, bytes[0] == 0x81,
            // Absent is nil: a frame that the codec refuses is damaged.
            let decoded = try? Self.codec.frame(bytes)
        else { return [.damaged("a frame of a Jumper oximeter has four bytes, the first 81")] }
        return [StreamValues(decoded, index: "pi", frame: bytes, channel: channel).map { .values($0) } ?? .noFinger]
    }
}
