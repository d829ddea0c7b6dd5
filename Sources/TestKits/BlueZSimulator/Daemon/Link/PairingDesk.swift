package import DBus
internal import SeededRandom

/// Pairing, the agents, and the questions to them.
final class PairingDesk {
    private unowned let world: Simulation
    private var agents: [String: Agent] = [:]
    private var defaultAgent: String?
    private var nextQuestion = 1
    /// The pairings in progress by device.
    private var pairings: [Int: Pairing] = [:]
    /// Pending Pair calls for a device that is already paired.
    private var pairAgainCalls: [Int: [Int]] = [:]
    /// Passkeys entered on a device before it asked.
    private var typed: [Int: UInt32] = [:]

    init(_ world: Simulation) {
        self.world = world
    }

    private static let capabilities: Set<String> = [
        "", "DisplayOnly", "DisplayYesNo", "KeyboardOnly", "NoInputNoOutput", "KeyboardDisplay",
    ]

    func agentManager(_ call: MethodCall) throws(DaemonError) {
        guard case .objectPath(let path)? = call.body.first else { throw .invalidArguments }
        switch call.member {
        case "RegisterAgent":
            guard let capability = call.body.dropFirst().first?.string, Self.capabilities.contains(capability) else {
                throw .invalidArguments
            }
            guard agents[call.sender] == nil else { throw .alreadyExists }
            agents[call.sender] = Agent(client: call.sender, path: path)
        case "UnregisterAgent":
            guard agents[call.sender]?.path == path else { throw .doesNotExist }
            agents[call.sender] = nil
            if defaultAgent == call.sender { defaultAgent = nil }
        case "RequestDefaultAgent":
            guard agents[call.sender]?.path == path else { throw .doesNotExist }
            defaultAgent = call.sender
        default: throw .unknown(call, objectExists: true)
        }
        world.exports.reply(call.id)
    }

    /// Whether a device is being paired.
    func isPairing(_ index: Int) -> Bool { pairings[index] != nil }

    /// Whether a passkey is to be entered on the device.
    func waitsForPasskey(_ index: Int) -> Bool { pairings[index]?.shown != nil }

    /// Forgets the agent of a client that left the bus.
    func forgetAgent(of client: String) {
        if agents.removeValue(forKey: client) != nil, defaultAgent == client { defaultAgent = nil }
    }

    /// Ends the pairing whose agent belonged to a client that left the bus.
    func clientLeft(_ client: String, device index: Int) {
        if pairings[index]?.agent.client == client { failPairing(index, error: .authenticationCanceled) }
    }

    /// Forgets pairings and calls, because the daemon ends.
    func drop(_ index: Int) {
        pairings[index] = nil
        pairAgainCalls[index] = nil
    }

    /// Forgets every agent, because the daemon has ended.
    func forgetAgents() {
        agents = [:]
        defaultAgent = nil
    }

    func pair(_ index: Int, call: MethodCall) throws(DaemonError) {
        guard world.adapter.isPowered else { throw .notReady }
        if world.peers[index].isPaired {
            // bluetoothd 5.66 then pages it as a BR/EDR device, and answers when the link ends.
            guard pairAgainCalls[index, default: []].isEmpty else { throw .inProgress }
            return pairAgainCalls[index, default: []].append(call.id)
        }
        guard pairings[index] == nil else { throw .inProgress }
        // bluetoothd 5.66 refuses to pair without an agent, even for Just Works.
        guard let agent = agent(for: call.sender) else { throw .authenticationFailed }
        pairings[index] = Pairing(call: call.id, client: call.sender, agent: agent)
        if world.peers[index].isUp { return askToPair(index) }
        if !world.peers[index].isConnecting { world.links.beginAttempt(index) }
    }

    /// Starts pairing because of a guarded CCCD.
    func pairForNotify(_ index: Int, short: UInt16) {
        if pairings[index] != nil {
            pairings[index]?.waiting.append(short)
            return
        }
        let client = world.notify.firstWaiting(index, short: short)
        guard let agent = agent(for: client) else { return world.notify.refuseNotify(index, short: short) }
        pairings[index] = Pairing(call: nil, client: client, agent: agent, waiting: [short])
        askToPair(index)
    }

    /// Starts pairing because of a guarded attribute; the request is repeated once bonded.
    func pairForRequest(_ index: Int, request: SimulationEvent) {
        if pairings[index] != nil {
            pairings[index]?.requests.append(request)
            return
        }
        guard let agent = agent(for: nil) ?? agents.values.min(by: { $0.client < $1.client }) else {
            return world.gatt.refuse(request)
        }
        pairings[index] = Pairing(call: nil, client: nil, agent: agent, requests: [request])
        askToPair(index)
    }

    /// Handles a security request of the device on a new link; only the default agent is asked.
    func askedForSecurity(_ index: Int) {
        guard world.devices[index].script.securityRequest, !world.devices[index].isEncrypted,
            let agent = agent(for: nil)
        else {
            return
        }
        pairings[index] = Pairing(call: nil, client: nil, agent: agent)
        askToPair(index)
    }

    /// Answers Pair calls for a device that is already paired.
    func endPairAgain(_ index: Int) {
        for call in pairAgainCalls[index, default: []] { world.exports.fail(call, error: .authenticationCanceled) }
        pairAgainCalls[index, default: []] = []
    }

    private func agent(for client: String?) -> Agent? {
        client.flatMap { agents[$0] } ?? defaultAgent.flatMap { agents[$0] }
    }

    /// With the link up, asks the agent what the device's pairing mode requires.
    func askToPair(_ index: Int) {
        guard let pairing = pairings[index] else { return }
        let script = world.devices[index].script
        if world.faults.strike(.dropAtStep, at: index, where: { $0.step == .pairing }) != nil {
            return world.links.endLink(index, reason: "lost")
        }
        guard !world.links.fallsSilent(index, at: .pairing) else { return }
        switch world.faults.strike(.pairingRefused, at: index) == nil ? script.pairing : .reject {
        case .none, .justWorks:
            if pairing.call == nil {
                ask(index, member: "RequestAuthorization", arguments: [])
            } else {
                finishPairingSoon(index)
            }
        case .confirm:
            world.exports.log(
                .init(.passkeyShown, at: world.now, device: script.address, detail: Self.digits(script.passkey))
            )
            ask(index, member: "RequestConfirmation", arguments: [.uint32(script.passkey)])
        case .enter:
            let shown = UInt32.random(in: 0...999_999, using: &world.peers[index].secrets)
            pairings[index]?.shown = shown
            ask(index, member: "DisplayPasskey", arguments: [.uint32(shown), .uint16(0)])
            if let typed = typed[index] { enter(index, passkey: typed) }
        case .passkey: ask(index, member: "RequestPasskey", arguments: [])
        case .reject:
            world.queue.add(
                .pairingRefused(device: index, link: world.peers[index].generation),
                at: world.now + world.scenario.timing.pairing
            )
        }
    }

    private func ask(_ index: Int, member: String, arguments: [DBusValue]) {
        guard let agent = pairings[index]?.agent else { return }
        pairings[index]?.question = nextQuestion
        world.exports.emit(
            .askAgent(
                AgentQuestion(
                    id: nextQuestion,
                    client: agent.client,
                    path: agent.path,
                    member: member,
                    body: [.objectPath(world.deviceObjects.path(index))] + arguments
                )
            )
        )
        nextQuestion += 1
    }

    func takeAnswer(_ question: Int, answer: AgentAnswer) {
        guard let index = pairings.first(where: { $0.value.question == question })?.key else { return }
        pairings[index]?.question = nil
        let script = world.devices[index].script
        switch answer {
        case .accepted where script.pairing == .enter: break
        case .accepted where script.pairing != .passkey: finishPairingSoon(index)
        case .passkey(script.passkey) where script.pairing == .passkey: finishPairingSoon(index)
        case .error("org.bluez.Error.Canceled"): failPairing(index, error: .authenticationCanceled, reason: 0x01)
        case .error("org.freedesktop.DBus.Error.NoReply"): failPairing(index, error: .authenticationTimeout)
        default:
            failPairing(index, error: .authenticationFailed, reason: script.pairing == .confirm ? 0x0C : 0x04)
            world.links.endLink(index, reason: "authentication failed")
        }
    }

    /// Enters a passkey on the device; keeps it if the device has not asked yet.
    func enter(_ index: Int, passkey: UInt32) {
        guard let shown = pairings[index]?.shown else {
            typed[index] = passkey
            return
        }
        typed[index] = nil
        if passkey == shown { return finishPairingSoon(index) }
        failPairing(index, error: .authenticationFailed, reason: 0x04)
        world.links.endLink(index, reason: "authentication failed")
    }

    private static func digits(_ passkey: UInt32) -> String {
        let digits = String(passkey)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    private func finishPairingSoon(_ index: Int) {
        world.queue.add(
            .bonded(device: index, link: world.peers[index].generation),
            at: world.now + world.scenario.timing.pairing
        )
    }

    func bonded(_ index: Int) {
        guard let pairing = pairings[index], world.peers[index].isUp else { return }
        pairings[index] = nil
        world.peers[index].isPaired = true
        world.peers[index].isTemporary = false
        let script = world.devices[index].script
        let kind = script.secureConnections ? "secure" : "legacy"
        let detail = kind + (script.pairing.isAuthenticated ? " authenticated" : "")
        world.exports.log(.init(.paired, at: world.now, device: script.address, detail: detail))
        world.exports.reply(pairing.call)
        // A private address is replaced by the identity address; the object keeps its path.
        world.exports.set(
            world.deviceObjects.path(index),
            interface: BlueZName.device,
            name: "Address",
            value: .string(script.address)
        )
        world.exports.set(world.deviceObjects.path(index), interface: BlueZName.device, name: "Paired", value: true)
        world.exports.set(world.deviceObjects.path(index), interface: BlueZName.device, name: "Bonded", value: true)
        world.surroundings.tell(index, input: .bonded)
        for short in pairing.waiting { world.notify.writeCCCD(index, short: short, on: true) }
        for request in pairing.requests { world.queue.add(request, at: world.now + world.scenario.timing.gatt) }
    }

    /// Ends pairing without a bond.
    ///
    /// - Parameter reason: The Security Manager's reason on the link, for the log.
    func failPairing(_ index: Int, error: DaemonError, reason: UInt8? = nil) {
        guard let pairing = pairings[index] else { return }
        pairings[index] = nil
        if let reason {
            let address = world.devices[index].script.address
            world.exports.log(.init(.pairingFailed, at: world.now, device: address, detail: "0x" + [reason].hex))
        }
        if pairing.question != nil {
            world.exports.emit(.tellAgent(client: pairing.agent.client, path: pairing.agent.path, member: "Cancel"))
        }
        world.exports.fail(pairing.call, error: error)
        for short in pairing.waiting { world.notify.refuseNotify(index, short: short) }
        for request in pairing.requests { world.gatt.refuse(request) }
    }

    func cancelPairing(_ index: Int, call: MethodCall) throws(DaemonError) {
        guard pairings[index] != nil || !pairAgainCalls[index, default: []].isEmpty else {
            throw .doesNotExist
        }
        endPairAgain(index)
        failPairing(index, error: .authenticationCanceled)
        world.links.attemptFails(index, error: .failed("br-connection-canceled"), wasHeard: false)
        world.exports.reply(call.id)
    }
}

/// A pairing in progress.
private struct Pairing {
    /// The Pair call; nil if a guarded attribute started the pairing.
    var call: Int?
    /// The client that started it.
    var client: String?
    /// The agent asked, with the number of the open question.
    var agent: Agent
    var question: Int?
    /// CCCDs waiting for the bond.
    var waiting: [UInt16] = []
    /// Other requests waiting for the bond.
    var requests: [SimulationEvent] = []
    /// The passkey that the agent shows, to be entered on the device.
    var shown: UInt32?
}

/// A registered pairing agent.
package struct Agent: Equatable, Sendable {
    /// The unique name of its owner.
    package let client: String
    /// Its object path.
    package let path: DBusObjectPath
}

/// The answer of an agent.
package enum AgentAnswer: Equatable, Sendable {
    /// The agent accepted.
    case accepted
    /// A passkey.
    case passkey(UInt32)
    /// An error by its D-Bus name.
    case error(String)
}

/// A method call to a client's pairing agent.
package struct AgentQuestion: Equatable, Sendable {
    /// The number that the answer refers to.
    package let id: Int
    /// The client's unique name.
    package let client: String
    /// The agent's object path.
    package let path: DBusObjectPath
    /// The method of `org.bluez.Agent1`.
    package let member: String
    /// The arguments.
    package let body: [DBusValue]
}
