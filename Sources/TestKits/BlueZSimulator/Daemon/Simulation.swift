package import DBus
internal import SeededRandom

/// bluetoothd with its radio and the devices around it, as a pure state machine.
///
/// Calls, time and agents' answers go in; D-Bus messages and log lines come out. All times are simulated time since the
/// start. The same inputs at the same times give the same outputs.
package struct Simulation: Sendable {
    /// The scenario being played, without devices and faults added later.
    package let scenario: Scenario
    /// The current simulated time.
    package internal(set) var now: Duration = .zero
    /// The devices in scenario order, followed by those added later.
    package internal(set) var devices: [VirtualDevice] = []
    /// Every exported object.
    package internal(set) var objects: [DBusObjectPath: InterfaceProperties] = [:]
    /// Whether bluetoothd runs.
    package internal(set) var isDaemonRunning = false

    let epoch: CivilTime
    var peers: [Peer] = []
    var adapter: AdapterState
    var secondAdapter: SecondAdapter?
    var agents: [String: Agent] = [:]
    var defaultAgent: String?
    var faults: FaultPlan
    var queue = EventQueue()
    var outputs = OutputBuffer()
    var radioNoise: SplitMix64
    /// The state of a hang; nil while the daemon does not hang.
    var hang: DaemonHang?
    var nextQuestion = 1
    var measurementsLeft = 0
    var flooded = 0
    var saidFinished = false

    /// Makes a simulation.
    ///
    /// - Parameter startsAt: The devices' civil time at the start, if the scenario sets none.
    package init(_ scenario: Scenario, startsAt: CivilTime) {
        self.scenario = scenario
        epoch = scenario.startsAt ?? startsAt
        adapter = AdapterState(name: scenario.adapter.name)
        faults = FaultPlan(scenario.faults, seed: scenario.seed)
        radioNoise = SplitMix64(seed: scenario.seed, stream: 0)
        queue.add(.daemonStarts, at: .zero)
        for script in scenario.devices { addDevice(script) }
        for (index, fault) in scenario.faults.enumerated() where fault.kind.isTimed {
            queue.add(.fault(index), at: fault.at)
        }
    }

    /// Brings a device into range; its times count from now.
    mutating func addDevice(_ script: ScenarioDevice) {
        let index = devices.count
        let stream = UInt64(index)
        devices.append(
            VirtualDevice(
                script,
                epoch: epoch,
                random: SplitMix64(seed: scenario.seed, stream: 1 + stream),
                at: now
            )
        )
        var peer = Peer(onAir: script.address, secrets: SplitMix64(seed: scenario.seed, stream: 100_000 + stream))
        if script.addressType == "resolvable" {
            peer.takeAddress()
            queue.add(.addressChanges(device: index), at: now + script.addressChange)
        }
        peers.append(peer)
        for measurement in script.measurements { plan(measurement, of: index) }
        for time in script.awakeAt { queue.add(.wake(device: index), at: now + time) }
    }

    /// Schedules a reading or a series of readings; times count from now.
    mutating func plan(_ measurement: ScenarioMeasurement, of device: Int) {
        measurementsLeft += measurement.count
        queue.add(.measure(device: device, measurement, round: 0), at: now + measurement.at)
    }

    /// The time of the next scheduled event, when ``advance(to:)`` is due; nil if there is none.
    package var nextDeadline: Duration? { queue.firstTime }

    /// Processes all events due by a time.
    package mutating func advance(to time: Duration) -> [SimulationOutput] {
        var result: [SimulationOutput] = []
        while let (at, event) = queue.next(dueAt: time) {
            now = max(now, at)
            handle(event)
            result += drain()
        }
        now = max(now, time)
        return result
    }

    /// Processes a method call.
    ///
    /// Each call is answered, now or later, unless the daemon stops first.
    package mutating func call(_ call: MethodCall, at time: Duration) -> [SimulationOutput] {
        accept(.call(call), at: time)
    }

    /// Processes an agent's answer to a question; ignores an answer that nobody waits for.
    package mutating func agentAnswered(_ question: Int, answer: AgentAnswer, at time: Duration) -> [SimulationOutput] {
        accept(.answer(question, answer), at: time)
    }

    /// Releases everything held by a client that left the bus.
    package mutating func clientLeft(_ client: String, at time: Duration) -> [SimulationOutput] {
        accept(.left(client), at: time)
    }

    private mutating func accept(_ input: DaemonHang.Input, at time: Duration) -> [SimulationOutput] {
        var result = advance(to: time)
        if hang != nil {
            hang?.inputs.append(input)
        } else {
            accept(input)
        }
        result += drain()
        return result
    }

    /// Passes an input to the daemon.
    mutating func accept(_ input: DaemonHang.Input) {
        switch input {
        case .call(let call): if isDaemonRunning { dispatch(call) }
        case .answer(let question, let answer): takeAnswer(question, answer: answer)
        case .left(let client): free(client)
        case .frame(let device, let link, let frame, let reading):
            guard peers[device].generation == link else { return }
            if let reading { indicate(device, frame: frame, reading: reading) } else { answer(device, frame: frame) }
        }
    }

    /// Returns the outputs of a step; withholds those of a hanging daemon.
    mutating func drain() -> [SimulationOutput] {
        let all = outputs.drain()
        guard hang != nil else { return all }
        hang?.outputs += all.filter { !$0.isOutsideTheDaemon }
        return all.filter(\.isOutsideTheDaemon)
    }

    private mutating func free(_ client: String) {
        if agents.removeValue(forKey: client) != nil, defaultAgent == client { defaultAgent = nil }
        if adapter.sessions.removeValue(forKey: client)?.isActive == true { discoveryMayEnd() }
        secondAdapterLost(client)
        for index in peers.indices {
            for short in peers[index].notifications.keys.sorted() { removeSession(index, short: short, client: client) }
            if peers[index].pairing?.agent.client == client { failPairing(index, error: .authenticationCanceled) }
        }
    }
}
