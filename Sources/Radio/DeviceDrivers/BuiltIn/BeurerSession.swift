internal import DeviceCodecs
internal import VitalRecords

/// One link to a Beurer scale.
///
/// Pure. Greeting, users, each user's stored weighings, then what is measured while the link is up. The scale also
/// stores a weighing that it sends live; its 22 bytes are equal in both, so that it is one reading. Stored
/// weighings are reported once a fresh one shows how far the scale's clock is off, or after a wait without one.
struct BeurerSession: DriverSession {
    private enum Step: Equatable {
        case idle, subscribing, greeting, users
        /// Reading what is stored of the user at a place in the list.
        case saved(Int)
        case live, over
    }

    /// The longest wait for an answer of the scale.
    static let patience = Duration.seconds(3)
    /// How long the scale may be silent before the link ends.
    static let settling = Duration.seconds(20)
    /// How long it may be silent while stored weighings wait for a fresh one.
    static let waiting = Duration.seconds(5)
    /// How long after a displayed weight its result still shows how far the clock is off.
    static let freshness = Duration.seconds(60)
    /// How old a stored weighing may be, in seconds, to show that the clock is right.
    static let fresh = -120...300

    private let start: DriverStart
    private var half: UInt8
    private var step = Step.idle
    /// A request is sent four times, before and after the clock is set.
    private var exchange = DriverExchange(to: BeurerLink.pipe, patience: Self.patience, attempts: 4)
    private var hasSetClock = false
    private var marks: ScaleMarks
    /// The users in the scale's order.
    private var users: [Int: [UInt8]] = [:]
    private var ids: [[UInt8]] = []
    /// The parts of the stored weighings of one user, by number.
    private var saved: [Int: [UInt8]] = [:]
    /// The stored weighings that were not read before.
    private var pending: [(id: [UInt8], weighing: BeurerLink.Weighing)] = []
    /// The parts of a result.
    private var live: [Int: [UInt8]] = [:]
    private var shownAt: Duration?
    private var hasResult = false
    private var isCompared = false

    init(_ start: DriverStart) {
        self.start = start
        half = BeurerLink.half(start.device.name)
        marks = ScaleMarks(stored: start.stored)
    }

    mutating func handle(_ input: DriverInput, elapsed: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found):
            guard found.contains(BeurerLink.pipe) else { return leave(.fail("the scale's own service is missing")) }
            step = .subscribing
            return [.subscribe(BeurerLink.pipe)]
        case .subscribed:
            return step == .subscribing ? ask(BeurerLink.greeting(half), step: .greeting) : []
        case .value(BeurerLink.pipe, let bytes): return took(bytes, elapsed: elapsed)
        // A request that was not written is repeated when its answer is overdue.
        case .failed where isAsking: return []
        case .failed(_, let words): return leave(.fail(words))
        case .woken: return again(elapsed: elapsed)
        case .value, .wrote: return []
        }
    }

    private mutating func ask(_ bytes: [UInt8], step: Step) -> [DriverOutput] {
        self.step = step
        return exchange.ask(bytes)
    }

    private var isAsking: Bool { ![.idle, .subscribing, .live, .over].contains(step) }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }

    private mutating func again(elapsed: Duration) -> [DriverOutput] {
        guard isAsking else {
            guard !pending.isEmpty else { return leave(.done) }
            return report() + [.wake(after: silence)]
        }
        saved = [:]
        guard step == .greeting else { return exchange.woken() ?? setClock(elapsed: elapsed) }
        // The name does not always identify the model, and a scale ignores another model's greeting.
        half ^= 0x10
        return exchange.woken(sending: BeurerLink.greeting(half)) ?? leave(.fail(Self.noAnswer))
    }

    private static let noAnswer = "the scale does not answer; a BF800 with the newest firmware never does"

    /// Sets the clock once, as every known app does here, because the scale does not answer otherwise.
    private mutating func setClock(elapsed: Duration) -> [DriverOutput] {
        guard !hasSetClock else { return leave(.fail(Self.noAnswer)) }
        hasSetClock = true
        // It does not tell the times of weighings that the scale stored before.
        let clock = BeurerLink.clock(half, seconds: start.seconds(after: elapsed))
        return [.write(BeurerLink.pipe, clock)] + exchange.repeated()
    }
}

/// Frames.
extension BeurerSession {
    private mutating func took(_ bytes: [UInt8], elapsed: Duration) -> [DriverOutput] {
        guard let first = bytes.first, first >= 0xE0 else { return [] }
        if first & 0x0F == 0x6, step == .greeting {
            half = first & 0xF0
            return ask(BeurerLink.users(half), step: .users)
        }
        guard first & 0x0F == 0x7, bytes.count >= 4 else { return [] }
        guard bytes[1] != 0xF0 else { return answered(bytes, elapsed: elapsed) }
        // At once, even if the frame repeats itself: otherwise the stream stops.
        let answer = DriverOutput.write(BeurerLink.pipe, BeurerLink.acknowledgement(of: bytes))
        return [answer] + arrived(bytes, elapsed: elapsed) + (step == .over ? [] : [.wake(after: silence)])
    }

    /// How long the scale may be silent now.
    private var silence: Duration {
        guard step == .live else { return Self.patience }
        return pending.isEmpty ? Self.settling : Self.waiting
    }

    /// The scale's answer to a request, before the frames that it announces.
    private mutating func answered(_ bytes: [UInt8], elapsed: Duration) -> [DriverOutput] {
        switch (step, bytes[2]) {
        case (.users, 0x33) where bytes.count > 4 && bytes[4] == 0: return watch(elapsed: elapsed)
        case (.saved(let place), 0x41) where bytes[3] == 0: return next(after: place, elapsed: elapsed)
        default: return [.wake(after: silence)]
        }
    }

    private mutating func arrived(_ bytes: [UInt8], elapsed: Duration) -> [DriverOutput] {
        let (count, number) = (Int(bytes[2]), Int(bytes[3]))
        switch (bytes[1], step) {
        case (0x34, .users) where bytes.count >= 12:
            users[number] = Array(bytes[4..<12])
            guard users.count == count else { return [] }
            ids = users.sorted { $0.key < $1.key }.map(\.value)
            for id in ids { _ = marks.index(of: id) }
            return next(after: -1, elapsed: elapsed)
        case (0x42, .saved(let place)):
            saved[number] = bytes
            guard saved.count >= count else { return [] }
            return gather(of: place, parts: count) + next(after: place, elapsed: elapsed)
        case (0x58, _):
            shownAt = elapsed
            return []
        case (0x59, _):
            live[number] = bytes
            return number == count ? finish(elapsed: elapsed) : []
        default: return []
        }
    }

    private mutating func next(after place: Int, elapsed: Duration) -> [DriverOutput] {
        saved = [:]
        guard place + 1 < ids.count else { return watch(elapsed: elapsed) }
        return ask(BeurerLink.saved(half, user: ids[place + 1]), step: .saved(place + 1))
    }

    /// Waits for a weighing, unless the link saw one already.
    private mutating func watch(elapsed: Duration) -> [DriverOutput] {
        step = .live
        let now = start.seconds(after: elapsed)
        let isRight = pending.contains { Self.fresh.contains(now - Int($0.weighing.seconds)) }
        var outputs: [DriverOutput] = []
        if isRight, !isCompared {
            isCompared = true
            outputs += clock(now)
        }
        if isCompared { outputs += report() }
        return hasResult ? outputs + leave(.done) : outputs + [.tellReady, .wake(after: silence)]
    }
}

/// Weighings.
extension BeurerSession {
    /// Takes the stored weighings of a user that were not read before.
    private mutating func gather(of place: Int, parts: Int) -> [DriverOutput] {
        let id = ids[place]
        let found = stride(from: 1, through: parts, by: 2).map { BeurerLink.Weighing(saved[$0], and: saved[$0 + 1]) }
        let whole = found.compactMap(\.self)
        pending += whole.filter { !marks.has($0.seconds, of: id) }.map { (id, $0) }
        marks.keepOnly(Set(whole.map(\.seconds)), of: id)
        return whole.count == found.count ? [] : [.unreadable("a stored weighing of the scale is not whole")]
    }

    /// Reports the stored weighings, oldest first.
    private mutating func report() -> [DriverOutput] {
        guard !pending.isEmpty else { return [] }
        let ordered = pending.sorted { $0.weighing.seconds < $1.weighing.seconds }
        let outputs = ordered.map { output(of: $0.weighing, id: $0.id) }
        for (id, weighing) in pending { marks.add(weighing.seconds, of: id) }
        pending = []
        return outputs + [.keep(marks.stored)]
    }

    /// The result of the person on the scale; without a user if the scale does not know the person.
    private mutating func finish(elapsed: Duration) -> [DriverOutput] {
        defer { live = [:] }
        let id = live[1].map { Array($0.dropFirst(5).prefix(8)) } ?? []
        guard let weighing = BeurerLink.Weighing(live[2], and: live[3]) else {
            return [.unreadable("the scale's result is not whole")]
        }
        hasResult = true
        var outputs: [DriverOutput] = []
        if let shownAt, elapsed - shownAt <= Self.freshness {
            isCompared = true
            outputs += clock(Int(weighing.seconds))
        }
        outputs.append(output(of: weighing, id: id))
        marks.add(weighing.seconds, of: id)
        outputs.append(.keep(marks.stored))
        return step == .live ? outputs + report() + leave(.done) : outputs
    }

    /// What the scale's clock shows now; apps set it to UTC.
    private func clock(_ seconds: Int) -> [DriverOutput] {
        ScaleWeighing.time(local: start.local(seconds), isCompared: true).civil.map { [.clock($0)] } ?? []
    }

    private func output(of weighing: BeurerLink.Weighing, id: [UInt8]) -> DriverOutput {
        let measurement = ScaleWeighing.measurement(
            of: weighing.frame,
            on: BeurerLink.pipe,
            time: ScaleWeighing.time(local: start.local(Int(weighing.seconds)), isCompared: isCompared),
            keyBytes: weighing.bytes,
            user: marks.known(id) ?? Reading.unknownUser
        )
        return measurement.map { .measurement($0) } ?? .unreadable("the scale reports a weight that is impossible")
    }
}
