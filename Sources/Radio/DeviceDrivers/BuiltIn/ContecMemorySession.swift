internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// One link to a Contec oximeter.
///
/// Pure. The device sends the heads of its recordings in order. For each new one, the samples of two channels are
/// requested. If a packet is lost, the hub stops the transfer and requests the channel from its start.
struct ContecMemorySession: DriverSession {
    private enum Step: Equatable {
        case idle, subscribing, settling, identity, info, storage, preparing, count, packings, head, over
        /// Reading a channel, by its place among ``ContecLink/channels``.
        case samples(Int)
        /// Quiet after a stop, before the channel is requested again.
        case stopped(Int)
    }

    /// How long after the link is up the device starts to listen.
    static let settling = Duration.milliseconds(800)
    /// How long it is quiet after a stop.
    static let quiet = Duration.milliseconds(500)
    /// The number of times that a channel is requested.
    static let attempts = 5
    /// The most samples of a recording: two days.
    static let mostSamples = 172_800
    /// How long after its end a recording may still grow, in seconds.
    static let growing = 30.0

    private let start: DriverStart
    private var step = Step.idle
    private var exchange = DriverExchange(to: ContecLink.requests)
    private var stream = ContecReplies()
    private var marks: ReadMarks
    private var packing = ContecPacking.original
    private var recording: ContecRecording?
    private var summary = SaturationSummary()
    private var reading = Reading()
    private var heads = 0
    private var most = 0

    /// The samples of one channel so far.
    private struct Reading {
        var unpacker = ContecPacket.Unpacker()
        var packets = 0
        var samples: [Int] = []
        var tries = 1
    }

    init(_ start: DriverStart) {
        self.start = start
        marks = ReadMarks(stored: start.stored)
    }

    mutating func handle(_ input: DriverInput, elapsed: Duration) -> [DriverOutput] {
        guard step != .over else { return [] }
        switch input {
        case .ready(let found):
            guard found.contains(ContecLink.requests), found.contains(ContecLink.replies) else {
                return leave(.fail("the oximeter's own service is missing"))
            }
            step = .subscribing
            return [.subscribe(ContecLink.replies)]
        case .subscribed:
            guard step == .subscribing else { return [] }
            step = .settling
            return [.wake(after: Self.settling)]
        case .value(ContecLink.replies, let bytes):
            return stream.take(bytes).reduce(into: []) { outputs, reply in outputs += took(reply, elapsed: elapsed) }
        // A request that was not written is repeated when its answer is overdue.
        case .failed(ContecLink.requests, _): return []
        case .failed(_, let words): return leave(.fail(words))
        case .woken: return woken()
        case .value, .wrote: return []
        }
    }

    mutating func farewell() -> [DriverOutput] {
        defer { step = .over }
        guard case .samples(let index) = step, let recording else { return [] }
        return [
            .write(ContecLink.requests, ContecLink.stop(channel: ContecLink.channels[index], place: recording.place))
        ]
    }

    private mutating func ask(_ request: [UInt8], step: Step, attempts: Int? = nil) -> [DriverOutput] {
        self.step = step
        stream.clear()
        return exchange.ask(request, attempts: attempts)
    }

    private mutating func leave(_ output: DriverOutput) -> [DriverOutput] {
        step = .over
        return [output]
    }

    private mutating func woken() -> [DriverOutput] {
        switch step {
        case .settling: return ask(ContecLink.identity, step: .identity)
        case .samples(let index): return stop(index)
        case .stopped(let index): return readChannel(index)
        default: break
        }
        stream.clear()
        if let outputs = exchange.woken() { return outputs }
        // A device that does not report whether it has recordings must be prepared first.
        if step == .storage { return ask(ContecLink.prepare, step: .preparing) }
        return leave(.fail("the oximeter does not answer; switch it on, and keep it near the hub"))
    }

    private mutating func took(_ reply: ContecReply, elapsed: Duration) -> [DriverOutput] {
        switch (step, reply) {
        case (.identity, .identity): return ask(ContecLink.info, step: .info)
        case (.info, .info(let version)):
            guard version <= 13 else {
                return leave(.fail("the oximeter requires an encrypted session, which is not supported"))
            }
            return ask(ContecLink.storage, step: .storage, attempts: 2)
        case (.storage, .storage(let hasRecordings)):
            return hasRecordings ? ask(ContecLink.count, step: .count) : leave(.done)
        case (.preparing, .ready): return ask(ContecLink.count, step: .count)
        case (.count, .count(let count)):
            most = count
            return count == 0 ? leave(.done) : ask(ContecLink.packings, step: .packings)
        case (.packings, .packings(let offered)): return choose(offered)
        case (.head, .recording(let head)): return took(head, elapsed: elapsed)
        case (.samples(let index), .samples(let packet)): return took(packet, channel: index)
        case (.samples(let index), .refused): return stop(index)
        default: return []
        }
    }

    /// The packing of whole samples is safest; with steps, a missing value damages the rest.
    private mutating func choose(_ offered: Set<ContecPacking>) -> [DriverOutput] {
        guard let best = [ContecPacking.original, .code, .difference].first(where: offered.contains) else {
            return leave(.fail("the oximeter offers no known packing of its recordings"))
        }
        packing = best
        return ask(ContecLink.next, step: .head)
    }
}

/// Reading recordings.
extension ContecMemorySession {
    /// The bytes for a recording's mark: its head and the number of samples, because the last one may grow.
    private func markName(_ head: ContecRecording) -> [UInt8] {
        head.place + head.timeBytes + (0..<4).map { UInt8(head.samples >> ($0 * 8) & 0xFF) }
    }

    private mutating func took(_ head: ContecRecording, elapsed: Duration) -> [DriverOutput] {
        heads += 1
        guard head.samples > 0 else { return leave(.done) }
        recording = head
        if marks.contains(markName(head)) || isGrowing(head, elapsed: elapsed) { return next() }
        guard head.samples <= Self.mostSamples else {
            return [.unreadable("a recording in the oximeter's memory is longer than two days")] + next()
        }
        summary = SaturationSummary()
        reading = Reading()
        return readChannel(0)
    }

    /// Whether the last recording has just ended by the hub's clock; a later link reads it.
    private func isGrowing(_ head: ContecRecording, elapsed: Duration) -> Bool {
        guard head.isLast, let time = head.time else { return false }
        let end = time.date(utcOffset: start.utcOffset).addingTimeInterval(Double(head.samples))
        let now = start.now.addingTimeInterval(Double(elapsed.components.seconds))
        return abs(now.timeIntervalSince(end)) < Self.growing
    }

    private mutating func next() -> [DriverOutput] {
        // If a device never marks its last recording, the count of recordings is the limit.
        guard recording?.isLast != true, heads < most else { return leave(.done) }
        return ask(ContecLink.next, step: .head)
    }

    private mutating func readChannel(_ index: Int) -> [DriverOutput] {
        guard let recording else { return leave(.done) }
        let request = ContecLink.samples(packing, channel: ContecLink.channels[index], place: recording.place)
        return ask(request, step: .samples(index), attempts: 1)
    }

    /// Stops the sending, and asks again after a pause; after too many tries the recording is left out on this link.
    private mutating func stop(_ index: Int) -> [DriverOutput] {
        guard let recording else { return leave(.done) }
        let stop = ContecLink.stop(channel: ContecLink.channels[index], place: recording.place)
        let tries = reading.tries + 1
        reading = Reading()
        reading.tries = tries
        guard tries <= Self.attempts else {
            return [.write(ContecLink.requests, stop)]
                + leave(.fail("the oximeter does not send a whole recording; keep it near the hub"))
        }
        step = .stopped(index)
        return [.write(ContecLink.requests, stop), .wake(after: Self.quiet)]
    }

    private mutating func took(_ packet: ContecPacket, channel index: Int) -> [DriverOutput] {
        guard let recording else { return [] }
        let isNext =
            packet.packing == packing && packet.channel == ContecLink.channels[index]
            && packet.number == reading.packets
        guard isNext, let samples = unpacked(packet) else { return stop(index) }
        reading.packets += 1
        reading.samples += samples
        guard reading.samples.count >= recording.samples else { return [.wake(after: .seconds(2))] }
        for sample in reading.samples.prefix(recording.samples) {
            summary.take(spo2: index == 0 ? sample : nil, pulse: index == 1 ? sample : nil)
        }
        reading = Reading()
        return index + 1 < ContecLink.channels.count ? readChannel(index + 1) : finish(recording)
    }

    private mutating func unpacked(_ packet: ContecPacket) -> [Int]? {
        do throws(CodecError) { return try reading.unpacker.samples(packet) } catch { return nil }
    }

    private mutating func finish(_ head: ContecRecording) -> [DriverOutput] {
        marks.insert(markName(head))
        let measurement = DeviceMeasurement(
            characteristic: ContecLink.replies,
            time: head.time.map { DeviceTime(local: $0) } ?? .unset,
            keyBytes: [head.place[0]] + head.timeBytes,
            type: .biometrics,
            measurements: summary.measurements,
            context: nil
        )
        return [.measurement(measurement), .keep(marks.bytes)] + next()
    }
}
