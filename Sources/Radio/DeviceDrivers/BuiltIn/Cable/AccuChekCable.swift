public import DeviceCodecs
internal import VitalRecords

/// Accu-Chek meters on a USB cable, by IEEE 11073-20601 in bulk transfers.
///
/// The hub accepts the meter's association and configuration, reads its attributes, and asks for segment 0 of the
/// memory, whose events it confirms. It sets no clock and clears no segment. Source: facts §16, tidepool-org/uploader,
/// IEEE 11073-20601. Tested with computed messages; never tried on a real device.
public struct AccuChekCable: ProtocolDriver {
    /// `usb-accu-chek`.
    public static let name = ProtocolName.usbAccuChek
    /// The pairing reads the meter's serial number, because no source says that every meter shows it to USB.
    public static let pairsOverLink = true

    /// Needs no secrets.
    public init(_: DriverSecrets) {}

    /// Makes a session without anything from earlier links.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { AccuChekSession(start) }

    /// Whether a write is one of the session's messages, byte by byte apart from the meter's own numbers.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        guard characteristic == .usbBulk else { return false }
        if bytes == PHDMessage.association || bytes == PHDMessage.release { return true }
        guard let message = PHDMessage(bytes) else { return false }
        let (invoke, handle) = (message.invoke, message.handle)
        let segment = PHDMessage.Segment(message)
        return [
            PHDMessage.configured(invoke, report: message.word(22)), PHDMessage.attributes(invoke),
            PHDMessage.segments(invoke, of: handle), PHDMessage.transfer(invoke, of: handle),
            segment.map { PHDMessage.confirmed(invoke, of: handle, segment: $0) },
        ].contains(bytes)
    }
}

/// A message of IEEE 11073-20601 that carries data; numbers have their high byte first.
struct PHDMessage: Hashable {
    /// What the message is: `0101` an event, `0203` attributes, `0207` the result of an action.
    enum Choice: Int {
        case event = 0x0101
        case attributes = 0x0203
        case action = 0x0207
    }

    /// Kinds of events and actions.
    enum Kind {
        /// An event with the meter's configuration, and one with records of a segment.
        static let (configuration, records) = (0x0D1C, 0x0D21)
        /// An action that describes segments, and one that starts a transfer.
        static let (describe, transfer) = (0x0C0D, 0x0C1C)
    }

    /// The beginnings of messages that carry no data.
    enum Head {
        static let (ask, leave, left, abort) = (0xE200, 0xE400, 0xE500, 0xE600)
    }

    private static let head = [0xE7, 0x00] as [UInt8]
    private let bytes: [UInt8]

    /// Takes a message whose lengths are right; nil for any other.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 14, bytes.starts(with: Self.head) else { return nil }
        self.bytes = bytes
        // The number of the bytes that follow each length.
        guard word(2) == bytes.count - 4, word(4) == bytes.count - 6 else { return nil }
    }

    /// A number of two bytes; 0 past the end.
    func word(_ place: Int) -> Int {
        place + 1 < bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : 0
    }

    /// The bytes from a place on; none past the end.
    func rest(_ place: Int) -> [UInt8] { Array(bytes.dropFirst(place)) }

    /// The number that an answer repeats.
    var invoke: Int { word(6) }
    /// What the message is, as it is sent.
    var choice: Int { word(8) }
    /// The object that the message is about.
    var handle: Int { word(12) }
    /// The kind of an event.
    var event: Int { choice == Choice.event.rawValue ? word(18) : 0 }
    /// The kind of a finished action.
    var action: Int { choice == Choice.action.rawValue ? word(14) : 0 }
}

/// What the hub sends.
extension PHDMessage {
    /// Accepts the meter, and asks for its configuration; the hub's number is invented.
    static let association: [UInt8] =
        [0xE3, 0x00, 0x00, 0x2C, 0x00, 0x03, 0x50, 0x79, 0x00, 0x26, 0x80, 0, 0, 0x02, 0x80, 0x00, 0x80, 0, 0, 0]
        + [0, 0, 0, 0, 0x80, 0, 0, 0, 0x00, 0x08, 0x12, 0x34, 0x56, 0x78, 0x87, 0x65, 0x43, 0x21]
        + [UInt8](repeating: 0, count: 10)
    /// Ends the association.
    static let release: [UInt8] = [0xE4, 0x00, 0x00, 0x02, 0x00, 0x00]

    /// Accepts the configuration.
    static func configured(_ invoke: Int, report: Int) -> [UInt8] {
        data(invoke, choice: 0x0201, words: [0, 0, 0, Kind.configuration, 4, report, 0])
    }

    /// Asks for all attributes of the meter.
    static func attributes(_ invoke: Int) -> [UInt8] { data(invoke, choice: 0x0103, words: [0, 0, 0]) }

    /// Asks for a description of all segments.
    static func segments(_ invoke: Int, of handle: Int) -> [UInt8] {
        // The program that works with these meters leaves the length of this request 0.
        data(invoke, choice: 0x0107, words: [handle, Kind.describe, 6, 1, 2, 0], length: 0)
    }

    /// Starts the transfer of segment 0.
    static func transfer(_ invoke: Int, of handle: Int) -> [UInt8] {
        data(invoke, choice: 0x0107, words: [handle, Kind.transfer, 2, 0])
    }

    /// Confirms records.
    static func confirmed(_ invoke: Int, of handle: Int, segment: Segment) -> [UInt8] {
        data(
            invoke,
            choice: 0x0201,
            words: [handle, 0xFFFF, 0xFFFF, Kind.records, 12] + segment.description + [0x0080]
        )
    }

    private static func data(_ invoke: Int, choice: Int, words: [Int], length: Int? = nil) -> [UInt8] {
        let size = words.count * 2
        let all = [size + 8, size + 6, invoke, choice, length ?? size] + words
        return head + all.flatMap { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] }
    }
}

/// What the meter sends.
extension PHDMessage {
    /// The records of one event.
    struct Segment: Hashable {
        /// The segment, the place of the first record and the number of records, which a confirmation repeats.
        let description: [Int]
        /// Whether no event follows.
        let isLast: Bool
        /// The records of 12 bytes each; nil if the announced number does not fit.
        let records: [[UInt8]]?

        /// Reads an event, or the description in a confirmation.
        init?(_ message: PHDMessage) {
            guard message.word(18) == Kind.records else { return nil }
            description = (0..<5).map { message.word(22 + $0 * 2) }
            isLast = message.word(32) & 0x4000 != 0
            let (count, bytes) = (description[4], message.rest(36))
            let isWhole = description[3] == 0 && message.word(34) == bytes.count && bytes.count == count * 12
            records = isWhole ? (0..<count).map { Array(bytes[($0 * 12)..<($0 * 12 + 12)]) } : nil
        }
    }

    /// The handle of the memory in a configuration; nil if it has none.
    var memory: Int? {
        var place = 28
        for _ in 0..<min(word(24), 64) {
            if word(place) == 61 { return word(place + 2) }
            place += 8 + word(place + 6)
        }
        return nil
    }

    /// An attribute of the meter; nil if the answer has none of the kind.
    private func attribute(_ kind: Int) -> [UInt8]? {
        var place = 18
        for _ in 0..<min(word(14), 64) {
            let (found, length) = (word(place), word(place + 2))
            guard place + 4 + length <= bytes.count else { return nil }
            if found == kind { return Array(bytes[(place + 4)..<(place + 4 + length)]) }
            place += 4 + length
        }
        return nil
    }

    /// The meter's serial number; nil if the attributes have none.
    var serial: String? {
        guard let list = attribute(2_349), list.count > 4 else { return nil }
        func word(_ place: Int) -> Int { Int(list[place]) << 8 | Int(list[place + 1]) }
        var place = 4
        for _ in 0..<min(word(0), 32) {
            guard place + 6 <= list.count, place + 6 + word(place + 4) <= list.count else { return nil }
            let text = list[(place + 6)..<(place + 6 + word(place + 4))]
            if word(place) == 1 {
                let digits = text.filter { (0x30...0x39).contains($0) }
                return digits.isEmpty ? nil : String(decoding: digits, as: Unicode.ASCII.self)
            }
            place += 6 + text.count
        }
        return nil
    }

    /// The local time on the meter's clock; nil if the attributes have none that is valid.
    var clock: CivilDateTime? { attribute(2_439).flatMap { AccuChekRecord.time($0) } }
}

/// A record of the memory: digits of a time, two unknown bytes, a medical float in mg/dL, a status.
struct AccuChekRecord: WalkedRecord {
    private let time: DeviceTime
    private let value: DecimalNumber?
    private let bound: BoundsDirection?
    private let bytes: [UInt8]

    /// Reads 12 bytes; nil for a time outside the calendar, and for a value that no meter measures.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 12, let shown = Self.time(bytes) else { return nil }
        time = DeviceTime(local: shown, hasSeconds: false)
        self.bytes = bytes
        switch MedicalFloat(sfloat: UInt16(bytes[8]) << 8 | UInt16(bytes[9])) {
        case .positiveInfinity: (value, bound) = (nil, .high)
        case .negativeInfinity: (value, bound) = (nil, .low)
        case let float:
            guard let number = float.number, number > 0, number <= DecimalNumber(2_000) else { return nil }
            (value, bound) = (number, nil)
        }
    }

    /// Reads the digits `YYYYMMDDhhmm`; nil outside the calendar.
    static func time(_ bytes: [UInt8]) -> CivilDateTime? {
        let digits = bytes.prefix(6).map { Int($0 >> 4) * 10 + Int($0 & 0x0F) }
        guard digits.count == 6, bytes.prefix(6).allSatisfy({ $0 >> 4 < 10 && $0 & 0x0F < 10 }) else { return nil }
        return CivilDateTime(
            year: digits[0] * 100 + digits[1],
            month: digits[2],
            day: digits[3],
            hour: digits[4],
            minute: digits[5],
            second: 0
        )
    }

    /// The record's bytes without the two that are unknown.
    var twinName: String { (bytes[0..<6] + bytes[8...]).map { "\($0)" }.joined(separator: " ") }

    /// The measurement of the record.
    func measurement(twin: Int) -> DeviceMeasurement {
        DeviceMeasurement(
            characteristic: .usbBulk,
            time: time,
            keyBytes: bytes[0..<6] + bytes[8...] + (twin == 0 ? [] : [UInt8(truncatingIfNeeded: twin)]),
            type: .diabetes,
            measurements: value.map { [Measurement(metric: .bloodGlucose, value: $0, unit: "mg/dL")] } ?? [],
            context: ReadingContext(
                outOfBounds: bound.map { [OutOfBounds(metric: .bloodGlucose, direction: $0)] } ?? []
            )
        )
    }
}
