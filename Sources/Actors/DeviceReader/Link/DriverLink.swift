internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials
internal import MessageBus
internal import Outbox
internal import VitalRecords

/// Runs a driver's session over an established link: frames go to disk, then to the driver, and its measurements to the
/// outbox.
///
/// Like ``LinkSession``, it runs in a task that is never cancelled. A frame that arrives after a stop still goes to
/// disk and to the driver, but then only the driver's measurements count.
actor DriverLink {
    private let radio: any LinkRadio
    private let inbox: LinkInbox
    private let sink: FrameSink
    private let saver: FrameSaver
    private let decoding: FrameDecoding
    private let desk: DriverDesk
    /// The context, including the clock's offset once the driver has reported the device's time.
    private var context: ReadContext
    private let limit: Duration
    private let elapsed: @Sendable () -> Duration
    private let tellReady: @Sendable () async -> Void
    private let tellReceiving: @Sendable () async -> Void
    private var session: any DriverSession
    private var outputs: [DriverOutput] = []
    private var wakeAt: Duration?
    /// Frames not yet used by a measurement.
    private var frames: [ArrivedFrame] = []
    private var lastFrame: Date
    private var result = LinkResult()
    private var hasEnded = false
    /// Whether a request found that the device is gone, before the end of the link arrived.
    private var isLost = false

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - desk: The hub's services for the driver, other than the radio.
    ///   - limit: The latest end of the link.
    init(
        _ session: any DriverSession,
        radio: any LinkRadio,
        inbox: LinkInbox,
        sink: FrameSink,
        decoding: FrameDecoding,
        context: ReadContext,
        desk: DriverDesk = DriverDesk(),
        limit: Duration,
        elapsed: @escaping @Sendable () -> Duration,
        tellReady: @escaping @Sendable () async -> Void,
        tellReceiving: @escaping @Sendable () async -> Void = {}
    ) {
        self.session = session
        self.radio = radio
        self.inbox = inbox
        self.sink = sink
        saver = FrameSaver(inbox, sink: sink, elapsed: elapsed)
        self.decoding = decoding
        self.context = context
        self.desk = desk
        self.limit = limit
        self.elapsed = elapsed
        self.tellReady = tellReady
        self.tellReceiving = tellReceiving
        lastFrame = sink.environment.now()
    }

    /// Lets the driver read, and disconnects.
    func run(_ characteristics: [BluetoothUUID]) async -> LinkResult {
        let saving = Task { [saver] in await saver.run() }
        await tell(.ready(characteristics))
        while !hasEnded { await turn() }
        await sayFarewell()
        await radio.part()
        await saver.stop()
        await saving.value
        for batch in await saver.take().batches { await take(batch) }
        await inbox.drain(radio, clock: sink.environment.clock, elapsed: elapsed) { await take(await saver.saved($0)) }
        await commit(nil)
        if result.end == .done, result.failure == nil { await sink.forgetRepeats() }
        return result
    }

    private func turn() async {
        if inbox.takeStop() { return end(.stopped) }
        let (batches, until) = await saver.take()
        if batches.isEmpty {
            let wait = until == nil ? .seconds(1) : min(wakeAt ?? limit, limit) - elapsed()
            if wait > .zero { await saver.news.wait(atMost: min(wait, .seconds(1)), clock: sink.environment.clock) }
            // Events still waiting for the disk arrived in time.
            guard until != nil else { return }
        }
        for batch in batches { await take(batch) }
        guard !hasEnded else { return }
        if let wakeAt, elapsed() >= wakeAt {
            self.wakeAt = nil
            await tell(.woken)
        }
        if elapsed() >= limit { endAtLimit() }
    }

    /// Passes saved frames to the driver in order.
    private func take(_ batch: FrameSaver.Batch) async {
        if let failure = batch.failure {
            result.failure = failure
            return end(.failed(.other("the frames cannot be stored")))
        }
        var saved = batch.frames[...]
        for event in batch.events {
            switch event {
            case .frame: if let frame = saved.popFirst() { await arrived(frame) }
            case .gap(let dropped):
                sink.logMissed(dropped)
                end(.failed(.other("frames were missed; reading the device again")))
            case .ended: await linkEnded()
            }
        }
    }

    /// Takes what the driver makes of the frames so far when the device ends the link.
    private func linkEnded() async {
        guard !hasEnded else { return }
        for case .measurement(let measurement) in session.ended(elapsed: elapsed()) {
            await carryOut(.measurement(measurement))
            end(.done)
        }
        endLost()
    }

    /// Ends the link as lost, also for a driver that gives up at the write that finds it lost.
    private func endLost() {
        end(result.readings.isEmpty && !result.hasMovedOn ? .failed(.linkLost) : .partial(.linkLost))
    }

    /// Lets the driver write its farewell if the hub ends the link while it is still up.
    private func sayFarewell() async {
        guard [.stopped, .noReading, .partial(.tooLong)].contains(result.end) else { return }
        for output in session.farewell() {
            switch output {
            case .write(let uuid, let bytes): _ = await write(bytes, to: uuid, asCommand: false)
            case .command(let uuid, let bytes): _ = await write(bytes, to: uuid, asCommand: true)
            default: break
            }
        }
    }

    private func arrived(_ frame: ArrivedFrame) async {
        frames.append(frame)
        lastFrame = frame.at
        await tell(.value(frame.characteristic, frame.bytes))
    }

    private func tell(_ input: DriverInput) async {
        outputs += session.handle(input, elapsed: elapsed())
        while !outputs.isEmpty {
            // The time limit also ends a driver that never stops making requests.
            if elapsed() >= limit { endAtLimit() }
            await carryOut(outputs.removeFirst())
        }
    }

    private func carryOut(_ output: DriverOutput) async {
        switch output {
        case .measurement(let measurement):
            if result.readings.isEmpty { await tellReceiving() }
            return await commit(measurement)
        case .unreadable(let words): return await commitUnreadable(words)
        case .clock(let shown): return setClock(shown)
        default: break
        }
        guard !hasEnded else { return }
        switch output {
        case .subscribe(let uuid): answer(await radio.subscribe(uuid), success: .subscribed(uuid), uuid: uuid)
        case .unsubscribe(let uuid): await radio.unsubscribe(uuid)
        case .write(let uuid, let bytes): await send(bytes, to: uuid, asCommand: false)
        case .command(let uuid, let bytes): await send(bytes, to: uuid, asCommand: true)
        case .read(let uuid): await read(uuid)
        case .wake(let after): wakeAt = elapsed() + after
        case .tellReady: await tellReady()
        case .keep(let bytes): await keep(bytes, isSecret: false)
        case .keepSecret(let bytes): await keep(bytes, isSecret: true)
        case .bond: await bond()
        case .dropBond: result.dropsBond = true
        case .done: end(result.readings.isEmpty ? .empty : .done)
        case .unpaired: end(.failed(.notPaired))
        case .fail where isLost: endLost()
        case .fail(let words): end(.failed(.other(words)))
        case .measurement, .unreadable, .clock: break
        }
    }

    private func send(_ bytes: [UInt8], to uuid: BluetoothUUID, asCommand: Bool) async {
        answer(await write(bytes, to: uuid, asCommand: asCommand), success: .wrote(uuid), uuid: uuid)
    }

    /// Writes bytes if the driver may write them; others never reach the radio.
    private func write(_ bytes: [UInt8], to uuid: BluetoothUUID, asCommand: Bool) async -> StepFailure? {
        guard desk.mayWrite(bytes, uuid) else {
            end(.failed(.other("the driver tried to write what it must not; nothing was sent")))
            return .other("the write is not allowed")
        }
        return asCommand ? await radio.command(bytes, to: uuid) : await radio.write(bytes, to: uuid)
    }

    private func answer(_ failure: StepFailure?, success: DriverInput, uuid: BluetoothUUID) {
        // No driver can continue without a pairing, and the person must learn that one is needed.
        if failure == .notPaired { return end(.failed(.notPaired)) }
        if failure == .linkLost { isLost = true }
        let input = failure.map { DriverInput.failed(uuid, $0.words) } ?? success
        outputs += session.handle(input, elapsed: elapsed())
    }

    private func bond() async {
        let failure = await desk.bond()
        if failure == .notPaired { return end(.failed(.notPaired)) }
        outputs += session.bonded(failure?.words, elapsed: elapsed())
    }

    /// Stores the driver's small data; a driver whose data cannot be stored must not continue.
    private func keep(_ bytes: [UInt8], isSecret: Bool) async {
        guard bytes.count <= DriverStart.storeLimit else {
            return end(.failed(.other("the driver keeps more than \(DriverStart.storeLimit) bytes")))
        }
        do {
            try await desk.keep(bytes, isSecret)
            if !isSecret, bytes != desk.stored { result.hasMovedOn = true }
        } catch {
            result.failure = error
            end(.failed(.other("the driver's data cannot be kept")))
        }
    }

    private func read(_ uuid: BluetoothUUID) async {
        switch await radio.read(uuid) {
        case .failure(let failure): answer(failure, success: .wrote(uuid), uuid: uuid)
        case .success(let bytes):
            do {
                let at = sink.environment.now()
                for frame in try await sink.save([(characteristic: uuid, bytes: bytes, at: at)]) {
                    frames.append(frame)
                    lastFrame = frame.at
                }
                outputs += session.handle(.value(uuid, bytes), elapsed: elapsed())
            } catch {
                result.failure = error
                end(.failed(.other("the value cannot be stored")))
            }
        }
    }

    /// Records the offset of the device's clock: the hub's time minus the device's.
    private func setClock(_ shown: CivilDateTime) {
        let now = sink.environment.now()
        let offset = now.timeIntervalSince(shown.date(utcOffset: context.zone.utcOffset(at: now)))
        context.clockOffsetSeconds = Int(clamping: offset.rounded())
    }

    /// Commits a measurement with its frames, or the remaining frames without one.
    private func commit(_ measurement: DeviceMeasurement?) async {
        await commit(AssembledFrames(rows: frames.map(\.row), measurement: measurement, receivedAt: lastFrame))
    }

    private func commitUnreadable(_ words: String) async {
        var assembled = AssembledFrames(rows: frames.map(\.row), measurement: nil, receivedAt: lastFrame)
        assembled.unreadable = frames.last.map { frame in
            AssembledFrames.Unreadable(
                row: frame.row,
                characteristic: frame.characteristic,
                length: frame.bytes.count,
                error: CodecError(.invalid, message: words)
            )
        }
        result.unreadable += [assembled.unreadable].compactMap { $0 }
        await commit(assembled)
    }

    private func commit(_ assembled: AssembledFrames) async {
        frames = []
        if assembled.setAside != nil { result.setAside += 1 }
        do {
            let readings = try await decoding.commit(
                [assembled],
                device: sink.device,
                context: context,
                at: sink.environment.now()
            )
            result.add(readings)
        } catch {
            result.failure = error
            end(.failed(.other("the reading cannot be stored")))
        }
    }

    private func endAtLimit() { end(result.readings.isEmpty ? .noReading : .partial(.tooLong)) }

    private func end(_ end: ProcedureEnd) {
        guard !hasEnded else { return }
        hasEnded = true
        result.end = end
    }
}
