import DBus
internal import SeededRandom

/// Pairing, and the questions to agents.
extension Simulation {
    mutating func pair(_ index: Int, call: MethodCall) throws(DaemonError) {
        guard adapter.isPowered else { throw .notReady }
        if peers[index].isPaired {
            // bluetoothd 5.66 then pages it as a BR/EDR device, and answers when the link ends.
            guard peers[index].pairAgainCalls.isEmpty else { throw .inProgress }
            return peers[index].pairAgainCalls.append(call.id)
        }
        guard peers[index].pairing == nil else { throw .inProgress }
        // bluetoothd 5.66 refuses to pair without an agent, even for Just Works.
        guard let agent = agent(for: call.sender) else { throw .authenticationFailed }
        peers[index].pairing = Peer.Pairing(call: call.id, client: call.sender, agent: agent)
        if peers[index].isUp { return askToPair(index) }
        if !peers[index].isConnecting { beginAttempt(index) }
    }

    /// Starts pairing because of a guarded CCCD.
    mutating func pairForNotify(_ index: Int, short: UInt16) {
        if peers[index].pairing != nil {
            peers[index].pairing?.waiting.append(short)
            return
        }
        let client = peers[index].notifications[short]?.calls.first?.client
        guard let agent = agent(for: client) else { return refuseNotify(index, short: short) }
        peers[index].pairing = Peer.Pairing(call: nil, client: client, agent: agent, waiting: [short])
        askToPair(index)
    }

    /// Starts pairing because of a guarded attribute; the request is repeated once bonded.
    mutating func pairForRequest(_ index: Int, request: SimulationEvent) {
        if peers[index].pairing != nil {
            peers[index].pairing?.requests.append(request)
            return
        }
        guard let agent = agent(for: nil) ?? agents.values.min(by: { $0.client < $1.client }) else {
            return refuse(request)
        }
        peers[index].pairing = Peer.Pairing(call: nil, client: nil, agent: agent, requests: [request])
        askToPair(index)
    }

    /// Handles a security request of the device on a new link; only the default agent is asked.
    mutating func askedForSecurity(_ index: Int) {
        guard devices[index].script.securityRequest, !devices[index].isEncrypted, let agent = agent(for: nil) else {
            return
        }
        peers[index].pairing = Peer.Pairing(call: nil, client: nil, agent: agent)
        askToPair(index)
    }

    /// Answers Pair calls for a device that is already paired.
    mutating func endPairAgain(_ index: Int) {
        for call in peers[index].pairAgainCalls { fail(call, error: .authenticationCanceled) }
        peers[index].pairAgainCalls = []
    }

    private func agent(for client: String?) -> Agent? {
        client.flatMap { agents[$0] } ?? defaultAgent.flatMap { agents[$0] }
    }

    /// With the link up, asks the agent what the device's pairing mode requires.
    mutating func askToPair(_ index: Int) {
        guard let pairing = peers[index].pairing else { return }
        let script = devices[index].script
        if strike(.dropAtStep, at: index, where: { $0.step == .pairing }) != nil {
            return endLink(index, reason: "lost")
        }
        guard !fallsSilent(index, at: .pairing) else { return }
        switch strike(.pairingRefused, at: index) == nil ? script.pairing : .reject {
        case .none, .justWorks:
            if pairing.call == nil {
                ask(index, member: "RequestAuthorization", arguments: [])
            } else {
                finishPairingSoon(index)
            }
        case .confirm:
            log(.init(.passkeyShown, at: now, device: script.address, detail: Self.digits(script.passkey)))
            ask(index, member: "RequestConfirmation", arguments: [.uint32(script.passkey)])
        case .enter:
            let shown = UInt32.random(in: 0...999_999, using: &peers[index].secrets)
            peers[index].pairing?.shown = shown
            ask(index, member: "DisplayPasskey", arguments: [.uint32(shown), .uint16(0)])
            if let typed = peers[index].typed { enter(index, passkey: typed) }
        case .passkey: ask(index, member: "RequestPasskey", arguments: [])
        case .reject:
            queue.add(
                .pairingRefused(device: index, link: peers[index].generation),
                at: now + scenario.timing.pairing
            )
        }
    }

    private mutating func ask(_ index: Int, member: String, arguments: [DBusValue]) {
        guard let agent = peers[index].pairing?.agent else { return }
        peers[index].pairing?.question = nextQuestion
        outputs.append(
            .askAgent(
                AgentQuestion(
                    id: nextQuestion,
                    client: agent.client,
                    path: agent.path,
                    member: member,
                    body: [.objectPath(path(index))] + arguments
                )
            )
        )
        nextQuestion += 1
    }

    mutating func takeAnswer(_ question: Int, answer: AgentAnswer) {
        guard let index = peers.firstIndex(where: { $0.pairing?.question == question }) else { return }
        peers[index].pairing?.question = nil
        let script = devices[index].script
        switch answer {
        case .accepted where script.pairing == .enter: break
        case .accepted where script.pairing != .passkey: finishPairingSoon(index)
        case .passkey(script.passkey) where script.pairing == .passkey: finishPairingSoon(index)
        case .error("org.bluez.Error.Canceled"): failPairing(index, error: .authenticationCanceled, reason: 0x01)
        case .error("org.freedesktop.DBus.Error.NoReply"): failPairing(index, error: .authenticationTimeout)
        default:
            failPairing(index, error: .authenticationFailed, reason: script.pairing == .confirm ? 0x0C : 0x04)
            endLink(index, reason: "authentication failed")
        }
    }

    /// Enters a passkey on the device; keeps it if the device has not asked yet.
    mutating func enter(_ index: Int, passkey: UInt32) {
        guard let shown = peers[index].pairing?.shown else {
            peers[index].typed = passkey
            return
        }
        peers[index].typed = nil
        if passkey == shown { return finishPairingSoon(index) }
        failPairing(index, error: .authenticationFailed, reason: 0x04)
        endLink(index, reason: "authentication failed")
    }

    private static func digits(_ passkey: UInt32) -> String {
        let digits = String(passkey)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    private mutating func finishPairingSoon(_ index: Int) {
        queue.add(.bonded(device: index, link: peers[index].generation), at: now + scenario.timing.pairing)
    }

    mutating func bonded(_ index: Int) {
        guard let pairing = peers[index].pairing, peers[index].isUp else { return }
        peers[index].pairing = nil
        peers[index].isPaired = true
        peers[index].isTemporary = false
        let script = devices[index].script
        let kind = script.secureConnections ? "secure" : "legacy"
        let detail = kind + (script.pairing.isAuthenticated ? " authenticated" : "")
        log(.init(.paired, at: now, device: script.address, detail: detail))
        reply(pairing.call)
        // A private address is replaced by the identity address; the object keeps its path.
        set(path(index), interface: BlueZName.device, name: "Address", value: .string(script.address))
        set(path(index), interface: BlueZName.device, name: "Paired", value: true)
        set(path(index), interface: BlueZName.device, name: "Bonded", value: true)
        tell(index, input: .bonded)
        for short in pairing.waiting { writeCCCD(index, short: short, on: true) }
        for request in pairing.requests { queue.add(request, at: now + scenario.timing.gatt) }
    }

    /// Ends pairing without a bond.
    ///
    /// - Parameter reason: The Security Manager's reason on the link, for the log.
    mutating func failPairing(_ index: Int, error: DaemonError, reason: UInt8? = nil) {
        guard let pairing = peers[index].pairing else { return }
        peers[index].pairing = nil
        if let reason {
            let address = devices[index].script.address
            log(.init(.pairingFailed, at: now, device: address, detail: "0x" + [reason].hex))
        }
        if pairing.question != nil {
            outputs.append(.tellAgent(client: pairing.agent.client, path: pairing.agent.path, member: "Cancel"))
        }
        fail(pairing.call, error: error)
        for short in pairing.waiting { refuseNotify(index, short: short) }
        for request in pairing.requests { refuse(request) }
    }

    mutating func cancelPairing(_ index: Int, call: MethodCall) throws(DaemonError) {
        guard peers[index].pairing != nil || !peers[index].pairAgainCalls.isEmpty else { throw .doesNotExist }
        endPairAgain(index)
        failPairing(index, error: .authenticationCanceled)
        attemptFails(index, error: .failed("br-connection-canceled"), wasHeard: false)
        reply(call.id)
    }
}
