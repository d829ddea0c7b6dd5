import ActorRuntime
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

/// A scale with users, from its pairing to the server: the person of a weight is never guessed.
@Suite(.serialized) struct ScaleUserTests {
    private let address = "F0:0D:00:00:00:01"

    /// Weighings alternate between user 1 and no user; no user is assigned to a person yet.
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

    /// A scale that gives no body composition for unknown users, with the users that the script names.
    private func settings(users: String, user: Int) -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 5, "timing": {"scanGap": 0, "connect": 0.05, "disconnect": 0.2}, "devices": [
              {"address": "\(address)", "profile": "bodyScale", "pairing": "justWorks", "needsUserData": true,
               "users": [\(users)], "measurements": [
                {"atSeconds": 1, "everySeconds": 4, "count": 60, "kilograms": 72.4, "user": \(user), "bodyFatPercent": 21.3}]}]}
            """
        return settings
    }

    /// Pairs the scale for the seat, and retries as a person would if the scale is out of range.
    private func pair(
        _ line: RunningLine,
        userIndex: Int? = nil,
        pin: String? = nil,
        _ person: ScalePerson? = nil
    ) async throws -> PeripheralPaired {
        let body = PairPeripheral(
            device: try line.radio.device(address),
            peripheralID: 5000,
            seat: LineSetup.seat,
            userIndex: userIndex,
            pin: pin,
            person: person
        )
        return try await line.radio.ask(ReaderTopics.pairPeripheral, body: body)
    }

    /// Waits for a weight with body composition at the server.
    private func waitForComposition(_ line: RunningLine) async throws {
        try await LineSetup.setPassive(line.connection, peripherals: [5000])
        try await line.wait("a body composition") {
            (try? String(contentsOf: URL(filePath: line.folder.journal), encoding: .utf8))?.contains("21.3") == true
        }
    }

    /// The person's data and the PIN are in the hub's files only in sealed form.
    private func expectUnsaid(_ words: [String], _ line: RunningLine) throws {
        let files = FileManager.default.enumerator(at: URL(filePath: line.folder.path), includingPropertiesForKeys: nil)
        for case let file as URL in try #require(files) where !file.lastPathComponent.hasSuffix(".sqlite") {
            // Nil for anything but a file, such as a folder or a socket.
            guard let text = (try? Data(contentsOf: file)).map({ String(decoding: $0, as: UTF8.self) }) else {
                continue
            }
            for word in words { #expect(!text.contains(word), "\(file.lastPathComponent)") }
        }
    }

    @Test func aScaleThatIsToldWhoItsUserIsGivesBodyComposition() async throws {
        try await RunningLine.with(settings(users: "", user: 1)) { line in
            // The device is asked only once the person's data is valid.
            for person in [
                ScalePerson(birthDate: "2999-01-01", sex: .male), ScalePerson(sex: .unspecified, height: 1_640),
                ScalePerson(sex: ScaleSex(rawValue: "w")),
            ] {
                let error = await #expect(throws: BusError.self) { try await pair(line, person) }
                #expect(error?.code == .invalidArgument)
            }
            let person = ScalePerson(birthDate: "1958-03-14", sex: .female, height: 164)
            #expect(try await pair(line, person).assigned == true)
            try await waitForComposition(line)
            try expectUnsaid(["1958-03-14"], line)
        }
    }

    @Test func aUserOfTheScaleIsTakenOverByItsPINAndAWrongOneIsTold() async throws {
        let users = #"{"consent": 1234, "complete": true}, {"consent": 417, "complete": true}"#
        try await RunningLine.with(settings(users: users, user: 2)) { line in
            let error = await #expect(throws: BusError.self) { try await pair(line, userIndex: 2, pin: "7310") }
            #expect(error?.code.rawValue == "wrongPIN" && error?.message.contains("Look up") == true)
            let none = try await call(line, SessionOperations.devices, PageRequest()).assignments
            #expect(none.isEmpty, "a user whose PIN nobody knows is nobody's")
            #expect(try await pair(line, userIndex: 2, pin: "0417").assigned == true)
            let assignments = try await call(line, SessionOperations.devices, PageRequest()).assignments
            #expect(assignments.map(\.userIndex) == [2])
            try await waitForComposition(line)
            try expectUnsaid([#""pin""#], line)
        }
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
            // If the device is out of range, the pairing is retried, as a person would.
            let pairing = PairPeripheral(device: device, peripheralID: 5000, seat: LineSetup.seat)
            let paired = try await LineSetup.patiently {
                try await line.radio.ask(ReaderTopics.pairPeripheral, body: pairing)
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
