import BusContract
import Foundation
import HubRunner
import LoadFacts
import MessageBus
import OperatorConnection
import SimulatedHub

/// Processor time of the scanner and the reader while fifty known devices advertise at once.
struct CrowdFigure {
    private static let goal = 3.0
    private static let count = 50

    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Measures a hub with 25 paired scales, which are read by their adverts, and 25 cuffs.
    func measure(details: [String: Double]) async throws -> [FigureLine] {
        let rounds = try await Simulators.with { folder, simulators in try await watch(folder, simulators) }
        let names = (rounds.first ?? [:]).keys
        var all = details
        for name in names { all[name] = Statistics.median(rounds.compactMap { $0[name] }) }
        let sums = rounds.map { round in round.filter { $0.key != HubProcesses.broker }.values.reduce(0, +) }
        return [
            FigureLine(
                "adverts.crowd",
                unit: "% of a core",
                values: sums,
                limits: rounds.map { _ in Self.goal },
                limitIs: "goal: scanner and reader of a hub, \(Self.count) known devices, four adverts a second each",
                goal: .atMost(1),
                details: all
            )
        ]
    }

    /// Percent of a core, by process and round.
    private func watch(_ folder: LineFolder, _ simulators: Simulators) async throws -> [[String: Double]] {
        let server = try await simulators.startServer(faults: "[]")
        try await simulators.startDevices(scenario: Self.scenario)
        let plan = try LineSetup.plan(folder, server: server, bus: simulators.busAddress, uploaders: 1)
        let supervisor = HubSupervisor(plan)
        let result: Result<[[String: Double]], any Error>
        do {
            try await supervisor.start()
            try await HubConnection.with(try HubRun.target(plan), patience: .seconds(15)) { connection in
                for address in Self.scales { try await pair(address, connection, plan: plan) }
                try await LineSetup.setPassive(connection, peripherals: [10_080, 10_081])
            }
            try await Task.sleep(for: effort.pick(.seconds(15), quick: .seconds(2)))
            var rounds: [[String: Double]] = []
            for _ in 0..<effort.pick(3, quick: 1) { rounds.append(try await round(plan)) }
            result = .success(rounds)
        } catch {
            result = .failure(error)
        }
        await supervisor.stop()
        return try result.get()
    }

    private func pair(_ address: String, _ connection: HubConnection, plan: HubPlan) async throws {
        let device = try LineSetup.device(address, siteKey: plan.layout.siteKey)
        _ = try await LineSetup.patiently {
            try await connection.requests.call(
                ReaderTopics.pairPeripheral,
                hub: LineSetup.hub,
                body: PairPeripheral(device: device, peripheralID: 10_081),
                timeout: .seconds(30)
            )
        }
    }

    private func round(_ plan: HubPlan) async throws -> [String: Double] {
        let wanted = ["ble-scanner", "device-reader"]
        let processes = try HubProcesses(plan) { child in wanted.contains { child.name.hasPrefix($0) } }
        let before = try processes.facts().mapValues(\.processorSeconds)
        let start = ContinuousClock.now
        try await Task.sleep(for: effort.pick(.seconds(30), quick: .seconds(2)))
        let seconds = (ContinuousClock.now - start).inSeconds
        return try Dictionary(
            uniqueKeysWithValues: processes.facts().map { name, facts in
                (name, (facts.processorSeconds - (before[name] ?? 0)) / seconds * 100)
            }
        )
    }
}

extension CrowdFigure {
    private static let scales = (0..<count / 2).map { address($0) }

    private static func address(_ number: Int) -> String {
        "F0:0D:00:00:00:\(number + 10)"
    }

    /// Scales that repeat their last weighing, and cuffs whose Bluetooth button a person pressed.
    private static var scenario: String {
        let scales = scales.map {
            #"{"address": "\#($0)", "name": "MIBFS", "profile": "advertBodyScale", "advertisingSeconds": 100000, "#
                + #""measurements": [{"atSeconds": 1, "kilograms": 80}]}"#
        }
        let cuffs = (count / 2..<count).map {
            #"{"address": "\#(address($0))", "name": "BM77", "awakeAtSeconds": [1], "advertisingSeconds": 100000}"#
        }
        return #"{"seed": 50, "timing": {"scanGap": 0}, "devices": [\#((scales + cuffs).joined(separator: ","))]}"#
    }
}
