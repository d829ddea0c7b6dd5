public import DeviceCodecs
internal import VitalRecords

/// Microlife's cuffs with Bluetooth: all results of the memory, which one request brings.
///
/// Nothing is erased, and the clock is not set. Source: facts §11, three programs. Tested with published
/// tests of requests and computed frames of results, never on a device.
public struct MicrolifeCuff: ProtocolDriver {
    /// `microlife`.
    public static let name = ProtocolName.microlife

    /// Needs no secrets.
    public init(_: DriverSecrets) {}

    /// Makes a session for which no result has been read yet.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { MicrolifeSession(start) }

    /// Whether a write asks for the results, or ends the session.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        characteristic == MicrolifeLink.requests && [MicrolifeLink.results, MicrolifeLink.end].contains(bytes)
    }
}

/// The requests of the cuffs, and their messages.
enum MicrolifeLink {
    /// The characteristic of requests.
    static let requests = BluetoothUUID(0xFFF2)
    /// The characteristic of replies.
    static let replies = BluetoothUUID(0xFFF1)

    /// Asks for all results.
    static let results: [UInt8] = [0x4D, 0xFF, 0x00, 0x09, 0, 0, 0, 0, 0, 0, 0, 0xFD, 0x52]
    /// Ends the session.
    static let end: [UInt8] = [0x4D, 0xFF, 0x00, 0x02, 0x04, 0x52]

    /// The bytes before the first result, and those of a result.
    static let (headLength, resultLength) = (38, 10)
    /// The longest message: more results than any model keeps.
    static let longest = 8_192

    /// The results of a payload; nil for another message.
    static func results(in payload: [UInt8]) -> [MicrolifeResult]? {
        guard payload.count >= headLength + resultLength else { return nil }
        return stride(from: headLength, through: payload.count - resultLength, by: resultLength)
            .map { MicrolifeResult(bytes: Array(payload[$0...].prefix(8))) }
            .filter { !$0.isEmpty }
    }

    /// Joins notifications to messages, and finds the next message after damaged bytes.
    struct Joiner: Sendable {
        private var bytes: [UInt8] = []

        /// Makes a joiner without bytes.
        init() {}

        /// Drops an incomplete message.
        mutating func clear() { bytes = [] }

        /// Takes a notification; returns the payloads of the messages that it completes.
        mutating func take(_ piece: [UInt8]) -> [[UInt8]] {
            bytes += piece
            var payloads: [[UInt8]] = []
            while let start = bytes.firstIndex(of: 0x4D) {
                bytes.removeFirst(start)
                guard bytes.count >= 4 else { return payloads }
                let length = 4 + Int(bytes[2]) << 8 + Int(bytes[3])
                let isHead = bytes[1] == 0x3A && length > 4 && length <= MicrolifeLink.longest
                if isHead, bytes.count < length { return payloads }
                let isWhole = isHead && Checksum.sum8(bytes[..<(length - 1)]) == bytes[length - 1]
                if isWhole { payloads.append(Array(bytes[4..<(length - 1)])) }
                bytes.removeFirst(isWhole ? length : 1)
            }
            bytes = []
            return payloads
        }
    }
}

/// A result in a cuff's memory: systolic, diastolic, pulse, year, month, day, hour, minute.
struct MicrolifeResult: Hashable, Sendable {
    /// The eight bytes, which name the result; it has no number.
    let bytes: [UInt8]

    /// Whether the place in the memory is free.
    var isEmpty: Bool { Set(bytes) == [0] || Set(bytes) == [0xFF] }

    /// The time by the cuff's clock; nil outside the calendar.
    var time: CivilDateTime? {
        CivilDateTime(
            year: 2000 + Int(bytes[3]),
            month: Int(bytes[4]),
            day: Int(bytes[5]),
            hour: Int(bytes[6]),
            minute: Int(bytes[7])
        )
    }

    /// The measurement; not usable where a pressure is missing.
    var measurement: DeviceMeasurement {
        DeviceMeasurement(
            characteristic: MicrolifeLink.replies,
            time: time.map { DeviceTime(local: $0, hasSeconds: false) } ?? .unset,
            keyBytes: bytes,
            type: .biometrics,
            measurements: Measurement.pressures(
                systolic: Int(bytes[0]),
                diastolic: Int(bytes[1]),
                pulse: Int(bytes[2])
            ),
            context: nil,
            doubted: bytes[0] <= bytes[1] ? [.systolic, .diastolic] : []
        )
    }
}

/// One link to a Microlife cuff.
///
/// Pure. All results come in one message; those that are read already are skipped. A message that is cut or damaged is
/// requested again.
struct MicrolifeSession: DriverSession {
    private enum Step { case idle, subscribing, results, over }

    private var step = Step.idle
    private var exchange = DriverExchange(to: MicrolifeLink.requests, patience: .seconds(5))
    private var joiner = MicrolifeLink.Joiner()
    private var marks: ReadMarks

    init(_ start: DriverStart) { marks = ReadMarks(stored: start.stored) }

    mutating func handle(_ input: DriverInput, elapsed _: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found):
            guard found.contains(MicrolifeLink.requests), found.contains(MicrolifeLink.replies) else {
                return leave(.fail("the monitor's own service is missing"))
            }
            step = .subscribing
            return [.subscribe(MicrolifeLink.replies)]
        case .subscribed:
            guard step == .subscribing else { return [] }
            step = .results
            return exchange.ask(MicrolifeLink.results)
        case .value(MicrolifeLink.replies, let bytes):
            let results = joiner.take(bytes).lazy.compactMap { MicrolifeLink.results(in: $0) }.first
            return step == .results ? results.map { read($0) } ?? [.wake(after: .seconds(5))] : []
        case .woken:
            joiner.clear()
            return exchange.woken()
                ?? leave(.fail("the monitor does not answer; switch its Bluetooth on, and keep it near the hub"))
        // A request that was not written is repeated when its answer is overdue.
        case .failed(MicrolifeLink.requests, _): return []
        case .failed(_, let words): return leave(.fail(words))
        case .value, .wrote: return []
        }
    }

    mutating func farewell() -> [DriverOutput] {
        defer { step = .over }
        return step == .results ? [.write(MicrolifeLink.requests, MicrolifeLink.end)] : []
    }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] { farewell() + [output] }

    /// Sources differ on which result is the newest, so they are put in the order of their times.
    private mutating func read(_ results: [MicrolifeResult]) -> [DriverOutput] {
        marks.keep(only: results.map(\.bytes))
        let new = results.filter { !marks.contains($0.bytes) }
            .sorted { $0.bytes[3...].lexicographicallyPrecedes($1.bytes[3...]) }
        for result in new { marks.insert(result.bytes) }
        let measured = new.map { DriverOutput.measurement($0.measurement) }
        return measured + (new.isEmpty ? [] : [.keep(marks.bytes)]) + leave(.done)
    }
}
