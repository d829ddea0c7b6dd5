package import DBus
internal import SeededRandom

/// bluetoothd with its radio and the devices around it, as a pure state machine.
///
/// Calls, time and agents' answers go in, D-Bus messages and log lines come out. All times are simulated
/// time since the start. The same inputs at the same times give the same outputs.
package struct Simulation: Sendable {
    /// What is played.
    package let scenario: Scenario
    /// The present simulated time.
    package internal(set) var now: Duration = .zero
    /// The devices, in the scenario's order.
    package internal(set) var devices: [VirtualDevice]
    /// Every exported object.
    package internal(set) var objects: [DBusObjectPath: InterfaceProperties] = [:]
    /// Whether bluetoothd runs.
    package internal(set) var isDaemonRunning = false

    let pathElements: [String]
    var peers: [Peer]
    var adapter: AdapterState
    var agents: [String: Agent] = [:]
    var defaultAgent: String?
    var faults: FaultPlan
    var queue = EventQueue()
    var outputs = OutputBuffer()
    var radioNoise: SplitMix64
    var nextQuestion = 1
    var measurementsLeft: Int
    var saidFinished = false

    /// Makes a simulation.
    ///
    /// - Parameter startsAt: The devices' civil time at the start where the scenario names none.
    package init(_ scenario: Scenario, startsAt: CivilTime) {
        self.scenario = scenario
        let epoch = scenario.startsAt ?? startsAt
        devices = scenario.devices.indices.map { index in
            VirtualDevice(
                scenario.devices[index],
                epoch: epoch,
                random: SplitMix64(seed: scenario.seed, stream: 1 + UInt64(index))
            )
        }
        pathElements = scenario.devices.map { BluetoothAddress.pathElement($0.address) }
        peers = scenario.devices.map { _ in Peer() }
        adapter = AdapterState(name: scenario.adapter.name)
        faults = FaultPlan(scenario.faults, seed: scenario.seed)
        radioNoise = SplitMix64(seed: scenario.seed, stream: 0)
        measurementsLeft = scenario.devices.flatMap(\.measurements).reduce(0) { $0 + $1.count }
        schedule()
    }

    private mutating func schedule() {
        queue.add(.daemonStarts, at: .zero)
        for (device, script) in scenario.devices.enumerated() {
            for (entry, measurement) in script.measurements.enumerated() {
                queue.add(.measure(device: device, entry: entry, round: 0), at: measurement.at)
            }
            for time in script.awakeAt { queue.add(.wake(device: device), at: time) }
        }
        for (index, fault) in scenario.faults.enumerated() where fault.kind.isTimed {
            queue.add(.fault(index), at: fault.at)
        }
    }

    /// When ``advance(to:)`` is needed next; nil when nothing happens by itself any more.
    package var nextDeadline: Duration? { queue.firstTime }

    /// Lets everything happen that is due by a time.
    package mutating func advance(to time: Duration) -> [SimulationOutput] {
        var result: [SimulationOutput] = []
        while let (at, event) = queue.next(dueAt: time) {
            now = max(now, at)
            handle(event)
            result += outputs.drain()
        }
        now = max(now, time)
        return result
    }

    /// Takes a method call.
    ///
    /// Calls are never lost here: each is answered, now or later, unless the daemon stops before.
    package mutating func call(_ call: MethodCall, at time: Duration) -> [SimulationOutput] {
        var result = advance(to: time)
        guard isDaemonRunning else { return result }
        dispatch(call)
        result += outputs.drain()
        return result
    }

    /// Takes an agent's answer to a question; an answer that nobody waits for is ignored.
    package mutating func agentAnswered(_ question: Int, _ answer: AgentAnswer, at time: Duration) -> [SimulationOutput]
    {
        var result = advance(to: time)
        takeAnswer(question, answer)
        result += outputs.drain()
        return result
    }

    /// Frees what a client held, because it left the bus.
    package mutating func clientLeft(_ client: String, at time: Duration) -> [SimulationOutput] {
        var result = advance(to: time)
        free(client)
        result += outputs.drain()
        return result
    }

    private mutating func free(_ client: String) {
        if agents.removeValue(forKey: client) != nil, defaultAgent == client { defaultAgent = nil }
        if adapter.sessions.removeValue(forKey: client)?.isActive == true { discoveryMayEnd() }
        for index in peers.indices {
            for short in peers[index].notifications.keys.sorted() { removeSession(index, short, client) }
            if peers[index].pairing?.agent.client == client { failPairing(index, .authenticationCanceled) }
        }
    }
}
