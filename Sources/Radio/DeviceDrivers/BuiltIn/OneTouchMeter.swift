public import DeviceCodecs
internal import VitalRecords

/// LifeScan OneTouch meters: clock, number of records, new records from the oldest on.
///
/// Nothing is set, acknowledged or erased. Source: facts §2, five independent readings. Tested with captured frames,
/// never on a device.
public struct OneTouchMeter: ProtocolDriver {
    /// `onetouch`.
    public static let name = ProtocolName.onetouch

    /// Needs no secrets: the bond with the digits on the meter's display is all.
    public init(_: DriverSecrets) {}

    /// Makes a session without the hub's time.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { OneTouchSession(start) }

    /// Whether a write acknowledges a piece, or asks for the clock, the number of records or a record.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        guard characteristic == OneTouchLink.requests else { return false }
        if bytes.count == 1 { return (0x81...0x8F).contains(bytes[0]) }
        guard bytes.first == 1, let message = OneTouchLink.message(Array(bytes.dropFirst())) else { return false }
        return OneTouchLink.isReading(message)
    }
}

/// The meters' frames and their pieces of 19 bytes.
enum OneTouchLink {
    /// Where requests go, and acknowledgements of the meter's pieces.
    static let requests = uuid("af9df7a2")
    /// Where replies come from.
    static let replies = uuid("af9df7a3")

    /// Asks for the clock.
    static let clock: [UInt8] = [0x20, 0x02]
    /// Asks for the number of records.
    static let count: [UInt8] = [0x27, 0x00]
    /// Seconds from 1970 to the meters' epoch, 2000.
    static let epoch = 946_684_800

    private static func uuid(_ beginning: String) -> BluetoothUUID {
        BluetoothUUID(beginning + "-e595-11e3-96b4-0002a5d5c51b") ?? BluetoothUUID(0)
    }

    /// Asks for a record by its place; 0 is the newest.
    static func record(_ offset: Int) -> [UInt8] {
        [0x31, 0x02, UInt8(offset & 0xFF), UInt8(offset >> 8 & 0xFF), 0x00]
    }

    /// Whether a message asks for the clock, the number of records or a record.
    static func isReading(_ message: [UInt8]) -> Bool {
        let isRecord = message.count == 5 && message.starts(with: [0x31, 0x02]) && message[4] == 0
        return message == clock || message == count || isRecord
    }

    /// A message as the single piece that holds each request.
    static func piece(_ message: [UInt8]) -> [UInt8] { [0x01] + frame(message) }

    /// A message with its start, length, prefix, end and checksum.
    static func frame(_ message: [UInt8]) -> [UInt8] {
        // Start, length, prefix and end are five bytes, and the checksum two.
        let frame: [UInt8] = [0x02, UInt8(message.count + 7), 0x00, 0x04] + message + [0x03]
        let sum = VerioFrame.checksum(frame)
        return frame + [UInt8(sum & 0xFF), UInt8(sum >> 8)]
    }

    /// The message in a frame; nil if length, marks or checksum are wrong.
    static func message(_ frame: [UInt8]) -> [UInt8]? {
        guard frame.count >= 8, frame[0] == 2 else { return nil }
        let length = Int(frame[1]) | Int(frame[2]) << 8
        guard length == frame.count, frame[length - 3] == 3 else { return nil }
        let sum = VerioFrame.checksum(frame.prefix(length - 2))
        guard sum == UInt16(frame[length - 2]) | UInt16(frame[length - 1]) << 8 else { return nil }
        return Array(frame[4..<(length - 3)])
    }

    /// The pieces of one reply.
    struct Pieces {
        private var bytes: [UInt8] = []
        private var left = 0
        private var next: UInt8 = 0

        /// Takes a piece.
        ///
        /// - Returns: The acknowledgement, nil for an unexpected piece; and the frame once it is complete.
        mutating func take(_ piece: [UInt8]) -> (answer: [UInt8]?, frame: [UInt8]?) {
            guard let head = piece.first, piece.count > 1 else { return (nil, nil) }
            if (1...15).contains(head), piece[1] == 2 {
                (bytes, left, next) = (Array(piece.dropFirst()), Int(head), 0x41)
            } else if left > 0, head == next {
                bytes += piece.dropFirst()
                next += 1
            } else {
                return (nil, nil)
            }
            let answer = [0x80 | UInt8(left)]
            left -= 1
            return (answer, left == 0 ? bytes : nil)
        }

        /// Drops an incomplete reply.
        mutating func clear() { (bytes, left) = ([], 0) }
    }
}

/// The way to a meter: the messages are the same on each.
enum OneTouchWay {
    /// Pieces of 19 bytes over Bluetooth.
    case radio
    /// A block of a disk on a cable.
    case disk

    /// Where requests go.
    var requests: BluetoothUUID { self == .radio ? OneTouchLink.requests : .usbDisk }
    /// Where replies come from.
    var replies: BluetoothUUID { self == .radio ? OneTouchLink.replies : .usbDisk }

    /// A message as it is written.
    func request(_ message: [UInt8]) -> [UInt8] {
        self == .radio ? OneTouchLink.piece(message) : OneTouchDisk.request(message)
    }

    /// What a person does for a meter that does not answer.
    var help: String {
        self == .radio
            ? "the meter does not answer; switch its Bluetooth on, and keep it near the hub"
            : "the meter does not answer; unplug it and plug it in again"
    }
}

/// A stored record of a meter.
struct OneTouchRecord: Hashable, Sendable {
    /// Its place when it was asked for.
    let offset: Int
    /// Its number, rising by one with each test.
    let number: Int
    /// Seconds since 2000 by the meter's clock.
    let seconds: Int
    /// mg/dL, whatever the display shows.
    let value: Int
    /// Whether it is of a control solution.
    let isControl: Bool
    /// Before or after a meal, as a record names it.
    let meal: String?
    /// The bytes that are the same in each transfer: without the place and the battery's voltage.
    let keyBytes: [UInt8]

    /// Reads a reply of 17 bytes.
    init?(_ message: [UInt8]) {
        guard message.count == 17, message[0] == 0x06 else { return nil }
        func word(_ at: Int) -> Int { Int(message[at]) | Int(message[at + 1]) << 8 }
        offset = word(1)
        isControl = message[3] & 1 == 1
        number = word(4)
        seconds = word(6) | word(8) << 16
        value = word(10)
        meal = message[12] == 1 ? "before_meal" : message[12] == 2 ? "after_meal" : nil
        keyBytes = Array(message[3..<14])
    }

    /// The measurement, by the local time that the session makes of the meter's clock.
    func measurement(at time: DeviceTime, over way: OneTouchWay) -> DeviceMeasurement {
        let isHigh = value > 600
        let isOut = isHigh || value < 20
        let glucose = Measurement(metric: .bloodGlucose, value: DecimalNumber(Int64(value)), unit: "mg/dL")
        let bound = OutOfBounds(metric: .bloodGlucose, direction: isHigh ? .high : .low)
        return DeviceMeasurement(
            characteristic: way.replies,
            time: time,
            sequence: UInt64(number),
            keyBytes: keyBytes,
            type: .diabetes,
            measurements: isOut ? [] : [glucose],
            context: ReadingContext(meal: meal, outOfBounds: isOut ? [bound] : []),
            isPatient: !isControl
        )
    }
}
