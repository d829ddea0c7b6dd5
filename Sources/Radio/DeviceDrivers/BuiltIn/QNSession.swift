internal import DeviceCodecs
internal import VitalRecords

/// One link to a QN scale.
///
/// Pure. The scale speaks first: its information, then the answer to each request. A stable weight counts as
/// one weighing until the scale shows a moving one again. It has no time, because it is measured now; stored
/// weighings have their times.
struct QNSession: DriverSession {
    private enum Step { case idle, subscribing, waiting, over }

    /// How long a scale of the long form may take before the hub tells it the unit for protocol 0.
    static let patience = Duration.seconds(5)
    /// How long the scale may be silent before the link ends.
    static let settling = Duration.seconds(20)
    /// How long it may be silent after a weighing.
    static let rest = Duration.seconds(3)

    private let start: DriverStart
    private var step = Step.idle
    private var isNew = true
    private var info: [UInt8]?
    /// The protocol that the hub tells the scale.
    private var version: UInt8 = 0xFF
    private var isAnswered = false
    private var hasTriedZero = false
    private var isStable = false
    private var askedAt = Duration.zero
    private var hasIndications = false
    private var hasTimeWrite = false
    private var seen: QNSeen

    init(_ start: DriverStart) {
        self.start = start
        seen = QNSeen(stored: start.stored)
    }

    mutating func handle(_ input: DriverInput, elapsed: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found): return begin(found)
        case .subscribed(let uuid): return subscribed(uuid)
        case .value(let uuid, let bytes) where uuid == replies: return took(bytes, elapsed: elapsed)
        // It has nothing that is read.
        case .failed(QNLink.indications, _): return wait()
        case .failed(_, let words): return leave(.fail(words))
        case .woken: return woken()
        case .value, .wrote: return []
        }
    }

    private var replies: BluetoothUUID { QNLink.replies[isNew ? 0 : 1] }

    private mutating func begin(_ found: [BluetoothUUID]) -> [DriverOutput] {
        isNew = found.contains(QNLink.requests[0])
        guard found.contains(replies), isNew || found.contains(QNLink.requests[1]) else {
            return leave(.fail("the scale's own service is missing"))
        }
        hasIndications = !isNew && found.contains(QNLink.indications)
        hasTimeWrite = !isNew && found.contains(QNLink.requests[2])
        step = .subscribing
        return [.subscribe(replies)]
    }

    private mutating func subscribed(_ uuid: BluetoothUUID) -> [DriverOutput] {
        guard step == .subscribing else { return [] }
        return uuid == replies && hasIndications ? [.subscribe(QNLink.indications)] : wait()
    }

    private mutating func wait() -> [DriverOutput] {
        step = .waiting
        return [.tellReady, .wake(after: Self.settling)]
    }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }

    private func write(_ bytes: [UInt8], isTime: Bool = false) -> DriverOutput {
        let place = isNew ? 0 : isTime && hasTimeWrite ? 2 : 1
        return .write(QNLink.requests[place], bytes)
    }

    private mutating func woken() -> [DriverOutput] {
        guard info?.count == 18, !isAnswered, !hasTriedZero else { return leave(.done) }
        tryZero()
        return [write(QNLink.unit(version)), .wake(after: Self.settling)]
    }

    /// The maker's app tells the long form of 18 bytes FF as its protocol, and one report says 00.
    private mutating func tryZero() { (hasTriedZero, version) = (true, 0) }
}

/// Frames.
extension QNSession {
    private mutating func took(_ bytes: [UInt8], elapsed: Duration) -> [DriverOutput] {
        guard let opcode = bytes.first, let frame = decoded(bytes) else { return [] }
        switch opcode {
        case 0x12: return informed(bytes, elapsed: elapsed)
        case 0x14:
            isAnswered = true
            let local = start.local(start.seconds(after: elapsed))
            let time = write(QNLink.time(version, seconds: local - QNLink.epoch), isTime: true)
            return [time, .wake(after: Self.settling)]
        case 0x21: return [write(QNLink.begin(version)), .wake(after: Self.settling)]
        case 0x10: return weighed(frame, bytes: bytes, elapsed: elapsed)
        case 0x23, 0xB4: return stored(frame, bytes: bytes)
        default: return []
        }
    }

    /// The frame, with the unit that the scale's information names; nil for what is damaged.
    private func decoded(_ bytes: [UInt8]) -> DriverFrame? {
        guard bytes.count > 3, bytes[0] != 0x55, bytes[0] != 0xAA else { return nil }
        let known = bytes[0] == 0x10 ? info.map { [$0] } ?? [] : []
        return ScaleWeighing.frames(known + [bytes], of: "qn").last
    }

    private mutating func informed(_ bytes: [UInt8], elapsed: Duration) -> [DriverOutput] {
        guard bytes.count > 10 else { return [] }
        if info == nil {
            (version, askedAt) = (bytes[2], elapsed)
        } else if bytes.count == 18, !isAnswered, elapsed - askedAt > Self.patience {
            tryZero()
        }
        info = bytes
        return [write(QNLink.unit(version)), .wake(after: Self.patience)]
    }

    private mutating func weighed(_ frame: DriverFrame, bytes: [UInt8], elapsed: Duration) -> [DriverOutput] {
        let wasStable = isStable
        isStable = frame.isSet("stable")
        guard isStable else { return [.wake(after: Self.settling)] }
        // The scale repeats it until it is acknowledged.
        let answers: [DriverOutput] = [write(QNLink.taken(version)), .wake(after: Self.rest)]
        guard !wasStable, let weight = ScaleWeighing.values(of: frame).first?.value else { return answers }
        let doubted = isUnitUnknown(bytes, weight: weight) ? [MetricName.bodyWeight] : []
        guard let measurement = ScaleWeighing.fresh(of: frame, on: replies, doubted: doubted) else { return answers }
        seen.add(weight, at: start.local(start.seconds(after: elapsed)) - QNLink.epoch)
        return [.measurement(measurement), .keep(seen.stored)] + answers
    }

    /// Whether the weight may be ten times as much: the information, which names the unit of the original layout, was lost.
    ///
    /// These scales weigh at most 250 kg. Source: openScale#1113.
    private func isUnitUnknown(_ bytes: [UInt8], weight: DecimalNumber) -> Bool {
        info == nil && bytes.count < 14 && weight <= 25
    }

    /// A weighing of the scale's memory, unless the hub saw it when it was made.
    private mutating func stored(_ frame: DriverFrame, bytes: [UInt8]) -> [DriverOutput] {
        guard frame.kind == "stored", let seconds = frame.seconds("time").map({ Int($0) }) else { return [] }
        let time = ScaleWeighing.time(local: seconds)
        guard let measurement = ScaleWeighing.measurement(of: frame, on: replies, time: time, keyBytes: bytes),
            let weight = measurement.measurements.first?.value
        else { return [.unreadable("the scale reports a weight that is impossible")] }
        guard !seen.has(weight, at: seconds - QNLink.epoch) else { return [.wake(after: Self.settling)] }
        seen.add(weight, at: seconds - QNLink.epoch)
        return [.measurement(measurement), .keep(seen.stored), .wake(after: Self.settling)]
    }
}

/// The weighings that were read, so that one that the scale also stored is not reported twice.
struct QNSeen: Hashable, Sendable {
    /// How far the time of a stored weighing may be from an equal one, in seconds, to be that one.
    static let slack = 120
    private static let width = 8
    private static let limit = 100

    private var entries: [[UInt8]] = []

    /// Reads what an earlier link kept.
    init(stored: [UInt8]?) {
        let bytes = stored ?? []
        guard bytes.count.isMultiple(of: Self.width) else { return }
        entries = stride(from: 0, to: bytes.count, by: Self.width).map { Array(bytes[$0..<($0 + Self.width)]) }
    }

    /// Whether a weight was read at about this time, in seconds since 2000.
    func has(_ weight: DecimalNumber, at seconds: Int) -> Bool {
        let wanted = Self.bytes(Self.grams(weight))
        return entries.contains { entry in
            let time = entry.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            return abs(time - seconds) <= Self.slack && Array(entry.suffix(4)) == wanted
        }
    }

    /// Adds a weighing.
    mutating func add(_ weight: DecimalNumber, at seconds: Int) {
        entries = (entries + [Self.bytes(seconds) + Self.bytes(Self.grams(weight))]).suffix(Self.limit)
    }

    /// The weighings for the store.
    var stored: [UInt8] { entries.flatMap { $0 } }

    private static func grams(_ weight: DecimalNumber) -> Int {
        Int(clamping: weight.padded(toFractionDigits: 3)?.mantissa ?? 0)
    }

    private static func bytes(_ word: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
}
