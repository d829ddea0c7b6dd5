public import DeviceCodecs
internal import VitalRecords

/// Viatom's cuffs BP2, BP2A and BP2W: the results in their memory, one file each.
///
/// Electrocardiograms are in files of the same list; they are skipped. Nothing is deleted, and the clock is not set.
/// Source: facts §4.3, the maker's sample programs. Tested with computed frames only, never on a device.
public struct LepuCuff: ProtocolDriver {
    /// `bp2`.
    public static let name = ProtocolName.bp2

    /// Needs no secrets.
    public init(_: DriverSecrets) {}

    /// Makes a session for which no file has been read yet.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { LepuCuffSession(start) }

    /// Whether a write asks for the list, opens a file, reads its first block or closes it.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        guard characteristic == LepuFrame.requests, let frame = LepuFrame(bytes), frame.head == 0xA5,
            frame.middle[0] == 0
        else { return false }
        switch LepuCuffLink.Command(rawValue: frame.command) {
        case .list, .close: return frame.data.isEmpty
        case .open: return frame.data.count == LepuCuffLink.nameLength + 4 && frame.data.suffix(4) == [0, 0, 0, 0]
        case .read: return frame.data == [0, 0, 0, 0]
        case nil: return false
        }
    }
}

/// The requests and files of the cuffs.
enum LepuCuffLink {
    /// The commands that are sent; a reply names its command.
    enum Command: UInt8 {
        case list = 0xF1
        case open = 0xF2
        case read = 0xF3
        case close = 0xF4
    }

    /// The bytes of a file's name in the list, zeros at its end included.
    static let nameLength = 16
    /// The bytes of the longest request, with those of the ATT header.
    static let mtu = 3 + 8 + nameLength + 4

    /// A request with the counter that the maker's programs raise.
    static func request(_ command: Command, data: [UInt8] = [], counter: UInt8) -> LepuFrame {
        LepuFrame(head: 0xA5, command: command.rawValue, middle: [0, counter], data: data)
    }

    /// Whether a file holds all results of a kind, as `bp2nibp.list` of the LP-BP2W; its layout differs.
    ///
    /// Source: chalimov/viatom_bp2_ha, by one device.
    static func isList(_ name: [UInt8]) -> Bool { name.filter { $0 != 0 }.suffix(5) == Array(".list".utf8)[...] }

    /// The names in a reply to a request for the list; nil if it is cut.
    static func names(_ data: [UInt8]) -> [[UInt8]]? {
        guard let count = data.first, data.count >= 1 + Int(count) * nameLength else { return nil }
        return (0..<Int(count)).map { Array(data[(1 + $0 * nameLength)...].prefix(nameLength)) }
            .filter { $0.contains { $0 != 0 } }
    }
}

/// What a file of a cuff holds.
enum LepuCuffFile: Hashable, Sendable {
    /// A blood pressure.
    case pressure(LepuCuffResult)
    /// An electrocardiogram.
    case electrocardiogram
    /// An unknown form.
    case unknown

    /// Reads a file's first block.
    init(_ bytes: [UInt8]) {
        switch bytes.dropFirst().first {
        case 1: self = LepuCuffResult(bytes).map { .pressure($0) } ?? .unknown
        case 2: self = .electrocardiogram
        default: self = .unknown
        }
    }
}

/// A blood pressure in a cuff's memory.
struct LepuCuffResult: Hashable, Sendable {
    /// The bytes that make the result, after the version: type, time, status, values.
    private let bytes: [UInt8]

    /// Reads a file; nil if it is too short.
    init?(_ file: [UInt8]) {
        guard file.count >= 18 else { return nil }
        bytes = Array(file[1..<18])
    }

    private func word(_ place: Int) -> Int { Int(bytes[place - 1]) | Int(bytes[place]) << 8 }

    /// The measurement; not usable where the cuff's status is an error or a pressure is missing.
    var measurement: DeviceMeasurement {
        let (systolic, diastolic) = (word(11), word(13))
        let values = Measurement.pressures(
            systolic: systolic,
            diastolic: diastolic,
            mean: word(15),
            pulse: Int(bytes[16])
        )
        return DeviceMeasurement(
            characteristic: LepuFrame.replies,
            time: time.map { DeviceTime(local: $0) } ?? .unset,
            keyBytes: bytes,
            type: .biometrics,
            measurements: bytes[9] == 0 ? values : [],
            context: nil,
            doubted: systolic <= diastolic ? [.systolic, .diastolic] : []
        )
    }

    /// The local time, which the cuff counts from 1970; nil if its clock was never set.
    private var time: CivilDateTime? {
        let seconds = word(2) | word(4) << 16
        // The maker's programs know no result before 2000.
        guard seconds >= 946_684_800 else { return nil }
        return CivilDateTime(daysSince1970: seconds / 86_400, secondOfDay: seconds % 86_400)
    }
}
