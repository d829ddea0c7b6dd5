import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// A person asks for a reading for a seat, at a hub with two seats and the shipped catalogue; counted by user at the
/// server.
@Suite(.serialized) struct WordTests {
    private static let second = "room-2"
    private static let cuff = LineScenario.addresses[0]

    private var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 5, "timing": {"scanGap": 0, "connect": 0.05, "disconnect": 0.2}, "devices": [
              {"address": "\(Self.cuff)", "name": "VirtualBP", "measurements": []}]}
            """
        settings.configuration["session-manager"] = ["seats": "\(LineSetup.seat),\(Self.second)"]
        return settings
    }

    @Test func itIsBookedOnThatSeatAndToldAsWhatItIs() async throws {
        try await RunningLine.with(settings) { line in
            try await line.startSession(user: "second-user", seat: Self.second)
            try await LineSetup.setPassive(line.connection, peripherals: [])
            let booked = try await read(line, 1)
            #expect(booked.disposition == .submitted)
            #expect(booked.fates?.last?.seat == Self.second)
            #expect(booked.records.last?.measurements.isEmpty == false, "whoever asked sees the values")
            try await line.waitForAccepted(1)
            #expect(try await line.cloud.accepted().map(\.user) == ["second-user"])

            try await LineSetup.assign(try line.radio.device(Self.cuff), to: LineSetup.seat, over: line.connection)
            let contested = try await read(line, 2)
            #expect(contested.disposition == .held)
            #expect(contested.fates?.last?.reason == "assignedToAnother")
            #expect(contested.fates?.last?.assignedSeat == LineSetup.seat)
            let told = try await line.told("readingHeld").compactMap { try? Self.held($0.data) }
            #expect(told.contains { $0.forSeat == Self.second && $0.assignedSeat == LineSetup.seat })
            #expect(try await line.told("readingQueued").count == 1)
            #expect(try await line.cloud.accepted().count == 1)
        }
    }

    @Test func theDefaultUsersIsKeptNowhere() async throws {
        try await RunningLine.with(settings) { line in
            try await LineSetup.setPassive(line.connection, peripherals: [])
            _ = try await LineSetup.patiently {
                try await line.connection.requests.call(
                    SessionOperations.startSession,
                    hub: BusAddress.siteHub,
                    body: StartSession(seat: Self.second, defaultUser: true)
                )
            }
            let read = try await read(line, 1)
            #expect(read.disposition == .notStored && !read.records.isEmpty)
            let held = try await line.connection.requests.call(
                SessionOperations.heldReadings,
                hub: BusAddress.siteHub,
                body: PageRequest()
            )
            #expect(held.readings.isEmpty)
            #expect(try await line.queued().isEmpty)
            let result = try await Self.command(line, 2)
            #expect(result.exit == .code(65), "what was asked for is not done: \(result.text)")
            #expect(result.text.contains("not stored (default user)"), "\(result.text)")
            #expect(try Self.frames(line) == "0", "its bytes are not kept either")
        }
    }

    /// The number of device frames in the reader's store.
    private static func frames(_ line: RunningLine) throws -> String {
        let hub = LineSetup.hub
        let path = "\(line.plan.layout.state)/\(hub).device-reader.main/device-reader-\(hub).sqlite"
        let count = """
            import sqlite3, sys
            print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM raw_frames").fetchone()[0])
            """
        return try PythonRun(["-c", count, path]).text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func held(_ data: String) throws -> ReadingHeld {
        try WireJSON.decode(ReadingHeld.self, from: Array(data.utf8))
    }

    /// Asks for a reading for the second seat, and then makes the cuff measure.
    private func read(_ line: RunningLine, _ number: Double) async throws -> PeripheralDidRead {
        let device = try line.radio.device(Self.cuff)
        return try await Self.measuring(line, number) {
            try await LineSetup.patiently {
                try await line.radio.ask(
                    ReaderTopics.readPeripheral,
                    body: ReadPeripheral(device: device, peripheralID: 3000, seat: Self.second, seconds: 45)
                )
            }
        }
    }

    /// The same with the command line.
    private static func command(_ line: RunningLine, _ number: Double) async throws -> ProgramRun {
        let device = try line.radio.device(cuff).description
        return try await measuring(line, number) {
            try await ProgramRun(
                "vitalbus",
                [
                    "device", "read", "3000", "--device", device, "--seat", second, "--seconds", "45",
                    "--state", line.plan.layout.state,
                ]
            )
        }
    }

    /// Makes the cuff measure once the hub announces that a reading may begin.
    private static func measuring<Result: Sendable>(
        _ line: RunningLine,
        _ number: Double,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let ready = try await line.connection.client.subscribe(
            to: [ReaderTopics.isReadyToReadPeripheral.descriptor],
            hub: LineSetup.hub
        )
        defer { ready.cancel() }
        let measuring = Task {
            for await _ in ready {
                let reading = Triple(systolic: 120 + number, diastolic: 80, pulse: 60 + number)
                return try await line.radio.measure(reading, at: cuff)
            }
        }
        defer { measuring.cancel() }
        return try await body()
    }
}
