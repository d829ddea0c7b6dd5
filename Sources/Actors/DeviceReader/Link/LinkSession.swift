internal import DeviceCodecs
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import VitalRecords

/// Runs a procedure over an established link: frames go to disk, then to the procedure and the assembler, then to the outbox.
///
/// It runs in its own task, which is never cancelled. Stopping a reading stops the procedure, but all frames that
/// arrived before the link's end are stored, however long that takes.
actor LinkSession {
    private let radio: any LinkRadio
    private let inbox: LinkInbox
    private let sink: FrameSink
    private let saver: FrameSaver
    private let decoding: FrameDecoding
    private let context: ReadContext
    private let elapsed: @Sendable () -> Duration
    private let tellReady: @Sendable () async -> Void
    private let tellReceiving: @Sendable () async -> Void
    private var procedure: any Procedure
    private var watch: WaitingWatch
    /// Notifies the person in parallel, so that a slow broker does not delay the frames.
    private var telling: Task<Void, Never>?
    private var isReceiving = false
    private var assembler: FrameAssembler
    private var result = LinkResult()
    private var hasEnded = false
    /// Whether the reader ended the link after the device's last frame, so that the device got all confirmations.
    private var isInOrder = true
    /// The results for the next commit.
    private var waiting: [AssembledFrames] = []
    private var mark: MemoryMark?

    /// Characteristics whose frames are not stored: control points and intermediate values.
    private static let passing: Set<BluetoothUUID> = [
        .recordAccessControlPoint, .userControlPoint, .intermediateCuffPressure, .intermediateTemperature,
    ]

    /// Characteristics that may send stored measurements, unlike an oximeter's samples, which are always live.
    private static let storable = LinkPlan.profiles.reduce(into: Set<BluetoothUUID>()) { $0.formUnion($1.measuring) }
        .subtracting([.continuousOximetry])

    init(
        _ procedure: any Procedure,
        radio: any LinkRadio,
        inbox: LinkInbox,
        sink: FrameSink,
        decoding: FrameDecoding,
        context: ReadContext,
        elapsed: @escaping @Sendable () -> Duration,
        watch: WaitingWatch = WaitingWatch(isTelling: false),
        tellReady: @escaping @Sendable () async -> Void = {},
        tellReceiving: @escaping @Sendable () async -> Void = {}
    ) {
        self.procedure = procedure
        self.watch = watch
        self.tellReady = tellReady
        self.tellReceiving = tellReceiving
        self.radio = radio
        self.inbox = inbox
        self.sink = sink
        saver = FrameSaver(inbox, sink: sink, passing: Self.passing, elapsed: elapsed)
        self.decoding = decoding
        self.context = context
        self.elapsed = elapsed
        assembler = FrameAssembler(of: context)
    }

    /// Subscribes, reads and disconnects.
    func run() async -> LinkResult {
        // Saving starts before the first subscription, because a device may send stored measurements while the next one
        // is made.
        let saving = Task { [saver] in await saver.run() }
        if let failure = await subscribe() {
            end(.failed(failure))
        } else {
            await tell(.begin)
            while !hasEnded { await turn() }
        }
        await radio.part()
        await saver.stop()
        await saving.value
        for batch in await saver.take().batches { await take(batch) }
        await inbox.drain(radio, clock: sink.environment.clock, elapsed: elapsed) { await take(await saver.saved($0)) }
        waiting += assembler.flush()
        await settle()
        await telling?.value
        result.manner = watch.seen
        if isInOrder, result.end == .done, result.failure == nil {
            await sink.forgetRepeats()
        }
        return result
    }

    private func subscribe() async -> StepFailure? {
        for characteristic in procedure.subscriptions {
            guard let failure = await radio.subscribe(characteristic) else { continue }
            // A failed subscription to progress values is acceptable, but not to measurements.
            let isMeasuring = LinkPlan.profiles.contains { $0.measuring.contains(characteristic) }
            let isNeeded = isMeasuring || characteristic == .recordAccessControlPoint
            if isNeeded || failure == .silent || failure == .linkLost { return failure }
        }
        return nil
    }

    private func turn() async {
        if inbox.takeStop() { await tell(.stop) }
        let (batches, until) = await saver.take()
        if batches.isEmpty {
            guard !hasEnded, let end = procedure.deadline else { return }
            let deadline = watch.deadline.map { min($0, end) } ?? end
            // The assembler also waits for missing halves, so it is polled every second.
            let wait = min(max(deadline - elapsed(), .milliseconds(1)), .seconds(1))
            await saver.news.wait(atMost: until == nil ? .seconds(1) : wait, clock: sink.environment.clock)
            // Events waiting for the disk arrived in time, so no deadline may pass before they are handled.
            guard until != nil else { return }
        }
        for batch in batches { await take(batch) }
        guard !hasEnded else { return }
        if let until { watchPerson(at: until) }
        await tell(.tick)
        waiting += assembler.expire(at: sink.environment.now())
        await settle()
    }

    /// Notifies the person to measure once the device waits for it.
    ///
    /// - Parameter time: The time up to which all arrived events are handled.
    private func watchPerson(at time: Duration) {
        if procedure.awaitsPerson { watch.begin(at: time) }
        guard watch.tick(at: time) else { return }
        tellPerson(tellReady)
    }

    /// Notifies the person, after any earlier notification.
    private func tellPerson(_ words: @escaping @Sendable () async -> Void) {
        let before = telling
        telling = Task {
            await before?.value
            await words()
        }
    }

    /// Handles saved events in order.
    private func take(_ batch: FrameSaver.Batch) async {
        if let failure = batch.failure {
            // The frames are lost; the device is asked again if possible.
            result.failure = failure
            await tell(.gap)
        }
        var next = batch.frames.makeIterator()
        for event in batch.events {
            switch event {
            case .frame(let characteristic, let bytes, _, let after):
                let frame = Self.passing.contains(characteristic) ? nil : next.next()
                await look(characteristic, bytes: bytes, frame: frame, after: after)
            case .gap(let dropped):
                sink.logMissed(dropped)
                isInOrder = false
                await tell(.gap)
            case .ended:
                if !hasEnded { isInOrder = false }
                await tell(.linkEnded)
            }
        }
        await settle()
    }

    private func look(
        _ characteristic: BluetoothUUID,
        bytes: [UInt8],
        frame: ArrivedFrame?,
        after: Duration
    ) async {
        if let frame { waiting += assembler.add(frame) }
        if Self.storable.contains(characteristic) { watch.measured(at: after) }
        if frame != nil, !isReceiving {
            isReceiving = true
            tellPerson(tellReceiving)
        }
        guard !hasEnded, frame != nil || Self.passing.contains(characteristic) else { return }
        await carryOut(procedure.handle(.value(characteristic, bytes), at: after))
    }

    private func tell(_ input: ProcedureInput) async {
        guard !hasEnded else { return }
        await carryOut(procedure.handle(input, at: elapsed()))
    }

    private func carryOut(_ outputs: [ProcedureOutput]) async {
        for output in outputs {
            switch output {
            case .write(let characteristic, let bytes):
                await settle()
                await tell(.wrote(await radio.write(bytes, to: characteristic)))
            case .read(let characteristic):
                await tell(.wasRead(await radio.read(characteristic)))
            case .userData(let user, let finding): result.userData[user] = finding
            case .resubscribe:
                await radio.unsubscribe()
                await tell(.subscribed(await subscribe()))
            case .progress(let latest): mark = latest
            case .forgetProgress:
                await settle()
                do {
                    try await decoding.store.forgetProgress(of: sink.device.description)
                } catch {
                    result.failure = error
                }
            case .consents(let finding): result.consents = finding
            case .end(let end): self.end(end)
            }
        }
    }

    private func end(_ end: ProcedureEnd) {
        guard !hasEnded else { return }
        hasEnded = true
        result.end = end
    }

    /// Commits all pending results in one transaction, so that a mark never covers a reading that is not stored.
    private func settle() async {
        let assembled = waiting
        // After a frame could not be stored, later marks are invalid.
        let progress = result.failure == nil ? mark.map { self.progress($0) } : nil
        waiting = []
        mark = nil
        result.unreadable += assembled.compactMap(\.unreadable)
        result.setAside += assembled.compactMap(\.setAside).count
        do {
            let readings = try await decoding.commit(
                assembled,
                device: sink.device,
                context: context,
                progress: progress,
                at: sink.environment.now()
            )
            result.add(readings)
            if progress != nil { result.hasMovedOn = true }
        } catch {
            result.failure = error
        }
    }

    private func progress(_ mark: MemoryMark) -> DeviceProgress {
        DeviceProgress(
            device: sink.device.description,
            firstSequence: mark.first,
            lastSequence: mark.last,
            lastChecksum: Int64(bitPattern: mark.checksum),
            completedAt: mark.isComplete ? sink.environment.now() : nil
        )
    }
}
