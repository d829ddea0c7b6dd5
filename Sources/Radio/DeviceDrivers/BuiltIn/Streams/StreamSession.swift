internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// One link to an oximeter that streams.
///
/// Pure. Its frames become one result by ``SpotRule``, the rule of the standard's continuous stream, or by the
/// oximeter's own mark. The result of a steady stream is the middle of the last 8 s. A stream that gives no result ends
/// with the reason.
struct StreamSession<Stream: OximeterStream>: DriverSession {
    private enum Step: Equatable {
        case idle, subscribing, pausing
        /// The request at this place is open.
        case asking(Int)
        case streaming, parting, over
    }

    private let start: DriverStart
    private var stream = Stream()
    private var step = Step.idle
    private var channels: [BluetoothUUID] = []
    private var found: Set<BluetoothUUID> = []
    private var tries = 0
    /// When the open request was written, or the stream began.
    private var since = Duration.zero
    private var rule = SpotRule<StreamValues>()
    private var signs = StreamSigns()
    private var lone: LoneValue

    init(_ start: DriverStart) {
        self.start = start
        lone = LoneValue(Stream.maySendOne ? start.stored : nil)
    }

    mutating func handle(_ input: DriverInput, elapsed: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found): return begin(Set(found))
        case .subscribed: return subscribeNext(at: elapsed)
        case .value(let channel, let bytes): return took(bytes, from: channel, at: elapsed)
        case .wrote: return step == .parting ? leave(.done) : []
        case .failed where step == .parting: return leave(.done)
        // A request that was not written is repeated when its answer is overdue.
        case .failed where isAsking: return []
        case .failed(_, let words): return leave(.fail(words))
        case .woken: return woken(at: elapsed)
        }
    }

    /// Removing the finger may switch the oximeter off: the steady value until then is the result.
    mutating func ended(elapsed: Duration) -> [DriverOutput] {
        guard step == .streaming else { return [] }
        return endEpisode(at: elapsed, inSilence: true)
    }

    private var isAsking: Bool { if case .asking = step { true } else { false } }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }
}

/// Opening: channels, requests.
extension StreamSession {
    private mutating func begin(_ found: Set<BluetoothUUID>) -> [DriverOutput] {
        guard let channels = stream.channels(in: found), !channels.isEmpty else {
            return leave(.fail("the oximeter's own service is missing; it is another model than its name says"))
        }
        (self.channels, self.found, step) = (channels, found, .subscribing)
        return [.subscribe(channels[0])]
    }

    private mutating func subscribeNext(at now: Duration) -> [DriverOutput] {
        guard step == .subscribing else { return [] }
        channels.removeFirst()
        if let next = channels.first { return [.subscribe(next)] }
        guard Stream.pause > .zero else { return ask(0, at: now) }
        step = .pausing
        return [.wake(after: Stream.pause)]
    }

    /// Writes a request, or begins to wait for values after the last one.
    private mutating func ask(_ place: Int, at now: Duration) -> [DriverOutput] {
        since = now
        guard Stream.requests.indices.contains(place) else {
            step = .streaming
            return [.tellReady, .wake(after: .seconds(1))]
        }
        (step, tries) = (.asking(place), 1)
        let request = Stream.requests[place]
        return [.write(request.channel, request.bytes), .wake(after: request.patience)]
    }

    private mutating func woken(at now: Duration) -> [DriverOutput] {
        switch step {
        case .pausing: return ask(0, at: now)
        case .asking(let place): return askAgain(place, at: now)
        case .streaming: return tick(at: now)
        case .parting: return leave(.done)
        case .idle, .subscribing, .over: return []
        }
    }

    private mutating func askAgain(_ place: Int, at now: Duration) -> [DriverOutput] {
        let request = Stream.requests[place]
        guard tries < request.attempts else {
            if request.isOptional { return ask(place + 1, at: now) }
            let silent = "the oximeter does not answer; take the finger out and put it in again"
            return leave(.fail(signs.refusal ?? silent))
        }
        tries += 1
        return [.write(request.channel, request.bytes), .wake(after: request.patience)]
    }
}

/// Values.
extension StreamSession {
    private mutating func took(_ bytes: [UInt8], from channel: BluetoothUUID, at now: Duration) -> [DriverOutput] {
        var outputs: [DriverOutput] = []
        for frame in stream.take(bytes, from: channel) {
            guard step != .over, step != .parting else { break }
            outputs += handle(frame, at: now)
        }
        return outputs
    }

    private mutating func handle(_ frame: StreamFrame, at now: Duration) -> [DriverOutput] {
        var outputs: [DriverOutput] = []
        switch frame {
        case .answered(let place): return step == .asking(place) ? ask(place + 1, at: now) : []
        case .refused(let words): signs.refusal = words
        case .foreign(let words): return leave(.fail(words))
        case .damaged(let words):
            // Reported once: a stream repeats its fault many times a second.
            defer { signs.hasDamage = true }
            return signs.hasDamage ? [] : [.unreadable(words)]
        case .values, .poor, .noFinger, .other:
            // The stream itself answers the request that starts it.
            if case .asking(let place) = step {
                guard place == Stream.requests.count - 1 else { return [] }
                outputs = ask(place + 1, at: now)
            }
            guard step == .streaming else { return outputs }
            return outputs + sample(frame, at: now)
        }
        return outputs
    }

    private mutating func sample(_ frame: StreamFrame, at now: Duration) -> [DriverOutput] {
        let past = expire(at: now)
        guard step == .streaming else { return past }
        switch frame {
        case .values(let values): return past + add(values, at: now)
        case .poor:
            signs.sawFinger(at: now)
            rule.disturb(at: now.seconds)
            return past + giveUp(at: now)
        case .noFinger: return past + endEpisode(at: now) + giveUp(at: now)
        default: return past + giveUp(at: now)
        }
    }

    private mutating func add(_ values: StreamValues, at now: Duration) -> [DriverOutput] {
        signs.sawFinger(at: now)
        rule.add(
            SpotRule.Sample(
                at: now.seconds,
                spo2: Double(values.spo2),
                pulse: values.pulse.map { Double($0) },
                content: values
            )
        )
        let since = rule.start ?? now.seconds
        if values.isFinal { return finish(values, since: since, at: now) }
        let (count, moment) = (rule.count, moment(since))
        let kept = note { $0.take(values.frame, count: count, at: moment) }
        guard rule.isSteady, now.seconds - since >= Stream.ownJudgement.seconds, let middle = rule.middle else {
            return kept + giveUp(at: now)
        }
        return kept + finish(middle.content, since: since, at: now)
    }

    /// Changes what is known of a model that may send one value only, and keeps it for the next link.
    private mutating func note(_ change: (inout LoneValue) -> Void) -> [DriverOutput] {
        guard Stream.maySendOne else { return [] }
        let before = lone.stored
        change(&lone)
        return lone.stored == before ? [] : [.keep(lone.stored)]
    }

    /// A time of the link in milliseconds since 1970.
    private func moment(_ seconds: Double) -> Int {
        Int(exactly: ((start.now.timeIntervalSince1970 + seconds) * 1_000).rounded()) ?? 0
    }

    /// Gives the result, acknowledges it and ends the link.
    private mutating func finish(_ values: StreamValues, since: Double, at now: Duration, flags: [String] = [])
        -> [DriverOutput]
    {
        let measurement = values.measurement(since: moment(since), flags: flags, first: lone.first)
        let result = [.measurement(measurement)] + note { $0.end() }
        guard let thanks = Stream.thanks, found.contains(thanks.channel) else { return result + leave(.done) }
        step = .parting
        return result + [.write(thanks.channel, thanks.bytes), .wake(after: thanks.patience)]
    }
}

/// Ends of episodes, and of the link without a result.
extension StreamSession {
    /// How long a stream may take for its result, from its first values or else from its beginning.
    static var longest: Duration { .seconds(60) }

    private mutating func tick(at now: Duration) -> [DriverOutput] {
        var outputs = expire(at: now)
        if step == .streaming { outputs += giveUp(at: now) }
        return step == .streaming ? outputs + [.wake(after: .seconds(1))] : outputs
    }

    /// Ends the episode of an oximeter that has fallen silent.
    private mutating func expire(at now: Duration) -> [DriverOutput] {
        guard rule.isSilent(at: now.seconds, for: Stream.silence) else { return [] }
        return endEpisode(at: now, inSilence: true)
    }

    /// Ends an episode with its steady value, if there was one.
    ///
    /// - Parameter inSilence: Whether the device stopped sending, instead of reporting that the finger left.
    private mutating func endEpisode(at now: Duration, inSilence: Bool = false) -> [DriverOutput] {
        guard let start = rule.start else { return [] }
        // Only the silence after it shows that a single value is the final one.
        let only = Stream.maySendOne && inSilence && rule.count == 1 && !lone.streams ? rule.last : nil
        let early = rule.end()
        signs.hasLeft = true
        guard let sample = early ?? only else { return note { $0.end() } }
        return finish(sample.content, since: start, at: now, flags: [SpotLimits.notSettled])
    }

    private mutating func giveUp(at now: Duration) -> [DriverOutput] {
        guard step == .streaming, now >= (signs.fingerAt ?? since) + Self.longest else { return [] }
        let isIn = rule.start != nil
        let last = endEpisode(at: now)
        guard step == .streaming else { return last }
        return leave(.fail(signs.words(isFingerIn: isIn)))
    }
}

/// What a stream has shown so far, for the reason why it gives no result.
struct StreamSigns: Hashable, Sendable {
    /// When a finger was first in.
    private(set) var fingerAt: Duration?
    /// Whether a finger left before its values were steady.
    var hasLeft = false
    /// Whether a frame could not be decoded.
    var hasDamage = false
    /// Why the oximeter refused a request.
    var refusal: String?

    /// Notes that a finger is in.
    mutating func sawFinger(at now: Duration) { fingerAt = fingerAt ?? now }

    /// Why there is no result.
    func words(isFingerIn: Bool) -> String {
        switch (fingerAt, isFingerIn) {
        case (nil, _) where hasDamage: "the oximeter's frames cannot be decoded; its model may be another one"
        case (nil, _): "no finger was in the oximeter; put one in and keep the hand still"
        case (_, false) where hasLeft: "the finger left the oximeter before its values were steady; measure again"
        default: "the oximeter's values did not become steady within a minute; keep the hand warm and still"
        }
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
