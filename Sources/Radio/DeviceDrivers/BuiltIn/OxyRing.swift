public import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// Viatom's rings and wrist oximeters of the first generation: the nights in their memory.
///
/// One night is one record: the lowest, mean and highest saturation and pulse. No metric counts drops, so those are
/// left out. The maker's app and this driver delete nothing. Source: facts §4.1, four programs. Tested with captured
/// frames of live values and computed frames of files, never on a device.
public struct OxyRing: ProtocolDriver {
    /// `o2ring`.
    public static let name = ProtocolName.o2ring

    /// Needs no secrets.
    public init(_: DriverSecrets) {}

    /// Makes a session for which no night has been read yet.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { OxyRingSession(start) }

    /// Whether a write asks for the list, opens, reads or closes a file; an opening takes two writes.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        guard characteristic == LepuFrame.requests else { return false }
        if let frame = LepuFrame(bytes) { return OxyRingLink.isRequest(frame) }
        let opening = OxyRingLink.open([]).bytes
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let isFirst =
            bytes.count == 20 && bytes.prefix(5) == opening.prefix(5) && bytes[5...6] == [15, 0]
            && bytes[7...].allSatisfy(digits.contains)
        let isRest = bytes.count == 3 && digits.contains(bytes[0]) && bytes[1] == 0
        return isFirst || isRest
    }
}

/// The requests of the rings.
enum OxyRingLink {
    /// The length of a file's name: the start of the night.
    static let nameLength = 14

    /// Asks for the clock and the list of files.
    static let info = LepuFrame(head: 0xAA, command: 0x14, middle: [0, 0])
    /// Closes the open file.
    static let close = LepuFrame(head: 0xAA, command: 0x05, middle: [0, 0])

    /// Opens a file by its name.
    static func open(_ name: [UInt8]) -> LepuFrame {
        LepuFrame(head: 0xAA, command: 0x03, middle: [0, 0], data: name + [0])
    }

    /// Asks for a block of the open file.
    static func read(_ block: Int) -> LepuFrame {
        LepuFrame(head: 0xAA, command: 0x04, middle: [UInt8(block & 0xFF), UInt8(block >> 8 & 0xFF)])
    }

    /// Whether a frame is one of the requests.
    static func isRequest(_ frame: LepuFrame) -> Bool {
        switch (frame.head, frame.command) {
        case (0xAA, 0x14), (0xAA, 0x05): frame.middle == [0, 0] && frame.data.isEmpty
        case (0xAA, 0x04): frame.data.isEmpty
        case (0xAA, 0x03): frame == open(Array(frame.data.dropLast())) && frame.data.count == nameLength + 1
        default: false
        }
    }

    /// The reply to ``info``, as far as it is read: JSON with spaces or zeros at its end.
    struct Info: Decodable {
        private enum CodingKeys: String, CodingKey {
            case clock = "CurTIME"
            case files = "FileList"
        }

        private let clock: String?
        private let files: String?

        /// Reads the text; nil if it is not the ring's.
        static func parse(_ data: [UInt8]) -> Info? {
            let text = data.reversed().drop { $0 <= 0x20 }.reversed()
            // Absent is nil: the text is requested again.
            guard let info = try? JSONDecoder().decode(Info.self, from: Data(text)), info.files != nil else {
                return nil
            }
            return info
        }

        /// What the ring's clock shows.
        var time: CivilDateTime? {
            clock.flatMap { CivilDateTime(String($0.map { $0 == "," ? "T" : $0 })) }
        }

        /// The names of the files, the oldest first; a text that is not a date is not a night.
        var names: [[UInt8]] {
            let names = (files ?? "").split(separator: ",").map { Array($0.utf8) }
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            return names.filter { $0.count == nameLength && $0.allSatisfy(digits.contains) }
                .sorted { $0.lexicographicallyPrecedes($1) }
        }
    }
}

/// A file of a ring, version 3: a header of 40 bytes, then five bytes per sample.
struct OxyNight: Hashable, Sendable {
    /// The bytes of the header and of a sample.
    static let (headerLength, sampleLength) = (40, 5)

    /// The start, by the ring's clock; nil outside the calendar.
    let time: CivilDateTime?
    /// Whether the duration in the header is that of all samples; a night that is still being recorded has another.
    let isWhole: Bool
    /// The values.
    let summary: SaturationSummary

    /// Reads a file; nil if its version is another, or a sample is cut.
    init?(_ bytes: [UInt8]) {
        let length = bytes.count - Self.headerLength
        guard length > 0, length.isMultiple(of: Self.sampleLength), bytes.starts(with: [3, 0]) else { return nil }
        time = CivilDateTime(
            year: Int(bytes[2]) | Int(bytes[3]) << 8,
            month: Int(bytes[4]),
            day: Int(bytes[5]),
            hour: Int(bytes[6]),
            minute: Int(bytes[7]),
            second: Int(bytes[8])
        )
        // Each sample is of two or four seconds; the header counts them in 16 bits.
        let (samples, duration) = (length / Self.sampleLength, Int(bytes[13]) | Int(bytes[14]) << 8)
        isWhole = [2, 4].contains { samples * $0 & 0xFFFF == duration }
        var summary = SaturationSummary()
        for start in stride(from: Self.headerLength, to: bytes.count, by: Self.sampleLength) where bytes[start + 2] == 0
        {
            summary.take(spo2: Int(bytes[start]), pulse: Int(bytes[start + 1]))
        }
        self.summary = summary
    }

    /// The record of the night; its key is the file's name.
    func measurement(name: [UInt8]) -> DeviceMeasurement {
        DeviceMeasurement(
            characteristic: LepuFrame.replies,
            time: time.map { DeviceTime(local: $0) } ?? .unset,
            keyBytes: name,
            type: .biometrics,
            measurements: summary.measurements,
            context: nil
        )
    }
}
