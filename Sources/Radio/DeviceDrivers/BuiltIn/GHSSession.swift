internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// One link to a Generic Health Sensor.
///
/// Pure. The record of the mark is requested again: if it comes back, the memory is the same and the rest is new;
/// otherwise the whole memory is read, and reading keys drop the repeats.
struct GHSSession: DriverSession {
    private enum Step: Equatable {
        case idle, clock, subscribing, all, new, starting, live, over
    }

    /// How long a sensor may take for an answer, or for the next record.
    static let patience = Duration.seconds(5)
    /// The number of times that a request is sent.
    static let attempts = 3
    /// The silence that ends the live observations.
    static let quiet = Duration.seconds(5)
    /// How long a sensor with a memory may take for its first live observation.
    static let liveWait = Duration.seconds(20)
    /// How long a stream is heard.
    static let streamTime = Duration.seconds(15)
    /// The most live observations of one link; a stream counts once.
    static let liveLimit = 16
    /// The number of records after which the mark is stored.
    static let markEvery = 8

    private let start: DriverStart
    private var step = Step.idle
    private var found: Set<BluetoothUUID> = []
    private var toSubscribe: [BluetoothUUID] = []
    private var segments: [BluetoothUUID: GHSSegments] = [:]
    private var tries = 0
    private var mark: GHSMark?
    /// The mark of this link's records, as long as they rise.
    private var newest: GHSMark?
    private var isRising = true
    private var isSameMemory = false
    private var received = 0
    private var unstored = 0
    private var stream = GHSStream()
    private var streamBegan: Duration?
    private var liveCount = 0

    init(_ start: DriverStart) {
        self.start = start
        mark = GHSMark(start.stored)
    }

    mutating func handle(_ input: DriverInput, elapsed: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let characteristics): return begin(characteristics)
        case .subscribed: return step == .subscribing ? subscribe() : []
        case .value(GHSLink.clock, let bytes): return took(clock: bytes)
        case .value(GHSLink.records, let bytes): return took(answer: bytes)
        case .value(GHSLink.control, let bytes): return took(control: bytes)
        case .value(let uuid, let bytes): return took(bytes, from: uuid, elapsed: elapsed)
        // For a sensor without a readable clock, the hub's clock counts.
        case .failed(GHSLink.clock, _): return step == .clock ? subscribe() : []
        case .failed(_, let words): return leave([.fail(words)])
        case .woken: return woken()
        case .wrote: return []
        }
    }

    private mutating func leave(_ outputs: [DriverOutput]) -> [DriverOutput] {
        step = .over
        return outputs
    }

    private mutating func begin(_ characteristics: [BluetoothUUID]) -> [DriverOutput] {
        found = Set(characteristics)
        let wanted = [GHSLink.live, GHSLink.stored, GHSLink.control, GHSLink.records]
        toSubscribe = wanted.filter(found.contains)
        guard found.contains(GHSLink.live) || hasMemory else {
            return leave([.fail("the sensor shows no observations; forget the device and pair it again")])
        }
        guard found.contains(GHSLink.clock) else { return subscribe() }
        step = .clock
        return [.read(GHSLink.clock), .wake(after: Self.patience)]
    }

    private var hasMemory: Bool { found.isSuperset(of: [GHSLink.stored, GHSLink.records]) }

    private mutating func subscribe() -> [DriverOutput] {
        step = .subscribing
        guard !toSubscribe.isEmpty else { return hasMemory ? ask() : startLive() }
        return [.subscribe(toSubscribe.removeFirst())]
    }

    private mutating func woken() -> [DriverOutput] {
        switch step {
        case .all, .new, .starting:
            guard tries < Self.attempts else {
                return leave([.fail("the sensor does not answer; switch it on, and keep it near the hub")])
            }
            tries += 1
            return step == .starting
                ? [.write(GHSLink.control, GHSLink.start), .wake(after: Self.patience)] : request()
        // Without a memory, the link ends after a person's measurement, or at the reader's limit.
        case .live where !hasMemory && liveCount == 0 && stream.isEmpty: return []
        case .live: return leave(flush() + [.done])
        case .clock: return subscribe()
        case .idle, .subscribing, .over: return []
        }
    }
}

/// Stored observations.
extension GHSSession {
    private mutating func ask() -> [DriverOutput] {
        step = mark == nil ? .all : .new
        tries = 1
        return request()
    }

    /// Asks for the records of this step.
    private mutating func request() -> [DriverOutput] {
        (received, newest, isRising, isSameMemory) = (0, nil, true, false)
        let bytes = step == .new ? GHSLink.from(mark?.record ?? 0) : GHSLink.all
        return [.write(GHSLink.records, bytes), .wake(after: Self.patience)]
    }

    private mutating func took(answer bytes: [UInt8]) -> [DriverOutput] {
        guard step == .all || step == .new else { return [] }
        if bytes.count >= 6, bytes.starts(with: [0x08, 0x00]), let count = GHSLink.number(bytes.dropFirst(2)) {
            return finish(count)
        }
        guard bytes.count >= 4, bytes.starts(with: [0x06, 0x00, 0x07]) else { return [] }
        if bytes[3] == 0x06 { return finish(0) }
        // A sensor that cannot search by number is asked for all records.
        if step == .new { return readAll() }
        return bytes[3] == 0x02 ? startLive() : leave([.fail("the sensor refuses its records (\(bytes[3]))")])
    }

    private mutating func readAll() -> [DriverOutput] {
        mark = nil
        return ask()
    }

    private mutating func finish(_ count: Int) -> [DriverOutput] {
        guard received >= count else {
            return leave([.fail("the sensor sent \(received) of \(count) records; they are read again")])
        }
        if step == .new, !isSameMemory { return readAll() }
        return keep() + startLive()
    }

    private mutating func keep() -> [DriverOutput] {
        unstored = 0
        return newest.map { [.keep($0.bytes)] } ?? []
    }

    private mutating func stored(_ body: [UInt8]) -> [DriverOutput] {
        received += 1
        guard let observation = whole(body, isStored: true), let record = observation.record else {
            return [.unreadable("a stored observation cannot be decoded"), .wake(after: Self.patience)]
        }
        let now = GHSMark(observation, record: record)
        if now == mark { isSameMemory = true }
        isRising = isRising && newest.map { $0.record < record } ?? true
        if newest.map({ $0.record < record }) ?? true { newest = now }
        unstored += 1
        var outputs = now == mark ? [] : result(observation, meaning: GHSMeaning(observation))
        if unstored >= Self.markEvery, isRising, step == .all || isSameMemory { outputs += keep() }
        return outputs + [.wake(after: Self.patience)]
    }
}

/// Live observations.
extension GHSSession {
    private mutating func startLive() -> [DriverOutput] {
        guard found.contains(GHSLink.live) else { return leave([.done]) }
        guard found.contains(GHSLink.control) else { return listen() }
        (step, tries) = (.starting, 1)
        return [.write(GHSLink.control, GHSLink.start), .wake(after: Self.patience)]
    }

    private mutating func took(control bytes: [UInt8]) -> [DriverOutput] {
        guard step == .starting, let code = bytes.first else { return [] }
        switch code {
        case 0x80: return listen()
        case 0x81 where hasMemory: return leave([.done])
        default: return leave([.fail("the sensor does not start to send what it measures (\(code))")])
        }
    }

    private mutating func listen() -> [DriverOutput] {
        step = .live
        return [.tellReady, .wake(after: Self.liveWait)]
    }

    /// Joins segments, and takes what they form.
    private mutating func took(_ bytes: [UInt8], from uuid: BluetoothUUID, elapsed: Duration) -> [DriverOutput] {
        guard uuid == GHSLink.live || uuid == GHSLink.stored else { return [] }
        do throws(CodecError) {
            guard let body = try segments[uuid, default: GHSSegments()].take(bytes) else { return [] }
            return uuid == GHSLink.stored ? stored(body) : live(body, elapsed: elapsed)
        } catch {
            return [.unreadable(error.message)]
        }
    }

    private mutating func live(_ body: [UInt8], elapsed: Duration) -> [DriverOutput] {
        let quiet = step == .live ? [DriverOutput.wake(after: Self.quiet)] : []
        guard let observation = whole(body, isStored: false) else {
            return [.unreadable("a live observation cannot be decoded")] + quiet
        }
        let meaning = GHSMeaning(observation)
        guard GHSStream.takes(meaning) else {
            liveCount += meaning.isResult ? 1 : 0
            let outputs = result(observation, meaning: meaning)
            let isFull = liveCount >= Self.liveLimit && step == .live
            return outputs + (isFull ? leave(flush() + [.done]) : quiet)
        }
        let began = streamBegan ?? elapsed
        streamBegan = began
        stream.add(meaning, observation: observation)
        guard elapsed - began >= Self.streamTime, step == .live else { return quiet }
        return leave(flush() + [.done])
    }

    /// The result of the stream that was heard.
    private mutating func flush() -> [DriverOutput] {
        streamBegan = nil
        guard let (values, meaning, observation) = stream.take() else { return [] }
        return result(observation, meaning: meaning, values: values)
    }
}

/// Observations as measurements.
extension GHSSession {
    /// Decodes an observation whose stated length matches its bytes; nil if it cannot be decoded.
    private func whole(_ body: [UInt8], isStored: Bool) -> GHSObservation? {
        // Absent is nil: an observation that cannot be decoded is reported as unreadable.
        guard let observation = try? GHSObservation(body, isStored: isStored),
            observation.length == observation.body.count
        else { return nil }
        return observation
    }

    /// The measurement of an observation, or why there is none.
    ///
    /// An unknown code is the reason if there is no value, and otherwise one of the reading's flags.
    private func result(
        _ observation: GHSObservation,
        meaning: GHSMeaning,
        values: [Measurement]? = nil
    ) -> [DriverOutput] {
        guard meaning.isResult else { return meaning.unknown.first.map { [.unreadable($0.words)] } ?? [] }
        let measurements = values ?? meaning.measurements
        // A live observation without a time was made now; a stored one was made at an unknown time.
        let time = observation.time.map { deviceTime($0) } ?? (observation.record == nil ? nil : .unset)
        let measurement = DeviceMeasurement(
            characteristic: GHSLink.live,
            time: time,
            sequence: time?.civil == nil ? observation.record.map { UInt64($0) } : nil,
            keyBytes: observation.body,
            userIndex: observation.user.flatMap { $0 == 0xFF ? nil : $0 },
            type: meaning.recordType,
            measurements: measurements,
            context: ReadingContext(
                statusFlags: meaning.flags + meaning.unknown.map { "unknown_mdc_\($0.code)" },
                outOfBounds: meaning.outOfBounds
            ),
            doubted: doubted(observation, measurements: measurements)
        )
        return [.measurement(measurement)]
    }

    /// All values if the sensor set a status bit, because no source lists their meanings; a pressure without the other
    /// one.
    private func doubted(_ observation: GHSObservation, measurements: [Measurement]) -> [MetricName] {
        let metrics = measurements.map(\.metric)
        if ([observation] + observation.members).contains(where: { ($0.status ?? 0) != 0 }) { return metrics }
        let pressures = metrics.filter { $0 == .systolic || $0 == .diastolic }
        return pressures.count == 1 ? pressures : []
    }

    private mutating func took(clock bytes: [UInt8]) -> [DriverOutput] {
        guard step == .clock else { return [] }
        // Absent is nil: an unreadable clock counts as none.
        let shown = (try? GHSObservation.Time(bytes)).flatMap { local($0) }
        return (shown.map { [.clock($0)] } ?? []) + subscribe()
    }

    private func deviceTime(_ time: GHSObservation.Time) -> DeviceTime {
        local(time).map { DeviceTime(local: $0, isReliable: !time.isClockChanged) } ?? .unset
    }

    /// The site's local time of a sensor's time; nil for a counter of ticks.
    private func local(_ time: GHSObservation.Time) -> CivilDateTime? {
        guard let civil = time.civil, time.isUTC else { return time.civil }
        let moment = civil.date(utcOffset: 0)
        let offset = start.utcOffsetAt(moment)
        let total = civil.daysSince1970 * 86_400 + civil.hour * 3_600 + civil.minute * 60 + civil.second + offset
        return CivilDateTime(daysSince1970: total / 86_400, secondOfDay: total % 86_400)
    }
}
