import DBus
import SeededRandom
import Testing

@testable import BlueZSimulator

/// Random calls in random order with every fault: rules that hold whatever a client does.
struct ChaosTests {
    private static let quirks: [Set<DeviceQuirk>] = [[], [.beurerBM85], [.aAndD], [.rfuFlags, .clockNotSet]]
    private static let modes: [PairingMode] = [.none, .justWorks, .confirm, .passkey, .reject]

    private static func scenario(_ seed: UInt64, restarts: Bool) -> Scenario {
        let faults: [ScenarioFault] = [
            .init(.connectAbortByLocal, probability: 0.2), .init(.connectTimeout, probability: 0.1),
            .init(.deviceGoneBeforeConnect, probability: 0.1), .init(.dropAfterFrames, probability: 0.3, frames: 1),
            .init(.servicesResolvedLate, probability: 0.3, seconds: .seconds(3)),
            .init(.truncatedFrame, probability: 0.2), .init(.garbageFrame, probability: 0.2),
            .init(.duplicateIndication, probability: 0.2), .init(.stopDiscoveryInProgress, probability: 0.3),
            .init(.notifyLost, probability: 0.5),
            .init(.discoveryStuck, at: .seconds(40), seconds: .seconds(5)),
            .init(.adapterRemoved, at: .seconds(90), seconds: .seconds(3)),
            .init(.adapterPoweredOff, at: .seconds(150), seconds: .seconds(2)),
            .init(.staleBond, at: .seconds(70), every: .seconds(70), count: 3),
        ]
        let device = Bench.cuff(
            quirks: quirks[Int(seed) % quirks.count],
            pairing: modes[Int(seed) % modes.count],
            measurements: [.init(at: .seconds(1), every: .seconds(7), count: 30)]
        )
        let restart = ScenarioFault(.daemonRestart, at: .seconds(60), every: .seconds(60), count: 3)
        return Scenario(seed: seed, devices: [device], faults: faults + (restarts ? [restart] : []))
    }

    private static func act(_ bench: inout Bench, _ random: inout SplitMix64) -> Int? {
        let client = Bool.random(using: &random) ? Bench.client : ":1.8"
        switch Int.random(in: 0..<16, using: &random) {
        case 0...1: return bench.adapter("StartDiscovery", from: client)
        case 2: return bench.adapter("StopDiscovery", from: client)
        case 3...5: return bench.device("Connect", from: client)
        case 6: return bench.device("Disconnect", from: client)
        case 7: return bench.device("Pair", from: client)
        case 8...10: return bench.characteristic(0x2A35, "StartNotify", from: client)
        case 11: return bench.characteristic(0x2A35, "StopNotify", from: client)
        case 12: return bench.characteristic(0x2A24, "ReadValue", [.dictionary([:])], from: client)
        case 13: return bench.adapter("RemoveDevice", [.objectPath(Bench.device)], from: client)
        case 14: bench.registerAgent(from: client)
        default:
            if Int.random(in: 0..<4, using: &random) == 0 { bench.leave(client) }
        }
        let answers: [AgentAnswer] = [.accepted, .passkey(123_456), .passkey(1), .error("org.bluez.Error.Rejected")]
        if let answer = answers.randomElement(using: &random) { bench.answer(answer) }
        return nil
    }

    @Test("Each call is answered once, and no reading is confirmed twice", arguments: 0..<12)
    func invariants(_ seed: UInt64) {
        let restarts = seed.isMultiple(of: 3)
        var bench = Bench(Self.scenario(seed, restarts: restarts))
        var random = SplitMix64(seed: seed, stream: 99)
        var calls: [Int] = []
        // bluetoothd never answers a Connect whose device is removed.
        var abandoned: Set<Int> = []
        bench.run(until: 1)
        for _ in 0..<600 {
            let waiting = bench.simulation.peers[0].connectCall
            if let call = Self.act(&bench, &random) { calls.append(call) }
            if let waiting, bench.answers[waiting] == nil, bench.simulation.peers[0].connectCall != waiting {
                abandoned.insert(waiting)
            }
            bench.run(for: Double.random(in: 0...1, using: &random))
        }
        while !bench.questions.isEmpty { bench.answer(.accepted) }
        bench.run(for: 120)
        while !bench.questions.isEmpty { bench.answer(.error("org.bluez.Error.Canceled")) }
        bench.run(for: 60)
        #expect(bench.doubled == [])
        if !restarts { #expect(calls.filter { bench.answers[$0] == nil && !abandoned.contains($0) } == []) }
        let confirmed = bench.events(.confirmed).compactMap(\.reading)
        #expect(confirmed == confirmed.sorted())
        #expect(Set(confirmed).count == confirmed.count)
        #expect(bench.events(.measured).count == 30)
    }

    @Test("The signals suffice to rebuild the objects", arguments: 0..<6)
    func signalsAreComplete(_ seed: UInt64) {
        var bench = Bench(Self.scenario(seed, restarts: seed.isMultiple(of: 3)))
        var random = SplitMix64(seed: seed, stream: 98)
        for _ in 0..<300 {
            _ = Self.act(&bench, &random)
            bench.run(for: Double.random(in: 0...1, using: &random))
        }
        let snapshot = ObjectSnapshot()
        for signal in bench.signals { snapshot.apply(signal) }
        let entries = bench.simulation.objects.sorted { $0.key < $1.key }.map {
            DBusDictionaryEntry(key: .objectPath($0.key), value: .interfaces($0.value))
        }
        let truth = DBusDictionary(
            keyType: .objectPath,
            valueType: InterfaceTable.interfacesType,
            entries: entries
        )
        #expect(snapshot.managedObjects() == .dictionary(truth))
    }
}
