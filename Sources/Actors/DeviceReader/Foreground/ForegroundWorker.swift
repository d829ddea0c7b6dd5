internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Carries out foreground work on a device.
@ReaderIsolation struct ForegroundWorker {
    /// The largest number of readings in a reply: the newest ones, because a memory may hold thousands.
    private static let answeredReadings = 32

    /// The request and its time.
    struct Asked: Sendable {
        /// The request's id.
        let request: String
        let at: Date
    }

    let links: LinkReader
    let adverts: AdvertReader
    let pairing: PairingService
    let reporter: ForegroundReporter
    let fates: FateListener

    private var environment: BusEnvironment { links.environment }

    /// Reads or pairs a device.
    ///
    /// - Throws: The error of the reading or pairing; `BusError` `timeout` if no measurement was taken.
    func run(_ work: ForegroundMachine.Work, device: DeviceID, asked: Asked) async throws -> ForegroundResult {
        switch work {
        case .pair(let body): return .paired(try await pairing.pair(body, device: device, request: asked.request))
        case .read(let body):
            // If the request names no device, this is published now that one was found.
            if body.device == nil { await reporter.ready(work, device: device) }
            return .read(try await read(body, device: device, asked: asked))
        }
    }

    /// Reads a device, and waits for the session manager's decisions about its readings.
    private func read(_ body: ReadPeripheral, device: DeviceID, asked: Asked) async throws -> PeripheralDidRead {
        let tell: @Sendable (ReadingProgress.Phase) async -> Void = { [reporter] phase in
            await reporter.progress(phase, of: body, device: device, request: asked.request)
        }
        // The device would end the link at once, and coming nearer would not help.
        if await links.wantsPairing(device, as: [body.peripheralID]) { throw ReadFailure(.failed(.notPaired)) }
        let isAdvert = adverts.reads(body.peripheralID)
        await tell(isAdvert ? .waiting : .connecting)
        let context = links.context(
            peripheralID: body.peripheralID,
            episode: environment.now(),
            seat: body.seat,
            // For meters that measure first: a value measured shortly before also belongs to the seat.
            askedAt: asked.at.addingTimeInterval(-Double(body.sinceSeconds ?? 0)),
            isSubmitted: body.autoSubmit ?? true
        )
        fates.begin()
        defer { fates.end() }
        let seconds = body.seconds ?? 60
        let request = LinkReader.Request(
            device: device,
            context: context,
            firstFrame: .seconds(seconds),
            isTelling: true,
            tellReady: { await tell(.waiting) },
            tellReceiving: { await tell(.receiving) }
        )
        let link = try await isAdvert ? adverts.next(request) : links.read(request)
        try check(link, seconds: seconds)
        let records = link.readings.sorted { $0.timestamp < $1.timestamp }.suffix(Self.answeredReadings)
        let fates = await fates.fates(of: records.map(\.readingKey), clock: environment.clock)
        return PeripheralDidRead(
            seat: body.seat,
            hub: links.settings.hub.rawValue,
            peripheralID: body.peripheralID,
            device: device,
            records: Array(records),
            disposition: fates.last?.fate ?? .outbox,
            fates: fates
        )
    }

    /// Throws the reason if there is no reading.
    ///
    /// An empty memory is not a failure.
    private func check(_ link: LinkResult, seconds: Int) throws {
        guard let fault = link.fault else { return }
        let isNoUser = (fault as? ReadFailure)?.code == ReadFailure.noUser
        guard link.end == .noReading, link.unreadable.isEmpty, link.failure == nil, !isNoUser else { throw fault }
        try Task.checkCancellation()
        throw BusError(
            .timeout,
            message: "no measurement within \(seconds) s: start the measurement and read again",
            isRetriable: true
        )
    }
}

/// Publishes the progress and results of foreground work.
@ReaderIsolation struct ForegroundReporter {
    /// Why work failed.
    struct Failure: Sendable {
        let reason: ReaderFailure
        let fault: WireFault
        /// The id of the request that asked for it.
        let request: String?
    }

    let events: ReaderEvents

    /// Publishes that the person may begin.
    func ready(_ work: ForegroundMachine.Work, device: DeviceID?) async {
        guard let device else { return }
        let event = PeripheralEvent(
            seat: work.seat,
            hub: events.hub.rawValue,
            peripheralID: work.peripheralID,
            device: device
        )
        await events.publish(event, to: ReaderTopics.isReadyToReadPeripheral)
    }

    /// Publishes a reading's progress.
    func progress(
        _ phase: ReadingProgress.Phase,
        of body: ReadPeripheral,
        device: DeviceID,
        request: String
    ) async {
        let event = ReadingProgress(
            seat: body.seat,
            hub: events.hub.rawValue,
            peripheralID: body.peripheralID,
            device: device,
            request: request,
            phase: phase
        )
        await events.publish(event, to: ReaderTopics.readingProgress)
    }

    func done(_ result: ForegroundResult) async {
        switch result {
        case .read(var data):
            // The reply contains the values, because only the requester gets it; the event goes to all subscribers.
            data.records = data.records.map(events.shown)
            await events.publish(data, to: ReaderTopics.didReadPeripheral)
        case .paired(let data): await events.publish(data, to: ReaderTopics.didPairPeripheral)
        }
    }

    /// Publishes a failure.
    ///
    /// - Returns: The error that answers the request.
    func failed(
        _ work: ForegroundMachine.Work,
        device: DeviceID?,
        because failure: Failure
    ) async -> BusError {
        let data = PeripheralDidFail(
            seat: work.seat,
            hub: events.hub.rawValue,
            peripheralID: work.peripheralID,
            device: device,
            reason: failure.reason,
            error: failure.fault,
            request: failure.request
        )
        let topic = work.isPairing ? ReaderTopics.didNotPairPeripheral : ReaderTopics.readingFailed
        await events.publish(data, to: topic)
        return failure.fault.error
    }

    /// Publishes that the work was cancelled.
    ///
    /// - Returns: The error that answers the request.
    func cancelled(_ work: ForegroundMachine.Work, device: DeviceID?, request: String?) async -> BusError {
        let fault = WireFault(code: BusError.Code.cancelled.rawValue, message: "it was cancelled", retriable: false)
        guard !work.isPairing else {
            let failure = Failure(reason: .cancelled, fault: fault, request: request)
            return await failed(work, device: device, because: failure)
        }
        let event = PeripheralDidCancel(
            seat: work.seat,
            hub: events.hub.rawValue,
            peripheralID: work.peripheralID,
            device: device
        )
        await events.publish(event, to: ReaderTopics.didCancelReading)
        return fault.error
    }
}
