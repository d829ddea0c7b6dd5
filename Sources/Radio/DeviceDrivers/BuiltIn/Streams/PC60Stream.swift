internal import DeviceCodecs

/// Viatom PC-60FW, PC-60E, POD-1, POD-3 and PF-10: values, waves and the battery, without a request.
///
/// Source: facts §4.4, several programs. Tested with captured frames, never on a device.
struct PC60Stream: OximeterStream {
    static let name = ProtocolName.pc60fw
    static let values = BluetoothUUID("6e400003-b5a3-f393-e0a9-e50e24dcca9e") ?? BluetoothUUID(0)

    private static let codec = StreamCodec("viatom")

    private var buffer = StreamBuffer()

    func channels(in found: Set<BluetoothUUID>) -> [BluetoothUUID]? {
        found.contains(Self.values) ? [Self.values] : nil
    }

    mutating func take(_ bytes: [UInt8], from channel: BluetoothUUID) -> [StreamFrame] {
        guard channel == Self.values else { return [] }
        return buffer.add(bytes, cut: Self.cut, decode: Self.frame)
            .map { $0 ?? .damaged("the checksum of an oximeter's frame is wrong") }
    }

    /// `AA 55 token length …`; the length counts what follows it.
    private static func cut(_ bytes: ArraySlice<UInt8>) -> StreamBuffer.Cut {
        guard bytes.first == 0xAA else { return .stray }
        guard bytes.count > 3 else { return .incomplete }
        let length = Int(bytes[bytes.startIndex + 3])
        guard bytes[bytes.startIndex + 1] == 0x55, (2...64).contains(length) else { return .stray }
        return .frame(length + 4)
    }

    private static func frame(_ bytes: [UInt8]) -> StreamFrame? {
        // Absent is nil: a frame that the codec refuses is damaged.
        guard let decoded = try? codec.frame(bytes) else { return nil }
        guard decoded.kind == "measurement" else { return .other }
        guard let values = StreamValues(decoded, index: "pi", frame: bytes, channel: values), values.pulse != nil else {
            return .noFinger
        }
        return .values(values)
    }
}
