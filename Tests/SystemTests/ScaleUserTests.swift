import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// A scale with users, from its pairing to the server: whose weight it is, is never guessed.
@Suite(.serialized) struct ScaleUserTests {
    private let address = "F0:0D:00:00:00:01"

    /// User 1 and nobody in turn; nobody is registered yet.
    private var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 5, "timing": {"scanGap": 0, "connect": 0.05, "disconnect": 0.2}, "devices": [
              {"address": "\(address)", "profile": "bodyScale", "pairing": "justWorks", "measurements": [
                {"atSeconds": 1, "everySeconds": 4, "count": 40, "kilograms": 72.4, "user": 1},
                {"atSeconds": 3, "everySeconds": 4, "count": 40, "kilograms": 98.7}]}]}
            """
        return settings
    }

    private func call<Body: Sendable & Codable, Reply: Sendable & Codable>(
        _ line: RunningLine,
        _ operation: MessageBus.Operation<Body, Reply>,
        hub: String = BusAddress.siteHub,
        _ body: Body
    ) async throws -> Reply {
        try await LineSetup.patiently {
            try await line.connection.requests.call(operation, hub: hub, body: body, timeout: Patience.limit)
        }
    }

    @Test func aUserWhomAPairingRegisteredIsBookedAndNobodyIsHeld() async throws {
        try await RunningLine.with(settings) { line in
            let device = try line.radio.device(address)
            // A pairing that found the device out of sight is tried again, as a person would.
            let pairing = PairPeripheral(device: device, peripheralID: 5000, seat: LineSetup.seat)
            let paired = try await LineSetup.patiently {
                try await line.connection.requests.call(
                    ReaderTopics.pairPeripheral,
                    hub: LineSetup.hub,
                    body: pairing,
                    timeout: Patience.limit
                )
            }
            #expect(paired.assigned == true)
            let assignments = try await call(line, SessionOperations.devices, PageRequest()).assignments
            #expect(assignments.map(\.userIndex) == [1], "the user whom the scale made for the seat")
            try await LineSetup.setPassive(line.connection, peripherals: [5000])
            try await line.waitForAccepted(2)
            try await line.wait("nobody's weight") {
                let held = try await call(line, SessionOperations.heldReadings, PageRequest()).readings
                return held.contains { $0.reading.userIndex == Reading.unknownUser }
            }
            let journal = try String(contentsOf: URL(filePath: line.folder.journal), encoding: .utf8)
            #expect(journal.contains("72.4") && !journal.contains("98.7"))
        }
    }
}
