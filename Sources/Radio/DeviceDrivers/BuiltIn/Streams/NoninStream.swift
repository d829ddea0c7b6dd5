internal import DeviceCodecs
internal import VitalRecords

/// Nonin 3230 and 3150: one measurement a second, which the oximeter itself marks as final (SmartPoint).
///
/// Without the mark after 30 s, the common rule decides. An oximeter without the maker's service is read by the
/// standard's stream. Source: facts §3, the maker's sample and specification 113142-000-02. Tested with computed
/// frames, never on a device.
struct NoninStream: OximeterStream {
    static let name = ProtocolName.nonin
    static let values = BluetoothUUID("0aad7ea0-0d60-11e2-8e3c-0002a5d5c51b") ?? BluetoothUUID(0)
    static let control = BluetoothUUID("1447af80-0d60-11e2-88b6-0002a5d5c51b") ?? BluetoothUUID(0)

    private static let codec = StreamCodec("nonin")

    /// "Measurement complete": the oximeter shows a tick and sleeps.
    static var thanks: StreamRequest? { StreamRequest(channel: control, bytes: [0x62, 0x4E, 0x4D, 0x49]) }
    static var ownJudgement: Duration { .seconds(30) }

    func channels(in found: Set<BluetoothUUID>) -> [BluetoothUUID]? {
        [Self.values, .continuousOximetry].first(where: found.contains).map { [$0] }
    }

    func take(_ bytes: [UInt8], from channel: BluetoothUUID) -> [StreamFrame] {
        do throws(CodecError) {
            switch channel {
            case Self.values: return [try Self.frame(bytes)]
            case .continuousOximetry: return [try Self.standard(bytes)]
            default: return [.other]
            }
        } catch {
            return [.damaged(error.message)]
        }
    }

    private static func frame(_ bytes: [UInt8]) throws(CodecError) -> StreamFrame {
        guard let decoded = try codec.frame(bytes), decoded.kind == "measurement" else {
            throw CodecError(.invalid, message: "a measurement of a Nonin oximeter has ten bytes, the first 0A")
        }
        guard decoded.isSet("finger") else { return .noFinger }
        guard !decoded.isSet("searching"), !decoded.isSet("weakSignal"),
            var values = StreamValues(decoded, index: "pai", frame: bytes, channel: values)
        else { return .poor }
        values.isFinal = decoded.isSet("smartPoint")
        return .values(values)
    }

    private static func standard(_ bytes: [UInt8]) throws(CodecError) -> StreamFrame {
        let measured = try ContinuousOximetry(decoding: bytes)
        guard measured.isUsable else { return .noFinger }
        return StreamValues(measured, frame: bytes).map { .values($0) } ?? .poor
    }
}

extension StreamValues {
    /// The values of the standard's stream; nil if they are not whole numbers.
    fileprivate init?(_ measured: ContinuousOximetry, frame: [UInt8]) {
        guard let spo2 = measured.values.spo2.number, spo2.exponent == 0, (1...100).contains(spo2.mantissa) else {
            return nil
        }
        let pulse = measured.values.pulse.number
        self.init(
            spo2: Int(spo2.mantissa),
            pulse: pulse.flatMap { $0.exponent == 0 && $0.mantissa > 0 ? Int($0.mantissa) : nil },
            index: measured.pulseAmplitudeIndex?.number.flatMap { $0 > 0 ? $0 : nil },
            frame: frame,
            channel: .continuousOximetry
        )
    }
}
