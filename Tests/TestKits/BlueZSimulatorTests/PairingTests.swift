import DBus
import Testing

@testable import BlueZSimulator

/// Pairing, agents and guarded attributes.
struct PairingTests {
    private func connected(_ mode: PairingMode) -> Bench {
        var bench = Bench(Bench.cuff(pairing: mode))
        bench.connect()
        return bench
    }

    @Test("Without an agent Pair fails, even with Just Works")
    func noAgent() {
        var bench = connected(.justWorks)
        let pair = bench.device("Pair")
        #expect(bench.error(pair) == .authenticationFailed)
    }

    @Test("Just Works needs no answer; Pair with a bond is not answered until the link ends")
    func justWorks() {
        var bench = connected(.justWorks)
        bench.registerAgent()
        let pair = bench.device("Pair")
        let second = bench.device("Pair")
        #expect(bench.error(second) == .inProgress)
        bench.run(for: 1)
        #expect(bench.succeeded(pair))
        #expect(bench.questions.isEmpty)
        #expect(bench.property("Bonded") == true)
        let third = bench.device("Pair")
        bench.run(for: 1)
        #expect(bench.answers[third] == nil)
        bench.device("Disconnect")
        bench.run(for: 3)
        #expect(bench.error(third) == .authenticationCanceled)
    }

    @Test("A passkey device asks for the passkey: the right one pairs, a wrong one fails and ends the link")
    func passkey() {
        var bench = connected(.passkey)
        bench.registerAgent()
        let wrong = bench.device("Pair")
        #expect(bench.questions.first?.member == "RequestPasskey")
        #expect(bench.questions.first?.body == [.objectPath(Bench.device)])
        bench.answer(.passkey(1))
        #expect(bench.error(wrong) == .authenticationFailed)
        #expect(bench.property("Connected") == false)
        let right = bench.device("Pair")
        bench.run(for: 1)
        bench.answer(.passkey(123_456))
        bench.run(for: 1)
        #expect(bench.succeeded(right))
        #expect(bench.property("Paired") == true)
    }

    @Test("Numeric comparison asks the agent to confirm the number")
    func confirm() {
        var bench = connected(.confirm)
        bench.registerAgent()
        let refused = bench.device("Pair")
        #expect(bench.questions.first?.member == "RequestConfirmation")
        #expect(bench.questions.first?.body.last == .uint32(123_456))
        bench.answer(.error("org.bluez.Error.Canceled"))
        #expect(bench.error(refused) == .authenticationCanceled)
        let accepted = bench.device("Pair")
        bench.answer(.accepted)
        bench.run(for: 1)
        #expect(bench.succeeded(accepted))
    }

    @Test("A device that rejects pairing fails it")
    func reject() {
        var bench = connected(.reject)
        bench.registerAgent()
        let pair = bench.device("Pair")
        bench.run(for: 1)
        #expect(bench.error(pair) == .authenticationFailed)
    }

    @Test("StartNotify on a guarded characteristic starts the pairing, and asks for authorization")
    func guarded() {
        var bench = connected(.justWorks)
        let refused = bench.characteristic(0x2A35, "StartNotify")
        bench.run(for: 0.1)
        #expect(bench.error(refused) == .notPermitted("Not paired"))
        bench.registerAgent()
        let start = bench.characteristic(0x2A35, "StartNotify")
        bench.run(for: 0.1)
        #expect(bench.questions.map(\.member) == ["RequestAuthorization"])
        bench.answer(.accepted)
        bench.run(for: 2)
        #expect(bench.succeeded(start))
        #expect(bench.property("Paired") == true)
        #expect(bench.values(0x2A35).count == 1)
    }

    @Test("CancelPairing cancels, and informs the agent")
    func cancel() {
        var bench = connected(.passkey)
        bench.registerAgent()
        let nothing = bench.device("CancelPairing")
        #expect(bench.error(nothing) == .doesNotExist)
        let pair = bench.device("Pair")
        let cancel = bench.device("CancelPairing")
        #expect(bench.succeeded(cancel))
        #expect(bench.error(pair) == .authenticationCanceled)
        #expect(bench.signals.contains(.tellAgent(client: Bench.client, path: "/agent", member: "Cancel")))
    }

    @Test("Errors of the agent manager match bluetoothd's")
    func agents() {
        var bench = connected(.none)
        func manager(_ member: String, _ body: [DBusValue]) -> DaemonError? {
            let call = bench.call("/org/bluez", BlueZName.agentManager, member, body)
            return bench.error(call)
        }
        #expect(manager("RequestDefaultAgent", [.objectPath("/a")]) == .doesNotExist)
        #expect(manager("RegisterAgent", [.objectPath("/a"), "Telepathy"]) == .invalidArguments)
        #expect(manager("RegisterAgent", [.objectPath("/a"), ""]) == nil)
        #expect(manager("RegisterAgent", [.objectPath("/b"), ""]) == .alreadyExists)
        #expect(manager("UnregisterAgent", [.objectPath("/b")]) == .doesNotExist)
        #expect(manager("UnregisterAgent", [.objectPath("/a")]) == nil)
    }
}
