import DBus
import Foundation

@testable import BlueZSimulator

/// A simulation with one client, driven step by step without a bus or a clock.
struct Bench {
    static let client = ":1.7"
    static let epoch = CivilTime(seconds: 1_772_352_000)  // 2026-03-01T08:00:00
    static let address = "F0:0D:00:00:00:01"
    static let device: DBusObjectPath = "/org/bluez/hci0/dev_F0_0D_00_00_00_01"
    static let adapter: DBusObjectPath = "/org/bluez/hci0"

    var simulation: Simulation
    var log: [GroundTruthEvent] = []
    var signals: [SimulationOutput] = []
    var questions: [AgentQuestion] = []
    var answers: [Int: Result<[DBusValue], DaemonError>] = [:]
    /// The calls that were answered more than once.
    var doubled: [Int] = []
    private var lastCall = 0

    init(_ scenario: Scenario) {
        simulation = Simulation(scenario, startsAt: Self.epoch)
    }

    init(_ device: ScenarioDevice, faults: [ScenarioFault] = []) {
        var timing = ScenarioTiming()
        timing.scanGap = .zero
        self.init(Scenario(timing: timing, devices: [device], faults: faults))
    }

    static func cuff(
        quirks: Set<DeviceQuirk> = [],
        pairing: PairingMode = .none,
        measurements: [ScenarioMeasurement] = [.init(at: .seconds(1))]
    ) -> ScenarioDevice {
        ScenarioDevice(address: address, quirks: quirks, pairing: pairing, measurements: measurements)
    }

    mutating func run(until seconds: Double) {
        take(simulation.advance(to: .seconds(seconds)))
    }

    mutating func run(for seconds: Double) {
        take(simulation.advance(to: simulation.now + .seconds(seconds)))
    }

    @discardableResult
    mutating func call(
        _ path: DBusObjectPath,
        _ interface: String,
        _ member: String,
        _ body: [DBusValue] = [],
        from client: String = Bench.client
    ) -> Int {
        lastCall += 1
        take(
            simulation.call(
                MethodCall(
                    id: lastCall,
                    sender: client,
                    path: path,
                    interface: interface,
                    member: member,
                    body: body
                ),
                at: simulation.now
            )
        )
        return lastCall
    }

    @discardableResult
    mutating func adapter(_ member: String, _ body: [DBusValue] = [], from client: String = Bench.client) -> Int {
        call(Self.adapter, BlueZName.adapter, member, body, from: client)
    }

    @discardableResult
    mutating func device(_ member: String, from client: String = Bench.client) -> Int {
        call(Self.device, BlueZName.device, member, from: client)
    }

    @discardableResult
    mutating func characteristic(
        _ short: UInt16,
        _ member: String,
        _ body: [DBusValue] = [],
        from client: String = Bench.client
    ) -> Int {
        let path = simulation.deviceObjects.path(0, short: short) ?? "/none"
        return call(path, BlueZName.characteristic, member, body, from: client)
    }

    mutating func registerAgent(from client: String = Bench.client) {
        call(
            "/org/bluez",
            BlueZName.agentManager,
            "RegisterAgent",
            [.objectPath("/agent"), "KeyboardDisplay"],
            from: client
        )
        call("/org/bluez", BlueZName.agentManager, "RequestDefaultAgent", [.objectPath("/agent")], from: client)
    }

    mutating func answer(_ answer: AgentAnswer) {
        guard let question = questions.popLast() else { return }
        take(simulation.agentAnswered(question.id, answer: answer, at: simulation.now))
    }

    /// Sends a request on the control line.
    @discardableResult
    mutating func control(_ line: String) throws(ControlError) -> ControlValue {
        let (outputs, answer) = simulation.control(try ControlRequest(line: Data(line.utf8)), at: simulation.now)
        take(outputs)
        return try answer.get()
    }

    /// Writes a value to a characteristic and waits for the answer.
    @discardableResult
    mutating func write(_ short: UInt16, _ hex: String) -> Int {
        let value = DBusValue.bytes([UInt8](hex: hex) ?? [])
        let call = characteristic(short, "WriteValue", [value, .dictionary([:])])
        run(for: 0.1)
        return call
    }

    mutating func leave(_ client: String) {
        take(simulation.clientLeft(client, at: simulation.now))
    }

    /// Discovers the device, connects, and waits for the services.
    mutating func connect() {
        run(until: 2)
        adapter("StartDiscovery")
        run(for: 1)
        device("Connect")
        run(for: 2)
    }

    mutating func take(_ outputs: [SimulationOutput]) {
        for output in outputs {
            switch output {
            case .reply(let call, let values): keep(call, .success(values))
            case .failure(let call, let error): keep(call, .failure(error))
            case .event(let event): log.append(event)
            case .askAgent(let question): questions.append(question)
            default: signals.append(output)
            }
        }
    }

    private mutating func keep(_ call: Int, _ answer: Result<[DBusValue], DaemonError>) {
        if answers.updateValue(answer, forKey: call) != nil { doubled.append(call) }
    }

    func error(_ call: Int) -> DaemonError? {
        if case .failure(let error)? = answers[call] { error } else { nil }
    }

    func succeeded(_ call: Int) -> Bool {
        if case .success? = answers[call] { true } else { false }
    }

    func property(_ name: String) -> DBusValue? {
        simulation.objects[Self.device]?[BlueZName.device]?[name]
    }

    func adapterProperty(_ name: String) -> DBusValue? {
        simulation.objects[Self.adapter]?[BlueZName.adapter]?[name]
    }

    func events(_ kind: GroundTruthEvent.Kind) -> [GroundTruthEvent] {
        log.filter { $0.event == kind }
    }

    /// A characteristic's values from the PropertiesChanged signals.
    func values(_ short: UInt16) -> [[UInt8]] {
        let wanted = simulation.deviceObjects.path(0, short: short)
        return signals.compactMap { signal in
            guard case .propertiesChanged(let path, _, let changed, _) = signal, path == wanted else { return nil }
            return changed["Value"]?.bytes
        }
    }
}
