import DBus
import Testing

@testable import BlueZSimulator

/// Private addresses, numbers typed on the device, and security that the device requests.
struct IdentityTests {
    private func addresses(_ bench: Bench) -> [String: String] {
        var found: [String: String] = [:]
        for (path, interfaces) in bench.simulation.objects {
            guard let address = interfaces[BlueZName.device]?["Address"]?.string else { continue }
            found["\(path)"] = address
        }
        return found
    }

    @Test("Bonding turns a private address into the identity; the path follows only after a restart")
    func privateAddress() throws {
        var script = Bench.cuff(pairing: .justWorks)
        script.addressType = "resolvable"
        var bench = Bench(script, faults: [.init(.daemonRestart, at: .seconds(40))])
        bench.registerAgent()
        bench.run(until: 2)
        bench.adapter("StartDiscovery")
        bench.registerAgent()
        bench.run(for: 1)
        let first = try #require(addresses(bench).first)
        #expect(first.value != Bench.address)
        #expect(first.key.hasSuffix(first.value.split(separator: ":").joined(separator: "_")))
        let pair = bench.call(DBusObjectPath(stringLiteral: first.key), BlueZName.device, "Pair")
        bench.run(for: 3)
        #expect(bench.succeeded(pair))
        #expect(addresses(bench) == [first.key: Bench.address])
        bench.run(until: 45)
        #expect(addresses(bench) == ["\(Bench.device)": Bench.address])
    }

    @Test("A new private address is a new device; the old object is removed after a while")
    func rotation() throws {
        var script = Bench.cuff()
        script.addressType = "resolvable"
        var bench = Bench(script, faults: [.init(.addressChanges, at: .seconds(5))])
        bench.run(until: 2)
        bench.adapter("StartDiscovery")
        bench.run(until: 4)
        let before = addresses(bench)
        #expect(before.count == 1)
        bench.run(until: 8)
        #expect(addresses(bench).count == 2)
        let changed = try #require(bench.events(.addressChanged).first)
        #expect(changed.device == Bench.address)
        #expect(addresses(bench).values.contains(changed.address ?? ""))
        bench.run(until: 60)
        #expect(addresses(bench).count == 1)
        #expect(addresses(bench) != before)
    }

    @Test("The hub shows a passkey and the device enters it; a wrong one fails")
    func enter() throws {
        var bench = Bench(Bench.cuff(pairing: .enter))
        bench.connect()
        bench.registerAgent()
        let pair = bench.device("Pair")
        #expect(bench.questions.last?.member == "DisplayPasskey")
        guard case .uint32(let shown)? = bench.questions.last?.body[1] else {
            Issue.record("no passkey was shown")
            return
        }
        bench.answer(.accepted)
        bench.run(for: 3)
        #expect(bench.answers[pair] == nil)
        try bench.control(#"{"do": "enter", "device": "\#(Bench.address)", "passkey": \#(shown)}"#)
        bench.run(for: 1)
        #expect(bench.succeeded(pair))
        var wrong = Bench(Bench.cuff(pairing: .enter))
        wrong.connect()
        wrong.registerAgent()
        let refused = wrong.device("Pair")
        try wrong.control(#"{"do": "enter", "device": "\#(Bench.address)", "passkey": \#((shown + 1) % 1_000_000)}"#)
        #expect(wrong.error(refused) == .authenticationFailed)
        #expect(wrong.events(.pairingFailed).map(\.detail) == ["0x04"])
    }

    @Test("A device that asks for security is paired on connection by the default agent")
    func securityRequest() {
        var script = Bench.cuff(pairing: .justWorks)
        script.securityRequest = true
        var bench = Bench(script)
        bench.registerAgent()
        bench.run(until: 2)
        bench.registerAgent()
        bench.adapter("StartDiscovery")
        bench.run(for: 1)
        bench.device("Connect")
        bench.run(for: 1)
        #expect(bench.questions.map(\.member) == ["RequestAuthorization"])
        bench.answer(.accepted)
        bench.run(for: 1)
        #expect(bench.property("Paired") == true)
    }

    @Test("A write to a guarded control point pairs first, and is then carried out")
    func guardedWrite() {
        var script = ScenarioDevice(
            address: Bench.address,
            profile: .glucose,
            pairing: .passkey,
            awakeAt: [.seconds(1)]
        )
        script.records = 2
        var bench = Bench(script)
        bench.connect()
        let refused = bench.write(0x2A52, "0401")
        #expect(bench.error(refused) == .notPermitted("Not paired"))
        bench.registerAgent()
        let write = bench.write(0x2A52, "0401")
        #expect(bench.questions.map(\.member) == ["RequestPasskey"])
        bench.answer(.passkey(123_456))
        bench.run(for: 1)
        #expect(bench.error(write) == .failed("Operation failed with ATT error: 0xfd"))
        #expect(bench.property("Paired") == true)
    }
}
