package import DBus
import LoopExecutor

/// Plays a scenario on a bus: owns `org.bluez`, exports the objects and answers the calls.
///
/// One task performs the simulation's outputs in order. They wait in a list, bounded by the scenario and by the bus
/// module's limit of concurrent calls; nothing is ever dropped.
package actor BlueZSimulatorService {
    /// The executor of a queue, which keeps the order of calls.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The executor lives as long as the actor that owns it.
        unsafe executor.asUnownedSerialExecutor()
    }

    let address: DBusAddress
    let snapshot = ObjectSnapshot()
    let gate = HangGate()
    var connection: DBusConnection?
    var work: [Task<Void, Never>] = []

    private let executor = QueueExecutor(label: "vitalbus.bluez-simulator")
    private let clock: SimulationClock
    private let log: @Sendable (GroundTruthEvent) -> Void
    private var simulation: Simulation
    private var outputs: [SimulationOutput] = []
    private var taken = 0
    private var performed = 0
    /// The callers that wait until a number of outputs has been performed.
    private var patient: [(until: Int, CheckedContinuation<Void, Never>)] = []
    private var isOver = false
    private var waiting: [Int: CheckedContinuation<[DBusValue], any Error>] = [:]
    private var lastCall = 0
    private var timer: Task<Void, Never>?
    private let wakes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Creates a service that is idle until ``run()``.
    ///
    /// - Parameters:
    ///   - address: The address of a bus on which the name `org.bluez` has no owner.
    ///   - clock: The clock that drives the simulation.
    ///   - startsAt: The devices' civil time at the start, if the scenario sets none.
    ///   - log: Receives each line of the log, in order; must not block for long.
    package init(
        _ scenario: Scenario,
        address: DBusAddress,
        clock: SimulationClock,
        startsAt: CivilTime,
        log: @escaping @Sendable (GroundTruthEvent) -> Void
    ) {
        self.address = address
        self.clock = clock
        self.log = log
        simulation = Simulation(scenario, startsAt: startsAt)
    }

    /// Plays the scenario until the task is cancelled.
    ///
    /// - Throws: ``BlueZSimulatorError`` with code `bus`.
    package func run() async throws(BlueZSimulatorError) {
        defer { wakes.continuation.finish() }
        wake()
        for await _ in wakes.stream {
            await performAll()
            guard !Task.isCancelled, failure == nil else { break }
        }
        await stop()
        if let failure { throw failure }
    }

    private var failure: BlueZSimulatorError?

    private func performAll() async {
        outputs += simulation.advance(to: clock.now())
        while !outputs.isEmpty, !Task.isCancelled {
            let output = outputs.removeFirst()
            taken += 1
            do {
                try await perform(output)
            } catch {
                failure = BlueZSimulatorError(
                    .bus,
                    message: "The bus at \(address.string) cannot be used",
                    underlying: error
                )
                return
            }
            performed += 1
            release { [performed] in $0 <= performed }
            outputs += simulation.advance(to: clock.now())
        }
        startTimer()
    }

    /// Waits until all outputs so far have been performed.
    private func settle() async {
        let goal = taken + outputs.count
        guard goal > performed, !isOver else { return }
        await withCheckedContinuation { patient.append((goal, $0)) }
    }

    private func release(_ isDue: (Int) -> Bool) {
        for (_, continuation) in patient.filter({ isDue($0.until) }) { continuation.resume() }
        patient.removeAll { isDue($0.until) }
    }

    private func startTimer() {
        timer?.cancel()
        guard let deadline = simulation.nextDeadline else { return }
        timer = Task { [weak self, clock] in
            guard (try? await clock.sleep(deadline)) != nil else { return }
            await self?.wake()
        }
    }

    private func wake() {
        wakes.continuation.yield()
    }

    private func stop() async {
        timer?.cancel()
        gate.set(false)
        for task in work { task.cancel() }
        await connection?.close()
        connection = nil
        failWaiting()
        isOver = true
        release { _ in true }
    }

    /// Passes a call from the bus to the simulation and waits for its answer.
    func handle(
        sender: String,
        path: DBusObjectPath,
        interface: String,
        member: String,
        arguments: [DBusValue]
    ) async throws -> [DBusValue] {
        lastCall += 1
        let id = lastCall
        let call = MethodCall(
            id: id,
            sender: sender,
            path: path,
            interface: interface,
            member: member,
            body: arguments
        )
        outputs += simulation.call(call, at: clock.now())
        wake()
        return try await withCheckedThrowingContinuation { waiting[id] = $0 }
    }

    /// Handles a control request; on return its immediate effects are performed and logged.
    package func control(_ request: ControlRequest) async -> Result<ControlValue, ControlError> {
        guard request.name != "quit" else { return .success([:]) }
        let (doing, answer) = simulation.control(request, at: clock.now())
        outputs += doing
        wake()
        await settle()
        guard request.name == "status", case .success(.object(var status)) = answer else { return answer }
        status["address"] = .text(address.string)
        return .success(.object(status))
    }

    func clientLeft(_ name: String) {
        outputs += simulation.clientLeft(name, at: clock.now())
        wake()
    }

    func agentAnswered(_ question: Int, answer: AgentAnswer) {
        outputs += simulation.agentAnswered(question, answer: answer, at: clock.now())
        wake()
    }

    func answer(_ call: Int, result: Result<[DBusValue], any Error>) {
        waiting.removeValue(forKey: call)?.resume(with: result)
    }

    func failWaiting() {
        let all = waiting
        waiting = [:]
        for continuation in all.values { continuation.resume(throwing: CancellationError()) }
    }

    func write(_ event: GroundTruthEvent) {
        log(event)
    }
}
