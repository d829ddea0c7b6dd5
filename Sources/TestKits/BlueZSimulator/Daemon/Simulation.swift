package import DBus
internal import SeededRandom

/// bluetoothd with its radio and the devices around it, as a state machine without clock and bus.
///
/// It maps calls, time and agents' answers to D-Bus messages and log lines. All times are simulated time since the
/// start. The same inputs at the same times give the same outputs. Each part has its own state; the shared state is
/// here: the time, the scheduled events, and the daemon's knowledge of each device.
package final class Simulation {
    /// The scenario being played, without devices and faults added later.
    package let scenario: Scenario
    /// The current simulated time.
    package private(set) var now: Duration = .zero
    /// The devices in scenario order, followed by those added later.
    package internal(set) var devices: [VirtualDevice] = []

    let epoch: CivilTime
    var peers: [Peer] = []
    var queue = EventQueue()
    var radioNoise: SplitMix64

    let exports = ObjectTable()
    private(set) lazy var daemon = Daemon(self)
    private(set) lazy var adapter = LocalAdapter(self)
    private(set) lazy var spare = SpareAdapter(self)
    private(set) lazy var discovery = Discovery(self)
    private(set) lazy var surroundings = Surroundings(self)
    private(set) lazy var deviceObjects = DeviceObjects(self)
    private(set) lazy var links = Links(self)
    private(set) lazy var frames = FrameReceiver(self)
    private(set) lazy var gattObjects = GattObjects(self)
    private(set) lazy var gatt = GattRequests(self)
    private(set) lazy var notify = NotifySessions(self)
    private(set) lazy var pairing = PairingDesk(self)
    private(set) lazy var faults = FaultInjector(self)
    private(set) lazy var desk = ControlDesk(self)

    /// Creates a simulation.
    ///
    /// - Parameter startsAt: The devices' civil time at the start, if the scenario sets none.
    package init(_ scenario: Scenario, startsAt: CivilTime) {
        self.scenario = scenario
        epoch = scenario.startsAt ?? startsAt
        radioNoise = SplitMix64(seed: scenario.seed, stream: 0)
        queue.add(.daemonStarts, at: .zero)
        for script in scenario.devices { surroundings.addDevice(script) }
        for (index, fault) in scenario.faults.enumerated() where fault.kind.isTimed {
            queue.add(.fault(index), at: fault.at)
        }
    }

    /// Every exported object.
    package var objects: [DBusObjectPath: InterfaceProperties] { exports.objects }

    /// Whether bluetoothd runs.
    package var isDaemonRunning: Bool { daemon.isDaemonRunning }

    /// The time of the next scheduled event, when ``advance(to:)`` is due; nil if there is none.
    package var nextDeadline: Duration? { queue.firstTime }

    /// Processes all events due by a time.
    package func advance(to time: Duration) -> [SimulationOutput] {
        var result: [SimulationOutput] = []
        while let (at, event) = queue.next(dueAt: time) {
            now = max(now, at)
            handle(event)
            result += daemon.drain()
        }
        now = max(now, time)
        return result
    }

    /// Processes a method call.
    ///
    /// Each call is answered, now or later, unless the daemon stops first.
    package func call(_ call: MethodCall, at time: Duration) -> [SimulationOutput] {
        accept(.call(call), at: time)
    }

    /// Processes an agent's answer to a question; ignores an unexpected answer.
    package func agentAnswered(_ question: Int, answer: AgentAnswer, at time: Duration) -> [SimulationOutput] {
        accept(.answer(question, answer), at: time)
    }

    /// Releases everything held by a client that left the bus.
    package func clientLeft(_ client: String, at time: Duration) -> [SimulationOutput] {
        accept(.left(client), at: time)
    }

    private func accept(_ input: DaemonHang.Input, at time: Duration) -> [SimulationOutput] {
        var result = advance(to: time)
        daemon.take(input)
        result += daemon.drain()
        return result
    }

    /// Executes a request; its times count from now.
    package func control(
        _ request: ControlRequest,
        at time: Duration
    ) -> (outputs: [SimulationOutput], answer: Result<ControlValue, ControlError>) {
        var result = advance(to: time)
        let answer: Result<ControlValue, ControlError>
        do {
            answer = .success(try desk.obey(request))
        } catch {
            answer = .failure(error)
        }
        result += daemon.drain()
        return (result, answer)
    }
}

/// Handles scheduled events by kind.
extension Simulation {
    private func handle(_ event: SimulationEvent) {
        switch event {
        case .daemonStarts: daemon.startDaemon()
        case .adapterAppears(let name): adapter.adapterAppears(name)
        case .measure(let device, let measurement, let round):
            surroundings.measure(device, measurement: measurement, round: round)
        case .wake(let device): surroundings.tell(device, input: .wake)
        case .deviceTick(let device):
            guard let deadline = devices[device].deadline, deadline <= now else { return }
            surroundings.tell(device, input: .tick)
        case .advert(let device, let series): discovery.advert(device, series: series)
        case .temporaryTimeout(let device): deviceObjects.temporaryTimeout(device)
        case .fault(let index): faults.timedFault(index)
        case .faultEnds(let index): faults.faultEnds(index)
        case .addressChanges(let device):
            surroundings.changeAddress(device)
            queue.add(.addressChanges(device: device), at: now + devices[device].script.addressChange)
        case .ghostEnds(let path): deviceObjects.ghostEnds(path)
        case .reappears(let device): peers[device].isGone = false
        default: handleLinkEvent(event)
        }
    }

    private func handleLinkEvent(_ event: SimulationEvent) {
        switch event {
        case .linkUp(let device, let link) where isCurrent(device, link: link): links.linkUp(device)
        case .attemptFails(let device, let link, let wasHeard) where isCurrent(device, link: link):
            links.attemptFails(device, wasHeard: wasHeard)
        case .servicesResolved(let device, let link) where isCurrent(device, link: link): links.servicesResolved(device)
        case .linkEnds(let device, let link) where isCurrent(device, link: link): links.endLink(device, reason: "local")
        case .read(let device, let link, let short) where isCurrent(device, link: link):
            gatt.finishRead(device, short: short)
        case .write(let device, let link, let short, let value) where isCurrent(device, link: link):
            gatt.finishWrite(device, short: short, value: value)
        case .subscribe(let device, let link, let short, let on) where isCurrent(device, link: link):
            notify.subscribe(device, short: short, on: on)
        case .bonded(let device, let link) where isCurrent(device, link: link): pairing.bonded(device)
        case .pairingRefused(let device, let link) where isCurrent(device, link: link):
            pairing.failPairing(device, error: .authenticationFailed, reason: 0x05)
        case .linkLost(let device, let link) where isCurrent(device, link: link): links.endLink(device, reason: "lost")
        case .requestTimeout(let device, let link) where isCurrent(device, link: link): links.requestTimeout(device)
        case .batteryRead(let device, let link) where isCurrent(device, link: link): links.batteryRead(device)
        default: break
        }
    }

    private func isCurrent(_ device: Int, link: Int) -> Bool { peers[device].generation == link }
}
