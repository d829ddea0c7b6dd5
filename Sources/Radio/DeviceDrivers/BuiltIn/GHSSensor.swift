public import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// Sensors with the Generic Health Sensor service: stored observations from the oldest on, then live ones.
///
/// The codes of IEEE 11073-10101 say what is measured, so that a new sensor needs no code. Nothing is deleted or set.
/// Source: facts §17, from the layouts of a simulator. Tested with computed frames only, never on a device.
public struct GHSSensor: ProtocolDriver {
    /// `ghs`.
    public static let name = ProtocolName.ghs

    /// Needs no secrets: the bond is all.
    public init(_: DriverSecrets) {}

    /// Makes a session without the hub's time.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { GHSSession(start) }

    /// Whether a write starts the live observations, or asks for all records or those from a number on.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        switch characteristic {
        case GHSLink.control: bytes == GHSLink.start
        case GHSLink.records:
            bytes == GHSLink.all || (bytes.count == 7 && bytes.starts(with: [0x07, 0x03, 0x01]))
        default: false
        }
    }
}

/// The service's characteristics and requests.
enum GHSLink {
    /// Live observations, by notification or indication.
    static let live = BluetoothUUID(0x2B8B)
    /// Stored observations.
    static let stored = BluetoothUUID(0x2BDD)
    /// Starts the live observations, and answers.
    static let control = BluetoothUUID(0x2BF4)
    /// Asks for stored observations, and counts them.
    static let records = BluetoothUUID(0x2A52)
    /// The sensor's clock.
    static let clock = BluetoothUUID(0x2BF2)

    /// Starts the live observations.
    static let start: [UInt8] = [0x01]
    /// Asks for all stored observations, with their number at the end.
    static let all: [UInt8] = [0x07, 0x01]

    /// Asks for the stored observations from a record on.
    static func from(_ record: Int) -> [UInt8] { [0x07, 0x03, 0x01] + little(record) }

    /// A number in four bytes, least first.
    static func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> ($0 * 8) & 0xFF) } }

    /// A number of four bytes, least first; nil if bytes are missing.
    static func number(_ bytes: some Collection<UInt8>) -> Int? {
        bytes.count < 4 ? nil : bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

/// How far a sensor's memory has been read: the newest record, and a sum of its bytes that reveals a new memory.
struct GHSMark: Hashable, Sendable {
    let record: Int
    private let sum: UInt32

    init(_ observation: GHSObservation, record: Int) {
        self.record = record
        sum = MarkHash.short(observation.body)
    }

    init?(_ stored: [UInt8]?) {
        guard let stored, stored.count == 8, let record = GHSLink.number(stored.prefix(4)),
            let sum = GHSLink.number(stored.dropFirst(4))
        else { return nil }
        self.record = record
        self.sum = UInt32(truncatingIfNeeded: sum)
    }

    var bytes: [UInt8] { GHSLink.little(record) + GHSLink.little(Int(sum)) }
}

/// Live observations of one kind: a single one is a result, a stream of them becomes one result.
struct GHSStream: Sendable {
    /// The largest number of observations that count; the newest ones.
    static let window = 10

    private var observations: [(meaning: GHSMeaning, observation: GHSObservation)] = []

    var isEmpty: Bool { observations.isEmpty }

    /// Whether values change while a finger is in the sensor, so that the median counts.
    static func takes(_ meaning: GHSMeaning) -> Bool {
        let metrics = meaning.measurements.map(\.metric)
        return !metrics.contains(.systolic) && metrics.contains { [.spo2, .pulse, .pulseAmplitudeIndex].contains($0) }
    }

    mutating func add(_ meaning: GHSMeaning, observation: GHSObservation) {
        observations = observations.suffix(Self.window - 1) + [(meaning, observation)]
    }

    /// The newest observation, and each metric's median; nil if there is none.
    mutating func take() -> (values: [Measurement], meaning: GHSMeaning, observation: GHSObservation)? {
        defer { observations = [] }
        guard let last = observations.last else { return nil }
        let all = observations.flatMap(\.meaning.measurements)
        let values = last.meaning.measurements.compactMap { newest in
            let same = all.filter { $0.metric == newest.metric && $0.unit == newest.unit }
                .sorted { $0.value < $1.value }
            return same.isEmpty ? nil : same[same.count / 2]
        }
        return (values, last.meaning, last.observation)
    }
}
