import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// The live table of a hub with two seats that share no values.
@Suite(.serialized) struct LiveLineTests {
    private func wait(_ console: HubConsole, _ isThere: ([LiveRow]) -> Bool) async throws -> [LiveRow] {
        _ = await eventually { isThere(await console.rows) }
        return await console.rows
    }

    @Test func valuesStandInTheTableThoughNoEventHasThem() async throws {
        var settings = RunningLine.Settings()
        settings.readings = 1
        settings.configuration = [
            "session-manager": ["seats": "room-1,room-2", "shared-seats": ""],
            "device-reader": ["share-values": "false"],
        ]
        try await RunningLine.with(settings) { line in
            let console = HubConsole(LiveHub(line.plan), screen: LiveScreen(toStandardError: true))
            let following = Task { await console.follow(line.connection) }
            defer { following.cancel() }
            let held = try await wait(console) { rows in
                rows.count == 2 && rows.allSatisfy { !$0.values.isEmpty && $0.state == .held("noAssignment") }
            }
            #expect(held.map(\.state) == [.held("noAssignment"), .held("noAssignment")])
            #expect(held.allSatisfy { $0.values.contains("mmHg") && $0.name != nil }, "\(held)")
            for row in held {
                _ = try await line.connection.requests.call(
                    SessionOperations.assignDevice,
                    hub: BusAddress.siteHub,
                    body: AssignDevice(
                        device: try #require(row.device),
                        seat: "room-1",
                        from: Date(timeIntervalSince1970: 0)
                    )
                )
            }
            let sent = try await wait(console) { $0.allSatisfy { $0.state == .submitted } }
            #expect(sent.map(\.state) == [.submitted, .submitted])
            #expect(sent.map(\.values) == held.map(\.values))
            #expect(sent.allSatisfy { $0.seat == "room-1" })
        }
    }
}
