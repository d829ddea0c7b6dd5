import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import VitalbusCommand

/// The export for a person who leaves has all their data, and no other person's.
@Suite struct FHIREverythingTests {
    private static let start = Date(timeIntervalSince1970: 1_772_352_000)

    private static func entry(_ number: Int, user: String, organization: String = "o", seat: String) throws
        -> RecordHistory.Entry
    {
        let key = try #require(ReadingKey(rawValue: "rnd1-\(number)"))
        let record = VitalRecord(
            logID: LogID.derive(sessionUser: user, organization: organization, readingKey: key),
            readingKey: key,
            revision: 1,
            type: .biometrics,
            seat: try SeatID(seat),
            timestamp: start,
            source: RecordSource(kind: number == 1 ? .ocr : .manual),
            measurements: [Measurement(metric: .pulse, value: DecimalNumber(Int64(60 + number)), unit: "/min")],
            receivedAt: start
        )
        return RecordHistory.Entry(record: record, state: .submitted, since: start)
    }

    private static func session(_ user: String, _ seat: String, organization: String? = "o", ended: Bool = false)
        -> SessionPage.Entry
    {
        let view = SessionView(
            sessionID: "s-\(user)-\(seat)",
            seat: seat,
            userID: user,
            organizationID: organization,
            apiVersion: .inform,
            startedAt: start,
            validated: .yes,
            defaultUser: false
        )
        return SessionPage.Entry(session: view, endedAt: ended ? start : nil, open: 0)
    }

    /// Ada had two seats; Bea has one of them after her.
    private func export(
        _ arguments: [String],
        sessions: [SessionPage.Entry] = [
            session("bea", "bed-a"), session("ada", "bed-b"), session("ada", "bed-a", ended: true),
        ]
    ) async throws -> Shell.Outcome {
        let broker = InMemoryBroker()
        let records = [
            "bed-a": [
                try Self.entry(1, user: "ada", seat: "bed-a"), try Self.entry(2, user: "bea", seat: "bed-a"),
                try Self.entry(3, user: "ada", organization: "other", seat: "bed-a"),
            ],
            "bed-b": [try Self.entry(4, user: "ada", seat: "bed-b")],
        ]
        let handlers = [
            RequestHandler(SessionOperations.sessions) { _, _ in SessionPage(page: 1, pages: 1, sessions: sessions) },
            RequestHandler(SessionOperations.recordHistory) { body, _ in
                let own = records[body.seat] ?? []
                return RecordHistory(seat: body.seat, page: 1, pages: 1, total: own.count, records: own)
            },
            RequestHandler(SessionOperations.heldReadings) { _, _ in HeldPage(page: 1, pages: 1, readings: []) },
        ]
        return try await Shell.serving("session-manager", hub: "site", handlers, on: broker) {
            await Shell(broker).run(
                ["fhir", "export", "--everything", "--patient", "Patient/1", "--state", "/nonexistent/vitalbus"]
                    + arguments
            )
        }
    }

    private func pulses(_ file: String) throws -> Set<Double> {
        let text = try Data(contentsOf: URL(filePath: file))
        let bundle = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        let entries = try #require(bundle["entry"] as? [[String: Any]])
        return Set(
            entries.compactMap { entry in
                let resource = entry["resource"] as? [String: Any]
                return ((resource?["valueQuantity"] as? [String: Any])?["value"] as? NSNumber)?.doubleValue
            }
        )
    }

    @Test func thePersonsRecordsOfAllSeatsAndNobodyElses() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fhir-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "ada.json").path
        let outcome = try await export(["--user", "ada", "--out", file])
        #expect(outcome.out == ["\(file): 2 records of user ada, seats bed-a, bed-b, 2 observations"], "\(outcome.err)")
        #expect(try pulses(file) == [61, 64])
        #expect(
            outcome.err == [
                "left out: 2 sessions: FHIR has no resource for a person's accounts and seats",
                "left out: 2 records of these seats: they belong to other people",
                "left out: 1 records' photos: a photo is kept here only until the service has it",
            ]
        )
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let present = try await export(["--seat", "bed-a", "--out", file])
        #expect(present.out == ["\(file): 1 records of user bea, seats bed-a, 1 observations"], "\(present.err)")
        #expect(try pulses(file) == [62])
    }

    @Test func nobodyAndTwoOfOneNameAreRefused() async throws {
        #expect(try await export(["--user", "eve", "--out", "/tmp/x"]).code == 65)
        let both = [Self.session("ada", "bed-a"), Self.session("ada", "bed-b", organization: "other")]
        let outcome = try await export(["--user", "ada", "--out", "/tmp/x"], sessions: both)
        #expect(outcome.code == 65 && outcome.err.first?.contains("--organization") == true)
        for wrong in [[], ["--user", "ada"], ["--out", "/tmp/x", "--from", "2026-03-01"]] {
            #expect(try await export(wrong).code == 64)
        }
        #expect(try await export(["--organization", "o", "--out", "/tmp/x"]).code == 64)
    }
}
