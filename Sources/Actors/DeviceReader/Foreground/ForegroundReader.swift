internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

/// Reads or pairs one device at a time on request; passive reading is suspended meanwhile.
@ReaderIsolation final class ForegroundReader: ReaderService {
    private var machine = ForegroundMachine()
    /// The task that works on the device found.
    private var job: Task<Void, Never>?
    /// The caller that waits for the result.
    private var waiter: CheckedContinuation<ForegroundResult, any Error>?
    private var result: ForegroundResult?
    /// The request's id and its time of arrival.
    private var asked: ForegroundWorker.Asked?
    /// The machine's actions that are not carried out yet.
    private var actions: [ForegroundMachine.Action] = []
    private var isCarryingOut = false
    let foundation: ReaderFoundation
    private let worker: ForegroundWorker
    private let reporter: ForegroundReporter
    private let sessions: SeatSessions
    private let checks: PairingChecks

    init(
        _ foundation: ReaderFoundation,
        worker: ForegroundWorker,
        reporter: ForegroundReporter,
        sessions: SeatSessions,
        checks: PairingChecks
    ) {
        self.foundation = foundation
        self.worker = worker
        self.reporter = reporter
        self.sessions = sessions
        self.checks = checks
    }

    nonisolated var handlers: [RequestHandler] {
        [
            RequestHandler(ReaderTopics.readPeripheral) { [self] body, request in
                try await read(body, request: request)
            },
            RequestHandler(ReaderTopics.pairPeripheral) { [self] body, request in
                try await pair(body, request: request.id)
            },
            RequestHandler(ReaderTopics.cancel) { [self] body, _ in try await cancelRequested(body) },
        ]
    }

    /// Whether a device is being read or paired.
    var isBusy: Bool { machine.work != nil }
    /// Whether a device is being paired.
    var isPairing: Bool { machine.work?.isPairing == true }

    func sighted(_ device: ForegroundMachine.Nearby) async { await carryOut(machine.sighted(device)) }

    func tick(at now: Date) async { await carryOut(machine.tick(at: now)) }

    /// Ends the work if the radio is unavailable.
    func radioDown() async {
        guard let work = machine.work, !catalogue.isOnCable(work.peripheralID), let problem = await radio.problem()
        else {
            return
        }
        await carryOut(machine.radioDown(problem))
    }

    /// Cancels the work under way, if any; its request is answered with `cancelled`.
    func cancel() async { await carryOut(machine.cancel()) }

    private func cancelRequested(_ body: CancelWork) async throws -> Empty {
        guard isBusy else {
            throw BusError(
                .notFound,
                message: "nothing is being read or paired at this hub: there is nothing to cancel"
            )
        }
        guard body.request == nil || body.request == asked?.request else {
            throw BusError(.notFound, message: "that work has ended, and other work is running now")
        }
        await cancel()
        return Empty()
    }

    private func read(_ body: ReadPeripheral, request: RequestContext) async throws -> PeripheralDidRead {
        _ = try catalogue.peripheral(body.peripheralID)
        let seconds = body.seconds ?? 60
        guard (1...300).contains(seconds) else {
            throw BusError(.invalidArgument, message: "seconds is \(seconds): use 1 to 300")
        }
        guard (0...600).contains(body.sinceSeconds ?? 0) else {
            throw BusError(.invalidArgument, message: "sinceSeconds is \(body.sinceSeconds ?? 0): use 0 to 600")
        }
        let end = environment.now().addingTimeInterval(Double(seconds) + 5)
        if let deadline = request.deadline, deadline < end {
            throw BusError(
                .invalidArgument,
                message: "the request's deadline is too short: allow at least 5 s more than \(seconds) s"
            )
        }
        if let seat = body.seat, await sessions.hasNone(seat) {
            let message = "seat '\(seat)' has no session: start one with startSession"
            let fault = WireFault(code: BusError.Code.noUser.rawValue, message: message, retriable: false)
            let failure = ForegroundReporter.Failure(reason: .noUser, fault: fault, request: request.id)
            throw await reporter.failed(.read(body), device: body.device, because: failure)
        }
        guard case .read(let data) = try await begin(.read(body), request: request.id) else {
            throw BusError(.internalError, message: "a reading ended as a pairing")
        }
        return data
    }

    private func pair(_ body: PairPeripheral, request: String) async throws -> PeripheralPaired {
        let peripheral = try catalogue.peripheral(body.peripheralID)
        // Checked before any request: the pairing would be useless, and the device would lose its existing one.
        if let part = catalogue.refusalToPair(peripheral) {
            let failure = ForegroundReporter.Failure(reason: .missingPart, fault: WireFault(part), request: request)
            throw await reporter.failed(.pair(body), device: body.device, because: failure)
        }
        try await checks.check(body)
        guard case .paired(let data) = try await begin(.pair(body), request: request) else {
            throw BusError(.internalError, message: "a pairing ended as a reading")
        }
        // The device is paired, which was published, but the requested assignment failed.
        if let fault = data.assignmentError { throw fault.error }
        return data
    }

    /// Starts work and waits for its end.
    private func begin(_ work: ForegroundMachine.Work, request: String) async throws -> ForegroundResult {
        let problem = catalogue.isOnCable(work.peripheralID) ? nil : await radio.problem()
        var isKnown = false
        if let device = work.device { isKnown = await radio.address(of: device) != nil }
        let begun: [ForegroundMachine.Action]
        do {
            // The previous work may have ended without having been answered yet.
            guard waiter == nil || isBusy else {
                throw BusError(.busy, message: "foreground work is about to end: try again", isRetriable: true)
            }
            let now = environment.steady()
            begun = try machine.begin(work, nearby: nearby.all, isKnown: isKnown, problem: problem, at: now)
            asked = ForegroundWorker.Asked(request: request, at: environment.now())
        } catch let error as BusError where error.code == .busy {
            let failure = ForegroundReporter.Failure(reason: .busy, fault: WireFault(error), request: request)
            throw await reporter.failed(work, device: work.device, because: failure)
        }
        return try await withCheckedThrowingContinuation { continuation in
            waiter = continuation
            actions += begun
            Task { await carryOut([]) }
        }
    }

    /// Carries out the machine's actions one after the other, because later ones must not overtake earlier ones.
    private func carryOut(_ more: [ForegroundMachine.Action]) async {
        actions += more
        guard !isCarryingOut else { return }
        isCarryingOut = true
        while !actions.isEmpty { await carryOut(actions.removeFirst()) }
        isCarryingOut = false
    }

    private func carryOut(_ action: ForegroundMachine.Action) async {
        switch action {
        case .suspendPassive(let isSuspended): await schedule.suspend(isSuspended)
        case .tellReady(let work, let device): await reporter.ready(work, device: device)
        case .start(let work, let device): job = Task { await run(work, device: device) }
        case .stop: job?.cancel()
        case .finish(let work, let device, let ending): await finish(work, device: device, ending: ending)
        }
    }

    private func run(_ work: ForegroundMachine.Work, device: DeviceID) async {
        let ending: ForegroundMachine.Ending
        do {
            guard let asked else { throw BusError(.internalError, message: "no foreground work was requested") }
            result = try await worker.run(work, device: device, asked: asked)
            judge.succeeded(device)
            ending = .done
        } catch is CancellationError {
            ending = .cancelled
        } catch {
            let (reason, fault) = await judge.judge(
                error,
                of: device,
                peripheralID: work.peripheralID,
                at: work.isPairing ? .pairing : .connecting
            )
            ending = reason == .cancelled ? .cancelled : .failed(reason, fault)
        }
        job = nil
        // In a separate task, because a cancelled task cannot publish, and each end must be published.
        await Task { await carryOut(machine.ended(ending, at: environment.steady())) }.value
    }

    private func finish(_ work: ForegroundMachine.Work, device: DeviceID?, ending: ForegroundMachine.Ending) async {
        let (waiter, result, request) = (waiter, result, asked?.request)
        self.waiter = nil
        self.result = nil
        switch ending {
        case .done:
            guard let result else {
                waiter?.resume(
                    throwing: BusError(.internalError, message: "the foreground work ended without a result")
                )
                return
            }
            await reporter.done(result)
            waiter?.resume(returning: result)
        case .failed(let reason, let fault):
            let failure = ForegroundReporter.Failure(reason: reason, fault: fault, request: request)
            waiter?.resume(throwing: await reporter.failed(work, device: device, because: failure))
        case .cancelled:
            waiter?.resume(throwing: await reporter.cancelled(work, device: device, request: request))
        }
    }
}
