internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The measurements that people make at the page, one for each logged-in browser.
///
/// They are kept in memory only: the readings wait at the session manager for a decision, even if the page ends.
actor MeasureDesk {
    /// One measurement.
    struct Run: Sendable {
        /// The id that forms send, so that an outdated page cannot decide about a newer measurement.
        let id: String
        let session: PageSession
        var machine: MeasureMachine
        /// When it last changed.
        var changed: Date
    }

    /// How long an ended measurement stays visible, in seconds.
    private static let shown: TimeInterval = 1_800
    /// How long to wait for the reader's answer after the reader's own limits have passed.
    private static let patience = Duration.seconds(60)
    /// How long a pairing may take, including 55 s in which the reader waits for a person.
    private static let pairing = Duration.seconds(180)

    private let bus: PageBus
    private let environment: BusEnvironment
    private let onChange: @Sendable (String) async -> Void
    private var runs: [String: Run] = [:]

    /// - Parameter onChange: Called with the id of the session whose measurement changed.
    init(bus: PageBus, environment: BusEnvironment, onChange: @escaping @Sendable (String) async -> Void) {
        (self.bus, self.environment, self.onChange) = (bus, environment, onChange)
    }

    /// The measurement of a session; nil if there is none, or it ended long ago.
    func run(of session: PageSession) -> Run? {
        forgetOld()
        return runs[session.id]
    }

    private func forgetOld() {
        let now = environment.now()
        runs = runs.filter { $0.value.machine.isActive || now.timeIntervalSince($0.value.changed) < Self.shown }
    }

    // MARK: - The user's actions

    /// Starts a measurement, unless the session's last one still runs.
    ///
    /// - Parameter pairing: How to pair the device first; nil to read without pairing.
    /// - Throws: ``PageError`` `conflict` while the session's own measurement runs.
    func begin(
        _ choice: MeasureMachine.Choice,
        session: PageSession,
        pairing: MeasureMachine.Pairing?
    ) async throws {
        forgetOld()
        guard runs[session.id]?.machine.isActive != true else {
            throw PageError(.conflict, text: "measure.underWay")
        }
        runs[session.id] = Run(
            id: environment.newID(),
            session: session,
            machine: MeasureMachine(choice),
            changed: environment.now()
        )
        await go(session.id) { machine, id in
            guard let pairing else { return machine.read(id: id) }
            return machine.pair(id: id, with: pairing)
        }
    }

    /// Continues a measurement that ended, with another reading or a pairing.
    ///
    /// - Throws: ``PageError`` as ``checked(_:run:)``.
    func goOn(
        _ session: PageSession,
        run id: String,
        _ next: @Sendable (inout MeasureMachine, String) -> MeasureMachine.Action?
    ) async throws {
        _ = try checked(session, run: id)
        await go(session.id, next)
    }

    /// Ends a measurement under way.
    ///
    /// - Throws: ``PageError`` as ``checked(_:run:)``.
    func cancel(_ session: PageSession, run id: String) async throws {
        _ = try checked(session, run: id)
        await act(session.id) { $0.cancel() }
    }

    /// Answers the question of a pairing.
    ///
    /// - Throws: ``PageError``, which never contains the digits.
    func answer(_ session: PageSession, run id: String, with body: AnswerPasskey) async throws {
        let run = try checked(session, run: id)
        _ = try await bus.call(
            ReaderTopics.answerPasskey,
            body: body,
            as: session.rights,
            hub: run.machine.choice.hub
        )
        await change(session.id) { $0.answered(body.request) }
    }

    /// Confirms or discards the readings, only at the seat that was chosen before the reading.
    ///
    /// - Returns: The readings decided about.
    /// - Throws: ``PageError``; decisions made before the failing one remain.
    func decide(_ session: PageSession, run id: String, books: Bool) async throws -> [Reading] {
        let run = try checked(session, run: id)
        let (readings, seat) = (run.machine.offered, run.machine.choice.seat)
        var last: DecidedReading?
        for reading in readings {
            if books {
                let body = ConfirmReading(readingKey: reading.readingKey, revision: reading.revision, seat: seat)
                last = try await bus.call(SessionOperations.confirmReading, body: body, as: session.rights)
            } else {
                let body = DiscardReading(readingKey: reading.readingKey, revision: reading.revision)
                last = try await bus.call(SessionOperations.discardReading, body: body, as: session.rights)
            }
        }
        guard let last else { throw PageError(.conflict, text: "measure.over") }
        await change(session.id) { machine in
            if machine.request == run.machine.request {
                machine.decided(books || last.outcome != .repeated ? last.outcome : .discarded)
            }
        }
        return readings
    }

    /// The measurement that a form names.
    ///
    /// - Throws: ``PageError`` `conflict` if the session has a different measurement now.
    func checked(_ session: PageSession, run id: String) throws -> Run {
        guard let run = runs[session.id], run.id == id else { throw PageError(.conflict, text: "measure.over") }
        return run
    }

    // MARK: - The readers' reports

    /// Handles an event from the bus.
    func hear(_ event: MeasureEvent) async {
        switch event {
        case .gone(let hub): await changeAll { if $0.choice.hub == hub { $0.hubIsGone() } }
        case .progress(let told): await hear(told)
        case .asked(let question): await changeAll { $0.asked(question) }
        case .failed(let failure): await changeAll { $0.told(failure) }
        case .held(let reading): await changeAll { $0.held(reading) }
        }
    }

    private func hear(_ told: ReadingProgress) async {
        guard let (session, run) = runs.first(where: { $0.value.machine.request == told.request }) else { return }
        let isTaken = runs.values.contains { other in
            other.id != run.id && other.machine.isActive && other.machine.choice.device == told.device
        }
        if isTaken {
            await act(session) { $0.yield() }
        } else {
            await change(session) { $0.progress(told) }
        }
    }

    // MARK: - Requests to the readers

    /// Starts a request, unless another measurement is using the hub or the device.
    private func go(
        _ session: String,
        _ next: @Sendable (inout MeasureMachine, String) -> MeasureMachine.Action?
    ) async {
        guard let run = runs[session], !run.machine.isActive else { return }
        let choice = run.machine.choice
        let isTaken = runs.values.contains { other in
            other.id != run.id && other.machine.isActive
                && (other.machine.choice.hub == choice.hub
                    || choice.device != nil && other.machine.choice.device == choice.device)
        }
        let id = environment.newID()
        await act(session) { machine in
            guard isTaken else { return next(&machine, id) }
            machine.refuse()
            return nil
        }
    }

    /// Changes a measurement, and carries out the action that results.
    private func act(_ session: String, _ body: (inout MeasureMachine) -> MeasureMachine.Action?) async {
        var action: MeasureMachine.Action?
        await change(session) { action = body(&$0) }
        if let action { carryOut(action, of: session) }
    }

    private func carryOut(_ action: MeasureMachine.Action, of session: String) {
        guard let hub = runs[session]?.machine.choice.hub else { return }
        // Unstructured: no browser waits for the end, and the user may close the page meanwhile.
        Task { await ask(action, at: hub, of: session) }
    }

    private func ask(_ action: MeasureMachine.Action, at hub: String, of session: String) async {
        switch action {
        case .read(let body, let id):
            // The reader applies this limit twice: to the search, and then to the first measurement.
            let limit = Self.patience + .seconds(MeasureMachine.seconds) + .seconds(MeasureMachine.seconds)
            await bus.requests.expectReadings(for: body.seat, at: hub)
            do {
                let done = try await bus.requests.call(
                    ReaderTopics.readPeripheral,
                    hub: hub,
                    body: body,
                    id: id,
                    timeout: limit
                )
                await change(session) { $0.read(done, request: id) }
            } catch {
                await change(session) { $0.failed(BusError(asking: error), request: id) }
            }
        case .pair(let body, let id):
            await bus.requests.expectReadings(for: body.seat, at: hub)
            do {
                let done = try await bus.requests.call(
                    ReaderTopics.pairPeripheral,
                    hub: hub,
                    body: body,
                    id: id,
                    timeout: Self.pairing
                )
                var goesOn = false
                await change(session) { goesOn = $0.paired(done, request: id) }
                if goesOn { await go(session) { $0.read(id: $1) } }
            } catch {
                await change(session) { $0.failed(BusError(asking: error), request: id) }
            }
        case .cancel(let id): await cancel(id, at: hub, of: session)
        }
    }

    /// Repeats the request until the work has ended, because the first one may arrive before the work begins.
    private func cancel(_ id: String, at hub: String, of session: String) async {
        for _ in 0..<10 {
            guard let machine = runs[session]?.machine, machine.isActive, machine.request == id else { return }
            do {
                _ = try await bus.requests.call(ReaderTopics.cancel, hub: hub, body: CancelWork(request: id))
                return
            } catch {
                // Cleanup: a cancelled task leaves the loop at its condition.
                try? await environment.clock.sleep(for: .milliseconds(500))
            }
        }
    }

    private func change(_ session: String, _ body: (inout MeasureMachine) -> Void) async {
        guard var run = runs[session] else { return }
        body(&run.machine)
        run.changed = environment.now()
        runs[session] = run
        await onChange(session)
    }

    private func changeAll(_ body: (inout MeasureMachine) -> Void) async {
        for (session, run) in runs {
            var machine = run.machine
            body(&machine)
            guard machine != run.machine else { continue }
            await change(session, body)
        }
    }
}

extension BusError {
    /// Wraps the error of a call.
    fileprivate init(asking error: any Error) {
        self = (error as? BusError) ?? BusError(.draining, message: "this page is stopping")
    }
}
