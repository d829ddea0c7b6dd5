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

/// Two people and two unassigned cuffs in range of one hub; the server's records are counted by user.
@Suite(.serialized) struct PeopleTests {
    private static let second = "room-2"
    private static let value = [Measurement(metric: .systolic, value: 199, unit: "mm[Hg]")]

    @Test func everyReadingGoesToItsPersonAndNoneToAnother() async throws {
        var settings = RunningLine.Settings()
        settings.configuration["session-manager"] = ["seats": "\(LineSetup.seat),\(Self.second)"]
        try await RunningLine.with(settings) { [settings] line in
            try await line.startSession(user: "second-user", seat: Self.second)
            let held = try await self.held(line, settings.readings * 2)
            #expect(try await line.cloud.accepted().isEmpty, "nobody guesses")
            let devices = Set(held.compactMap(\.device)).sorted { $0.description < $1.description }
            #expect(devices.count == 2)
            let (mine, theirs) = (try #require(devices.first), try #require(devices.last))
            try await self.assign(line, mine, LineSetup.seat, count: settings.readings)
            try await line.waitForAccepted(settings.readings)
            try await self.confirm(line, held.filter { $0.device == theirs })
            try await line.waitForAccepted(settings.readings * 2)
            try await self.check(line, held, mine)
            try await self.erase(line)
        }
    }

    /// The held readings, once there are this many.
    private func held(_ line: RunningLine, _ count: Int) async throws -> [Reading] {
        let ask: @Sendable () async throws -> [Reading] = {
            try await line.call(SessionOperations.heldReadings, PageRequest()).readings.map(\.reading)
        }
        try await line.wait("\(count) held readings") { try await ask().count >= count }
        return try await ask()
    }

    /// Assigns a cuff from before its first reading.
    private func assign(_ line: RunningLine, _ device: DeviceID, _ seat: String, count: Int) async throws {
        let earlier = Date(timeIntervalSinceNow: -3_600)
        let assign = AssignDevice(device: device, seat: seat, from: earlier)
        #expect(try await line.call(SessionOperations.assignDevice, assign).owned == count)
        #expect(try await line.call(SessionOperations.assignDevice, assign).owned == 0)
    }

    /// Confirms readings for the second person, each one twice and across a kill of the session manager, and the first
    /// one with a correction.
    private func confirm(_ line: RunningLine, _ readings: [Reading]) async throws {
        let session = try await line.call(SessionOperations.session, SeatReference(seat: Self.second)).sessionID
        for (index, reading) in readings.enumerated() {
            let body = ConfirmReading(
                readingKey: reading.readingKey,
                seat: Self.second,
                sessionID: session,
                measurements: index == 0 ? Self.value : nil
            )
            #expect(try await line.call(SessionOperations.confirmReading, body).outcome == "accepted")
            if index == 0 { try await line.kill("session-manager") }
            let again = try await LineSetup.patiently { try await line.call(SessionOperations.confirmReading, body) }
            #expect(again.outcome == "repeat")
            let other = ConfirmReading(readingKey: reading.readingKey, seat: LineSetup.seat)
            await #expect {
                _ = try await LineSetup.patiently { try await line.call(SessionOperations.confirmReading, other) }
            } throws: {
                ($0 as? BusError)?.code == .conflict
            }
        }
    }

    private func check(_ line: RunningLine, _ held: [Reading], _ mine: DeviceID) async throws {
        let expected = held.map { reading in
            let user = reading.device == mine ? LineSetup.person.user : "second-user"
            let logID = LogID.derive(
                sessionUser: user,
                organization: LineSetup.organization,
                readingKey: reading.readingKey
            )
            return "\(user) \(logID)"
        }
        #expect(try await line.cloud.accepted().map { "\($0.user) \($0.logID)" }.sorted() == expected.sorted())
        let summary = try await line.summary()
        #expect(summary.logIDsOfSeveralUsers == 0)
        #expect(summary.duplicates == 0)
        let journal = try String(contentsOf: URL(filePath: line.folder.journal), encoding: .utf8)
        #expect(journal.contains("199"), "the corrected value is what was delivered")
    }

    /// The second person leaves: the session manager's files no longer contain the name.
    private func erase(_ line: RunningLine) async throws {
        let seat = SeatReference(seat: Self.second)
        _ = try await line.call(SessionOperations.endSession, seat)
        try await line.wait("the seat's end") {
            (try? await line.call(SessionOperations.eraseSeat, EraseSeat(seat: Self.second)))?.sessions == 1
        }
        let folder = "\(line.plan.layout.state)/site.session-manager.main"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasPrefix("session-manager.sqlite") }
        #expect(!names.isEmpty)
        for name in names {
            let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
            #expect(bytes.range(of: Data("second-user".utf8)) == nil, "\(name)")
        }
    }
}

extension RunningLine {
    fileprivate nonisolated func call<Body: Codable & Sendable, Reply: Codable & Sendable>(
        _ operation: MessageBus.Operation<Body, Reply>,
        _ body: Body
    ) async throws -> Reply {
        try await connection.requests.call(operation, hub: BusAddress.siteHub, body: body, timeout: Patience.answer)
    }
}
