import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import HubRunner
import Logging
import MessageBus
import OperatorConnection
import TestSupport
import Testing
import VitalRecords

/// The table requests the values that events may not carry from the session manager.
@Suite struct HubConsoleTests {
    private func reading() throws -> Reading {
        let device: DeviceID? = DeviceID("11111111-2222-4333-8444-555555555555")
        return Reading(
            readingKey: try #require(ReadingKey(rawValue: "ble-3000-1")),
            type: .biometrics,
            timestamp: Date(timeIntervalSince1970: 1_767_225_600),
            receivedAt: Date(timeIntervalSince1970: 1_767_225_600),
            hub: try #require(HubID(rawValue: "h")),
            device: device,
            source: RecordSource(kind: .bluetooth, peripheralID: 4000),
            measurements: [
                Measurement(metric: .bodyTemperature, value: DecimalNumber(mantissa: 385, exponent: -1), unit: "Cel")
            ]
        )
    }

    @Test func aHeldReadingHasItsValuesThoughNoEventHasThem() async throws {
        let broker = InMemoryBroker()
        let reading = try reading()
        let held = RequestHandler(SessionOperations.heldReadings) { body, _ in
            HeldPage(
                page: body.page ?? 1,
                pages: 1,
                readings: [HeldPage.Entry(reading: reading, reason: "noAssignment")]
            )
        }
        let manager = try BusAddress(site: "s", hub: "site", actor: "session-manager", instance: "main")
        let client = BusClient(bus: broker.connect(), address: manager, epoch: 1, environment: .system)
        let server = try RequestServer(client, handlers: [held], logger: Logger(label: "test"))
        let serving = Task { try await server.run() }
        defer { serving.cancel() }
        let console = HubConsole(LiveHub(site: "s", hub: "h"), screen: LiveScreen(toStandardError: true))
        let own = try BusAddress(site: "s", hub: "h", actor: "vitalbus", instance: "up")
        let following = Task {
            try await HubConnection.with(broker.connect(), address: own) { await console.follow($0) }
        }
        defer { following.cancel() }
        try await eventually("a row") { await !console.rows.isEmpty }
        let row = try #require(await console.rows.first)
        #expect(row.state == .held("noAssignment"))
        #expect(row.values.contains("38.5"))
        #expect(row.name != nil)
    }
}
