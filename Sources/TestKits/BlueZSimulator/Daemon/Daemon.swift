package import DBus

/// bluetoothd as a process: it starts, ends and hangs, and takes calls, answers and frames.
final class Daemon {
    private unowned let world: Simulation
    /// Whether bluetoothd runs.
    private(set) var isDaemonRunning = false
    /// The state of a hang; nil while the daemon does not hang.
    private var hang: DaemonHang?

    init(_ world: Simulation) {
        self.world = world
    }

    func startDaemon() {
        guard !isDaemonRunning else { return }
        isDaemonRunning = true
        world.exports.emit(.daemonStarted)
        world.exports.log(.init(.daemonStarted, at: world.now))
        // The name appears on the bus before the adapter.
        world.exports.export("/org/bluez", interfaces: [BlueZName.agentManager: [:]])
        world.queue.add(.adapterAppears(name: world.adapter.name), at: world.now + world.scenario.timing.adapterStart)
    }

    /// Ends the daemon: it forgets everything except the bonds and answers nothing any more.
    func stopDaemon() {
        guard isDaemonRunning else { return }
        dropHang()
        isDaemonRunning = false
        world.spare.forget()
        world.exports.clear()
        world.pairing.forgetAgents()
        world.adapter.vanish()
        for index in world.peers.indices { dropCalls(index) }
        world.adapter.dropRadio("daemon stopped", error: "")
        for index in world.peers.indices { world.deviceObjects.forgetObject(index) }
        world.exports.dropChanges()
        world.exports.emit(.daemonStopped)
        world.exports.log(.init(.daemonStopped, at: world.now))
    }

    /// Drops every pending call; the bus answers them when the daemon leaves.
    private func dropCalls(_ index: Int) {
        world.peers[index].connectCall = nil
        world.peers[index].disconnectCalls = []
        world.pairing.drop(index)
        world.gatt.drop(index)
        world.notify.drop(index)
    }

    func startHang() {
        guard isDaemonRunning, hang == nil else { return }
        world.exports.emit(.daemonHangs(true))
        hang = DaemonHang()
    }

    /// Ends the hang: sends the withheld outputs and processes the queued inputs.
    func endHang() {
        guard let kept = hang else { return }
        hang = nil
        world.exports.emit(.daemonHangs(false))
        for output in kept.outputs { world.exports.emit(output) }
        for input in kept.inputs { accept(input) }
    }

    /// Drops everything queued, because the daemon ends.
    private func dropHang() {
        guard hang != nil else { return }
        hang = nil
        world.exports.emit(.daemonHangs(false))
    }

    /// Takes an input now, or keeps it until a hang ends.
    func take(_ input: DaemonHang.Input) {
        if keeps(input) { return }
        accept(input)
    }

    /// Keeps an input if the daemon hangs.
    func keeps(_ input: DaemonHang.Input) -> Bool {
        guard hang != nil else { return false }
        hang?.inputs.append(input)
        return true
    }

    private func accept(_ input: DaemonHang.Input) {
        switch input {
        case .call(let call): if isDaemonRunning { dispatch(call) }
        case .answer(let question, let answer): world.pairing.takeAnswer(question, answer: answer)
        case .left(let client): free(client)
        case .frame(let device, let link, let frame, let reading):
            guard world.peers[device].generation == link else { return }
            if let reading {
                world.frames.indicate(device, frame: frame, reading: reading)
            } else {
                world.frames.answer(device, frame: frame)
            }
        }
    }

    /// Releases everything held by a client that left the bus.
    private func free(_ client: String) {
        world.pairing.forgetAgent(of: client)
        world.discovery.clientLeft(client)
        world.spare.secondAdapterLost(client)
        for index in world.peers.indices {
            world.notify.clientLeft(client, device: index)
            world.pairing.clientLeft(client, device: index)
        }
    }

    /// Returns the outputs of a step; withholds those of a hanging daemon.
    func drain() -> [SimulationOutput] {
        let all = world.exports.drain()
        guard hang != nil else { return all }
        hang?.outputs += all.filter { !$0.isOutsideTheDaemon }
        return all.filter(\.isOutsideTheDaemon)
    }

    private func dispatch(_ call: MethodCall) {
        do {
            try route(call)
        } catch {
            world.exports.fail(call.id, error: error)
        }
    }

    private func route(_ call: MethodCall) throws(DaemonError) {
        let known = world.exports.objects[call.path]
        switch call.interface {
        case BlueZName.properties where call.member == "Set" && known != nil: try setProperty(call)
        case BlueZName.agentManager where known?[BlueZName.agentManager] != nil: try world.pairing.agentManager(call)
        case BlueZName.adapter where known?[BlueZName.adapter] != nil && call.path == world.spare.secondAdapter?.path:
            try world.spare.secondAdapterMethod(call)
        case BlueZName.adapter where known?[BlueZName.adapter] != nil: try world.adapter.adapterMethod(call)
        case BlueZName.device where known?[BlueZName.device] != nil: try world.deviceObjects.deviceMethod(call)
        case BlueZName.characteristic where known?[BlueZName.characteristic] != nil:
            try world.gatt.characteristicMethod(call)
        default: throw .unknown(call, objectExists: known != nil)
        }
    }

    private func setProperty(_ call: MethodCall) throws(DaemonError) {
        guard call.body.count == 3, let interface = call.body[0].string, let name = call.body[1].string,
            world.exports.objects[call.path]?[interface] != nil
        else { throw .invalidArguments }
        let value = call.body[2].unwrapped
        switch interface {
        case BlueZName.adapter where call.path == world.spare.secondAdapter?.path:
            world.exports.set(call.path, interface: interface, name: name, value: value)
        case BlueZName.adapter: try world.adapter.setAdapterProperty(name, value: value)
        case BlueZName.device: try world.deviceObjects.setDeviceProperty(call.path, name: name, value: value)
        default: throw .readOnly(name)
        }
        world.exports.reply(call.id)
    }
}

/// The inputs and outputs queued while the daemon hangs, as in the sockets of a stopped process.
struct DaemonHang: Sendable {
    /// An input of the daemon.
    enum Input: Sendable {
        /// A method call.
        case call(MethodCall)
        /// An agent's answer.
        case answer(Int, AgentAnswer)
        /// A client left the bus.
        case left(String)
        /// An indication awaiting confirmation; without a reading it is that of a control point.
        case frame(device: Int, link: Int, DeviceFrame, StoredReading?)
    }

    /// The inputs not yet processed.
    var inputs: [Input] = []
    /// The outputs not yet sent.
    var outputs: [SimulationOutput] = []
}

/// A method call received by the daemon.
package struct MethodCall: Equatable, Sendable {
    /// The number that its answer refers to.
    package let id: Int
    /// The caller's unique name.
    package let sender: String
    /// The path of the object.
    package let path: DBusObjectPath
    /// The interface, if the caller named one.
    package let interface: String?
    /// The name of the method.
    package let member: String
    /// The arguments.
    package let body: [DBusValue]

    /// Creates a method call.
    package init(
        id: Int,
        sender: String,
        path: DBusObjectPath,
        interface: String?,
        member: String,
        body: [DBusValue] = []
    ) {
        self.id = id
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.body = body
    }
}
