import DBus

/// Pairing and the agent that is asked.
extension Simulation {
    mutating func pair(_ index: Int, _ call: MethodCall) throws(DaemonError) {
        guard adapter.isPowered else { throw .notReady }
        guard !peers[index].isPaired else { throw .alreadyExists }
        guard peers[index].pairing == nil, !peers[index].isConnecting else { throw .inProgress }
        // bluetoothd 5.66 refuses to pair without an agent, Just Works too.
        guard let agent = agent(for: call.sender) else { throw .authenticationFailed }
        peers[index].pairing = Peer.Pairing(call: call.id, client: call.sender, agent: agent)
        if peers[index].isUp { askToPair(index) } else { beginAttempt(index) }
    }

    /// A guarded CCCD sets pairing off.
    mutating func pairForNotify(_ index: Int, _ short: UInt16) {
        if peers[index].pairing != nil {
            peers[index].pairing?.waiting.append(short)
            return
        }
        let client = peers[index].notifications[short]?.calls.first?.client
        guard let agent = agent(for: client) else { return refuseNotify(index, short) }
        peers[index].pairing = Peer.Pairing(call: nil, client: client, agent: agent, waiting: [short])
        askToPair(index)
    }

    private func agent(for client: String?) -> Agent? {
        client.flatMap { agents[$0] } ?? defaultAgent.flatMap { agents[$0] }
    }

    /// The link is there: asks the agent what the device's way of pairing needs.
    mutating func askToPair(_ index: Int) {
        guard let pairing = peers[index].pairing else { return }
        let script = scenario.devices[index]
        switch script.pairing {
        case .none, .justWorks:
            if pairing.call == nil { ask(index, "RequestAuthorization", []) } else { finishPairingSoon(index) }
        case .confirm: ask(index, "RequestConfirmation", [.uint32(script.passkey)])
        case .passkey: ask(index, "RequestPasskey", [])
        case .reject:
            queue.add(
                .pairingRefused(device: index, link: peers[index].generation),
                at: now + scenario.timing.pairing
            )
        }
    }

    private mutating func ask(_ index: Int, _ member: String, _ arguments: [DBusValue]) {
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

    mutating func takeAnswer(_ question: Int, _ answer: AgentAnswer) {
        guard let index = peers.firstIndex(where: { $0.pairing?.question == question }) else { return }
        peers[index].pairing?.question = nil
        let script = scenario.devices[index]
        switch answer {
        case .accepted where script.pairing != .passkey: finishPairingSoon(index)
        case .passkey(script.passkey) where script.pairing == .passkey: finishPairingSoon(index)
        case .error("org.bluez.Error.Canceled"): failPairing(index, .authenticationCanceled)
        case .error("org.freedesktop.DBus.Error.NoReply"): failPairing(index, .authenticationTimeout)
        default:
            failPairing(index, .authenticationFailed)
            endLink(index, "authentication failed")
        }
    }

    private mutating func finishPairingSoon(_ index: Int) {
        queue.add(.bonded(device: index, link: peers[index].generation), at: now + scenario.timing.pairing)
    }

    mutating func bonded(_ index: Int) {
        guard let pairing = peers[index].pairing, peers[index].isUp else { return }
        peers[index].pairing = nil
        peers[index].isPaired = true
        peers[index].isTemporary = false
        log(.init(.paired, at: now, device: scenario.devices[index].address))
        reply(pairing.call)
        set(path(index), BlueZName.device, "Paired", true)
        set(path(index), BlueZName.device, "Bonded", true)
        tell(index, .bonded)
        for short in pairing.waiting { writeCCCD(index, short, on: true) }
    }

    mutating func failPairing(_ index: Int, _ error: DaemonError) {
        guard let pairing = peers[index].pairing else { return }
        peers[index].pairing = nil
        if pairing.question != nil {
            outputs.append(.tellAgent(client: pairing.agent.client, path: pairing.agent.path, member: "Cancel"))
        }
        fail(pairing.call, error)
        for short in pairing.waiting { refuseNotify(index, short) }
    }

    mutating func cancelPairing(_ index: Int, _ call: MethodCall) throws(DaemonError) {
        guard peers[index].pairing != nil else { throw .doesNotExist }
        failPairing(index, .authenticationCanceled)
        if peers[index].isConnecting { attemptFails(index, .failed("Cancelled")) }
        reply(call.id)
    }
}
