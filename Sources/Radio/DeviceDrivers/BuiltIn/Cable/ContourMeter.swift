public import DeviceCodecs
internal import VitalRecords

/// Contour meters on a USB cable: the meter sends its whole memory as ASTM lines, in reports of 64 bytes.
///
/// The hub sends three control characters only, so it sets and erases nothing. Source: facts §16, tidepool-org/uploader,
/// glucometers-tech/glucometerutils. Tested with frames of other programs; never tried on a real device.
public struct ContourMeter: ProtocolDriver {
    /// `usb-contour`.
    public static let name = ProtocolName.usbContour
    /// The pairing reads the meter's serial number, because some meters hide it from USB.
    public static let pairsOverLink = true

    /// Needs no secrets.
    public init(_: DriverSecrets) {}

    /// Makes a session without anything from earlier links.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { ContourSession(start) }

    /// Whether a write is one of the three control characters.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        characteristic == .usbPipe && ContourLink.Control.allCases.contains { ContourLink.report($0) == bytes }
    }
}

/// The reports and lines of the meters.
enum ContourLink {
    /// The characters that the hub may send.
    enum Control: UInt8, CaseIterable {
        /// Begins the transfer again.
        case restart = 0x04
        /// Asks for the next line.
        case next = 0x06
        /// Asks for the same line again.
        case again = 0x15
    }

    /// The length of a report in bytes.
    static let reportSize = 64
    /// The most bytes of text in a report; three unused bytes and the length precede them.
    static let textSize = reportSize - 4

    /// A report with a control character.
    static func report(_ control: Control) -> [UInt8] {
        [0, 0, 0, 1, control.rawValue] + [UInt8](repeating: 0, count: reportSize - 5)
    }

    /// The reports of one message.
    struct Reports {
        /// The most bytes of a message.
        private static let limit = 4_096
        private var bytes: [UInt8] = []

        /// Takes a report.
        ///
        /// - Returns: The complete message; nil while more reports follow, and no bytes for an invalid report.
        mutating func take(_ report: [UInt8]) -> [UInt8]? {
            let length = report.count > 4 ? Int(report[3]) : Int.max
            guard length <= min(textSize, report.count - 4), bytes.count + length <= Self.limit else {
                return cleared([])
            }
            bytes += report[4..<(4 + length)]
            let hasTail = bytes.count > 6 && bytes.suffix(2) == [0x0D, 0x0A]
            let isEnded = hasTail && Line.ends.contains(bytes[bytes.count - 5])
            return length < textSize || isEnded ? cleared(bytes) : nil
        }

        /// Drops an incomplete message.
        mutating func clear() { bytes = [] }

        private mutating func cleared(_ message: [UInt8]) -> [UInt8] {
            bytes = []
            return message
        }
    }

    /// A line: start, number, text, end, checksum, CR, LF.
    struct Line: Hashable {
        /// The end of a line that another one follows, and the end of the last line.
        static let ends: [UInt8] = [0x17, 0x03]
        /// The line's number, 0 to 7; it rises by one.
        let number: UInt8
        /// The text without its CR.
        let text: String

        /// Reads the line in a message; nil if marks, characters or checksum are wrong.
        init?(_ message: [UInt8]) {
            guard let start = message.firstIndex(of: 2), message.suffix(2) == [0x0D, 0x0A] else { return nil }
            let end = message.count - 5
            guard end > start + 1, Self.ends.contains(message[end]), (0x30...0x37).contains(message[start + 1]) else {
                return nil
            }
            let sum = message[(start + 1)...end].reduce(0 as UInt8, &+)
            let digits = String(decoding: message[(end + 1)..<(end + 3)], as: Unicode.ASCII.self)
            let body = message[(start + 2)..<end]
            let characters = body.last == 0x0D ? body.dropLast() : body
            guard digits.allSatisfy(\.isHexDigit), UInt8(digits, radix: 16) == sum,
                characters.allSatisfy({ (0x20..<0x7F).contains($0) })
            else { return nil }
            number = message[start + 1] - 0x30
            text = String(decoding: characters, as: Unicode.ASCII.self)
        }

        /// The parts between the bars.
        var parts: [String] { text.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
    }

    /// Reads a time of the form `YYYYMMDDHHMM`, with or without seconds; nil outside the calendar.
    static func time(_ text: String) -> CivilDateTime? {
        let digits = Array(text)
        guard [12, 14].contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        func number(_ range: Range<Int>) -> Int { Int(String(digits[range])) ?? 0 }
        return CivilDateTime(
            year: number(0..<4),
            month: number(4..<6),
            day: number(6..<8),
            hour: number(8..<10),
            minute: number(10..<12),
            second: digits.count == 14 ? number(12..<14) : 0
        )
    }
}

/// The first line: the meter's serial number, the number of records, and the clock.
struct ContourHeader: Hashable {
    /// The meter's serial number.
    let serial: String
    /// The number of records; nil if the line has none.
    let count: Int?
    /// The local time on the meter's clock; nil if the line has none.
    let clock: CivilDateTime?

    /// Reads the parts of an `H` line; nil without a serial number.
    init?(_ parts: [String]) {
        // The delimiters themselves contain a bar, which adds a part.
        guard parts.count > 4, parts[0] == "H" else { return nil }
        let product = parts[4].split(separator: "^", omittingEmptySubsequences: false)
        guard product.count > 2, !product[2].isEmpty else { return nil }
        serial = String(product[2])
        count = parts.count > 6 ? Int(parts[6]) : nil
        clock = parts.count > 13 ? ContourLink.time(parts[13]) : nil
    }
}

/// A record of the memory.
struct ContourRecord: Hashable, WalkedRecord {
    /// The record's place in this transfer, from 1.
    let place: Int
    private let value: DecimalNumber?
    private let unit: String
    private let bound: BoundsDirection?
    private let isControl: Bool
    private let time: DeviceTime
    private let name: String

    /// Reads the parts of an `R` line; nil for another metric, and for an impossible value.
    init?(_ parts: [String]) {
        guard parts.count > 8, parts[0] == "R", let place = Int(parts[1]), place > 0 else { return nil }
        guard parts[2].hasSuffix("^Glucose"), let number = DecimalNumber(parts[3]), number > 0 else { return nil }
        unit = String(parts[4].prefix { $0 != "^" })
        guard unit == "mg/dL" || unit == "mmol/L", let shown = ContourLink.time(parts[8]) else { return nil }
        self.place = place
        let flags = parts[6]
        bound = flags.contains(">") ? .high : flags.contains("<") ? .low : nil
        isControl = flags.contains("C")
        value = bound == nil ? number : nil
        time = DeviceTime(local: shown, hasSeconds: parts[8].count > 12)
        // The place changes when the memory is full, and a person may change the marks: the name has neither.
        name = "\(parts[3]) \(unit) \(parts[8]) \(bound.map { "\($0)" } ?? "") \(isControl)"
    }

    /// The measurement of the record.
    ///
    /// - Parameter twin: How many equal records of the same minute precede it.
    func measurement(twin: Int) -> DeviceMeasurement {
        let bounds = bound.map { [OutOfBounds(metric: .bloodGlucose, direction: $0)] } ?? []
        return DeviceMeasurement(
            characteristic: .usbPipe,
            time: time,
            keyBytes: Array((twin == 0 ? name : "\(name) \(twin)").utf8),
            type: .diabetes,
            measurements: value.map { [Measurement(metric: .bloodGlucose, value: $0, unit: unit)] } ?? [],
            context: ReadingContext(outOfBounds: bounds),
            isPatient: !isControl
        )
    }

    /// The name that equal records share.
    var twinName: String { name }
}
