import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Synchronization
import Testing
import VitalRecords

@testable import VitalbusCommand

@Suite struct FHIRExportTests {
    private static let start = Date(timeIntervalSince1970: 1_772_352_000)

    private static func entry(
        _ number: Int,
        _ values: [(MetricName, Int64, String)],
        state: RecordHistory.Entry.State = .submitted,
        deletes: Bool? = nil,
        user: String? = nil
    ) throws -> RecordHistory.Entry {
        let record = VitalRecord(
            logID: try #require(LogID(rawValue: "log-\(number)")),
            readingKey: try #require(ReadingKey(rawValue: "rnd1-\(number)")),
            revision: number,
            type: .biometrics,
            seat: try SeatID("bed-a"),
            timestamp: start,
            source: RecordSource(kind: .bluetooth, manufacturer: "Acme", model: "Cuff", serial: "7"),
            measurements: values.map { Measurement(metric: $0.0, value: DecimalNumber($0.1), unit: $0.2) },
            receivedAt: start
        )
        return RecordHistory.Entry(record: record, state: state, since: start, deletes: deletes, userID: user)
    }

    /// Runs `fhir export` against two pages.
    private func export(_ arguments: String...) async throws -> (Shell.Outcome, [RecordHistoryRequest]) {
        let broker = InMemoryBroker()
        let seen = Mutex<[RecordHistoryRequest]>([])
        let pages = [
            [
                try Self.entry(1, [(.systolic, 128, "mm[Hg]"), (.diastolic, 81, "mm[Hg]"), (.pulse, 64, "/min")]),
                try Self.entry(2, [(.bodyImpedance, 498, "Ohm"), (.bodyWeight, 71, "kg")], state: .waiting),
            ],
            [
                try Self.entry(3, [], state: .deleted), try Self.entry(4, [(.spo2, 97, "%")], deletes: true),
                try Self.entry(5, [(.bodyImpedance, 499, "Ohm")], state: .failed),
            ],
        ]
        let handler = RequestHandler(SessionOperations.recordHistory) { body, _ in
            seen.withLock { $0.append(body) }
            let page = body.page ?? 1
            let records = pages[page - 1]
            return RecordHistory(seat: body.seat, page: page, pages: 2, total: 5, records: records, snapshot: "s-1")
        }
        let outcome = try await Shell.serving("session-manager", hub: "site", [handler], on: broker) {
            await Shell(broker).run(
                ["fhir", "export", "--seat", "bed-a", "--state", "/nonexistent/vitalbus"] + arguments
            )
        }
        return (outcome, seen.withLock(\.self))
    }

    private func resources(_ text: String) throws -> [[String: Any]] {
        let bundle = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(bundle?["type"] as? String == "collection")
        let entries = try #require(bundle?["entry"] as? [[String: Any]])
        return entries.compactMap { $0["resource"] as? [String: Any] }
    }

    @Test func allPagesAreOneBundleAndWhatIsLeftOutIsSaid() async throws {
        let (outcome, asked) = try await export("--patient", "Patient/123", "--from", "2026-03-01T00:00:00Z")
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(asked.map(\.page) == [1, 2] && asked.map(\.snapshot) == [nil, "s-1"])
        #expect(asked.first?.from == Date(timeIntervalSince1970: 1_772_323_200))
        let all = try resources(outcome.out.joined(separator: "\n"))
        let observations = all.filter { $0["resourceType"] as? String == "Observation" }
        let texts = observations.compactMap { ($0["code"] as? [String: Any])?["text"] as? String }
        #expect(texts == ["blood pressure", "pulse", "body weight", "spo2"])
        let states = observations.compactMap { $0["status"] as? String }
        #expect(states == ["final", "final", "final", "entered-in-error"])
        #expect(all.filter { $0["resourceType"] as? String == "Device" }.count == 2)
        #expect(
            outcome.err == [
                "left out: a record is deleted, and its values are no longer stored, 1 time",
                "left out: body_impedance has no LOINC or MDC code with exactly this meaning, 2 times",
            ]
        )
    }

    @Test func aFileIsPrivateAndCounted() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fhir-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "bed-a.json").path
        let (outcome, _) = try await export("--identifier", "urn:oid:1.2.3|4711", "--out", file)
        #expect(outcome.code == 0 && outcome.out == ["\(file): 5 records, 4 observations"])
        let all = try resources(try String(contentsOfFile: file, encoding: .utf8))
        let subjects = all.compactMap { $0["subject"] as? [String: Any] }
        #expect(subjects.count == 4 && subjects.allSatisfy { $0["reference"] == nil && $0["identifier"] != nil })
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let (refused, _) = try await export("--patient", "Patient/1", "--out", "/nonexistent/bed-a.json")
        #expect(refused.code == 73)
    }

    /// Runs `fhir export` for the newcomer's seat, where others have measured before.
    private func exportOfMany(of owners: [String], _ arguments: String...) async throws -> (Shell.Outcome, [String?]) {
        let broker = InMemoryBroker()
        let asked = Mutex<[String?]>([])
        let entries = try owners.enumerated().map { number, user in
            try Self.entry(number + 1, [(.systolic, 128, "mm[Hg]"), (.diastolic, 81, "mm[Hg]")], user: user)
        }
        let handler = RequestHandler(SessionOperations.recordHistory) { body, _ in
            asked.withLock { $0.append(body.userID) }
            let records = entries.filter { body.userID == nil ? body.whose == .everybody : $0.userID == body.userID }
            return RecordHistory(
                seat: body.seat,
                page: 1,
                pages: 1,
                total: records.count,
                records: records,
                present: RecordHistory.Present(userID: "newcomer", since: Self.start)
            )
        }
        let outcome = try await Shell.serving("session-manager", hub: "site", [handler], on: broker) {
            let words = ["fhir", "export", "--seat", "bed-a", "--patient", "Patient/newcomer"]
            return await Shell(broker).run(words + ["--state", "/nonexistent/vitalbus"] + arguments)
        }
        return (outcome, asked.withLock(\.self))
    }

    /// A bundle has one patient: it contains only the records of the named user.
    @Test func recordsOfSeveralPeopleAreNeverOnePatients() async throws {
        for owners in [["former"], ["former", "newcomer"]] {
            let (outcome, _) = try await exportOfMany(of: owners)
            #expect(outcome.code == 65 && outcome.out.isEmpty)
            #expect(outcome.err.contains { $0.contains("--user") && $0.contains("former (1)") }, "\(outcome.err)")
        }
        let (own, asked) = try await exportOfMany(of: ["former", "newcomer"], "--user", "newcomer")
        #expect(own.code == 0 && asked == ["newcomer"], "\(own.err)")
        #expect(
            try resources(own.out.joined(separator: "\n")).count { $0["resourceType"] as? String == "Observation" } == 1
        )
        let (alone, _) = try await exportOfMany(of: ["newcomer"])
        #expect(alone.code == 0, "\(alone.err)")
    }

    @Test func thePatientIsNamedOnce() async throws {
        #expect(try await export().0.code == 64)
        #expect(try await export("--patient", "Patient/1", "--identifier", "urn:a|1").0.code == 64)
        for wrong in [["--patient", "ada"], ["--identifier", "4711"]] {
            let (outcome, asked) = try await export(wrong[0], wrong[1])
            #expect(outcome.code == 65 && asked.isEmpty)
            #expect(outcome.err.first?.contains(wrong[0]) == true)
        }
    }

    @Test func everyMetricIsListedWithItsCodesOrAsLeftOut() async {
        let outcome = await Shell().run("fhir", "codes")
        #expect(outcome.code == 0 && outcome.out.count > MetricTable.metrics.count)
        #expect(
            outcome.out.contains { $0.hasPrefix("spo2 ") && $0.contains("59408-5 2708-6") && $0.contains("150456") }
        )
        #expect(outcome.out.contains { $0.hasPrefix("body_impedance ") && $0.contains("left out") })
    }
}
