public import DeviceCodecs
internal import VitalRecords

/// Devices of TaiDoc (FORA, GlucoRx, Diamond) by their frames of eight bytes: glucose meters, cuffs, oximeters and
/// thermometers.
///
/// The device's model determines the content of its records. Meters for several tests give glucose only; scales are not
/// read. Nothing is erased, set or started. Source: facts §12, several programs. Tested with computed frames only,
/// because no capture is public; never on a device.
public struct TaiDocMemory: ProtocolDriver {
    /// `taidoc`.
    public static let name = ProtocolName.taidoc

    /// Needs no secrets.
    public init(_: DriverSecrets) {}

    /// Makes a session for which no record has been read yet.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { TaiDocSession(start) }

    /// Whether a write asks for the model, the clock, the number of records or a record, or ends the session.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        guard characteristic == TaiDocFrame.characteristic, bytes.count == 8, bytes[6] == TaiDocFrame.host,
            let frame = TaiDocFrame(bytes), let command = TaiDocFrame.Command(rawValue: frame.command)
        else { return false }
        return switch command {
        case .time, .value: frame.data[2...3] == [0, 0]
        case .model, .clock, .count, .off: frame.data == [0, 0, 0, 0]
        }
    }
}

/// A frame of eight bytes: start, command, four bytes, direction, sum.
struct TaiDocFrame: Hashable, Sendable {
    /// The commands that are sent; a reply names its command.
    enum Command: UInt8 {
        case clock = 0x23
        case model = 0x24
        case time = 0x25
        case value = 0x26
        case count = 0x2B
        case off = 0x50
    }

    /// The characteristic of requests and replies.
    static let characteristic = BluetoothUUID("00001524-1212-efde-1523-785feabcd123") ?? BluetoothUUID(0)
    /// The direction byte of requests; some devices reply with it too.
    static let host: UInt8 = 0xA3

    /// The command.
    let command: UInt8
    /// The four bytes.
    let data: [UInt8]

    /// Makes a request.
    init(_ command: Command, data: [UInt8] = [0, 0, 0, 0]) {
        self.command = command.rawValue
        self.data = data
    }

    /// Reads a frame; nil if the start, the direction or the sum is wrong.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 8, bytes[0] == 0x51, [0xA3, 0xA5].contains(bytes[6]),
            Checksum.sum8(bytes.dropLast()) == bytes[7]
        else { return nil }
        command = bytes[1]
        data = Array(bytes[2...5])
    }

    /// Asks for a part of a record; 0 is the newest.
    static func record(_ command: Command, index: Int) -> TaiDocFrame {
        TaiDocFrame(command, data: [UInt8(index & 0xFF), UInt8(index >> 8 & 0xFF), 0, 0])
    }

    /// The request on the wire.
    var request: [UInt8] {
        let frame = [0x51, command] + data + [Self.host]
        return frame + [Checksum.sum8(frame)]
    }

    /// The first two bytes as a number.
    var word: Int { Int(data[0]) | Int(data[1]) << 8 }

    /// The bytes as a time; nil if the clock was never set.
    var time: CivilDateTime? {
        CivilDateTime(
            year: 2000 + word >> 9,
            month: word >> 5 & 0x0F,
            day: word & 0x1F,
            hour: Int(data[3] & 0x1F),
            minute: Int(data[2] & 0x3F)
        )
    }

    /// Joins notifications to frames, and finds the next frame after damaged bytes.
    struct Joiner: Sendable {
        private var bytes: [UInt8] = []

        /// Makes a joiner without bytes.
        init() {}

        /// Drops an incomplete frame.
        mutating func clear() { bytes = [] }

        /// Takes a notification; returns the frames that it completes.
        mutating func take(_ piece: [UInt8]) -> [TaiDocFrame] {
            bytes += piece
            var frames: [TaiDocFrame] = []
            while let start = bytes.firstIndex(of: 0x51), bytes.count - start >= 8 {
                let frame = TaiDocFrame(Array(bytes[start..<(start + 8)]))
                bytes.removeFirst(start + (frame == nil ? 1 : 8))
                if let frame { frames.append(frame) }
            }
            return frames
        }
    }
}

/// What a TaiDoc device measures.
enum TaiDocKind: Hashable, Sendable {
    case glucose, pressure, oximeter, thermometer

    /// The kind of a model, whose number is four digits; nil for another kind.
    init?(model: Int) {
        switch model >> 12 {
        case 1: self = .thermometer
        case 3: self = .pressure
        case 4: self = .glucose
        case 8: self = .oximeter
        default: return nil
        }
    }
}

/// A record: its time and its value.
struct TaiDocRecord: Hashable, Sendable {
    /// The bytes of the time.
    let time: TaiDocFrame
    /// The bytes of the value.
    let value: TaiDocFrame

    /// The bytes that name the record; it has no number.
    var keyBytes: [UInt8] { time.data + value.data }

    /// The measurement; nil if the bytes are not a value of this kind.
    func measurement(_ kind: TaiDocKind) -> DeviceMeasurement? {
        guard let values = values(kind) else { return nil }
        return DeviceMeasurement(
            characteristic: TaiDocFrame.characteristic,
            time: time.time.map { DeviceTime(local: $0, hasSeconds: false) } ?? .unset,
            keyBytes: keyBytes,
            type: kind == .glucose ? .diabetes : .biometrics,
            measurements: values,
            context: kind == .glucose ? ReadingContext(meal: meal) : nil,
            doubted: kind == .pressure && value.word <= Int(value.data[2]) ? [.systolic, .diastolic] : []
        )
    }

    private var meal: String? {
        switch value.data[3] >> 6 {
        case 1: "before_meal"
        case 2: "after_meal"
        default: nil
        }
    }

    private func values(_ kind: TaiDocKind) -> [Measurement]? {
        let (third, fourth) = (Int(value.data[2]), Int(value.data[3]))
        // A device that makes several measurements marks a pressure with a bit in the time.
        let isMarkedPressure = time.data[2] & 0x80 != 0
        switch kind {
        case .glucose:
            guard !isMarkedPressure, third == 0, fourth >> 2 & 0x0F == 0, value.word > 0 else { return nil }
            return [.whole(.bloodGlucose, value: value.word, unit: "mg/dL")]
        case .pressure:
            let values = Measurement.pressures(systolic: value.word, diastolic: third, pulse: fourth > 3 ? fourth : 0)
            return values.isEmpty ? nil : values
        case .oximeter:
            let saturation = Int(value.data[0])
            guard (1...100).contains(saturation) else { return nil }
            return [.whole(.spo2, value: saturation, unit: "%")]
                + ((1..<255).contains(fourth) ? [.whole(.pulse, value: fourth, unit: "/min")] : [])
        case .thermometer:
            let temperature = DecimalNumber(mantissa: Int64(value.word), exponent: value.word >= 1_000 ? -2 : -1)
            // No body temperature is outside this range, in either form.
            guard (200...450).contains(value.word) || (2_000...4_500).contains(value.word) else { return nil }
            return [Measurement(metric: .bodyTemperature, value: temperature, unit: "Cel")]
        }
    }
}
