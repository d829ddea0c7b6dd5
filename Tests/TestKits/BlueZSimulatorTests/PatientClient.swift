import DBus

@testable import BlueZSimulator

/// A correct client: it keeps trying until every reading has arrived.
struct PatientClient {
    private(set) var received: [DBusObjectPath: [[UInt8]]] = [:]
    private(set) var simulation: Simulation
    private(set) var log: [GroundTruthEvent] = []
    private var connectedAt: [DBusObjectPath: Duration] = [:]
    private var lastCall = 0
    private var connects: [Int: DBusObjectPath] = [:]
    private var refusals: [DBusObjectPath: Int] = [:]

    init(_ scenario: Scenario) {
        simulation = Simulation(scenario, startsAt: Bench.epoch)
    }

    /// Tries once a second.
    mutating func run(for seconds: Int) {
        for _ in 0..<seconds {
            take(simulation.advance(to: simulation.now + .seconds(1)))
            keepAdapter()
            let devices = simulation.objects.compactMap { path, interfaces in
                interfaces[BlueZName.device].map { (path, $0) }
            }
            for (path, properties) in devices.sorted(by: { $0.0 < $1.0 }) { care(for: path, properties) }
        }
    }

    private mutating func keepAdapter() {
        guard
            let (path, interfaces) = simulation.objects.first(where: { $0.value[BlueZName.adapter] != nil }),
            let adapter = interfaces[BlueZName.adapter]
        else { return }
        call("/org/bluez", BlueZName.agentManager, "RegisterAgent", [.objectPath("/agent"), "NoInputNoOutput"])
        // An occasional power cycle cures a stuck discovery, as a watchdog does.
        let cycle = simulation.now.components.seconds % 300 == 0
        if cycle || adapter["Powered"] == false {
            for on in [false, true] {
                call(
                    path,
                    BlueZName.properties,
                    "Set",
                    [.string(BlueZName.adapter), "Powered", .variant(.boolean(on))]
                )
            }
        }
        call(path, BlueZName.adapter, "StartDiscovery")
    }

    private mutating func care(for path: DBusObjectPath, _ properties: [String: DBusValue]) {
        guard properties["Connected"] == true else {
            connectedAt[path] = nil
            guard properties["RSSI"] != nil else { return }
            call(path, BlueZName.device, "Connect")
            return
        }
        let since = connectedAt[path] ?? simulation.now
        connectedAt[path] = since
        guard properties["ServicesResolved"] == true else { return }
        let measurement = simulation.objects.first { object, interfaces in
            object.isDescendant(of: path)
                && interfaces[BlueZName.characteristic]?["UUID"]?.string == GattUUID.text(0x2A35)
        }
        guard let characteristic = measurement?.key else { return }
        // Writes the CCCD on each link, because bluetoothd's own repeated write may come too early.
        if simulation.now - since == .seconds(2) { call(characteristic, BlueZName.characteristic, "StopNotify") }
        if simulation.now - since == .seconds(3) { call(characteristic, BlueZName.characteristic, "StartNotify") }
        if simulation.now - since > .seconds(8) { call(path, BlueZName.device, "Disconnect") }
    }

    private mutating func call(
        _ path: DBusObjectPath,
        _ interface: String,
        _ member: String,
        _ body: [DBusValue] = []
    ) {
        lastCall += 1
        if member == "Connect" { connects[lastCall] = path }
        let call = MethodCall(
            id: lastCall,
            sender: ":1.1",
            path: path,
            interface: interface,
            member: member,
            body: body
        )
        take(simulation.call(call, at: simulation.now))
    }

    /// Six refusals in a row mean that the device lost its bond.
    private mutating func refuse(_ path: DBusObjectPath) {
        refusals[path, default: 0] += 1
        guard refusals[path] == 6, simulation.objects[path]?[BlueZName.device]?["Paired"] == true else { return }
        refusals[path] = nil
        let adapter = path.parent ?? .root
        call(adapter, BlueZName.adapter, "RemoveDevice", [.objectPath(path)])
    }

    private mutating func take(_ outputs: [SimulationOutput]) {
        for output in outputs {
            switch output {
            case .event(let event): log.append(event)
            case .reply(let call, _):
                if let path = connects.removeValue(forKey: call) { refusals[path] = nil }
            case .failure(let call, let error):
                guard let path = connects.removeValue(forKey: call) else { continue }
                if error == .failed("le-connection-abort-by-local") { refuse(path) }
            case .askAgent(let question):
                take(simulation.agentAnswered(question.id, answer: .accepted, at: simulation.now))
            case .propertiesChanged(let path, BlueZName.characteristic, let changed, _):
                guard let value = changed["Value"]?.bytes, let device = path.parent?.parent else { continue }
                received[DBusObjectPath(device.lastComponent), default: []].append(value)
            default: break
            }
        }
    }
}
