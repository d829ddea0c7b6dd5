import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Synchronization
import Testing
import VitalRecords

@Suite struct HeldTests {
    private let state = FileManager.default.temporaryDirectory.appending(path: "vb-cli-\(UUID().uuidString)").path
    private let key = ReadingKey.hashed(scheme: "test", fields: [1: [1]])

    /// Runs a command against a session manager that records its requests.
    private func run<Body: Codable & Sendable, Reply: Codable & Sendable>(
        _ operation: MessageBus.Operation<Body, Reply>,
        _ reply: Reply,
        answer: String? = nil,
        beside: [RequestHandler] = [],
        _ arguments: [String]
    ) async throws -> (outcome: Shell.Outcome, body: Body?) {
        let broker = InMemoryBroker()
        let seen = Mutex<Body?>(nil)
        let handler = RequestHandler(operation) { body, _ in
            seen.withLock { $0 = body }
            return reply
        }
        let outcome = try await Shell.serving("session-manager", hub: "site", [handler] + beside, on: broker) {
            await Shell(broker, answer: answer).run(arguments + ["--state", state])
        }
        return (outcome, seen.withLock { $0 })
    }

    private func confirm(_ arguments: String...) async throws -> (outcome: Shell.Outcome, body: ConfirmReading?) {
        try await confirm(arguments)
    }

    private func confirm(_ arguments: [String]) async throws -> (outcome: Shell.Outcome, body: ConfirmReading?) {
        let reply = DecidedReading(readingKey: key, outcome: "accepted", sessionID: "s1")
        let page = HeldPage(page: 1, pages: 1, readings: [HeldPage.Entry(reading: try held, reason: "noAssignment")])
        let list = RequestHandler(SessionOperations.heldReadings) { _, _ in page }
        return try await run(SessionOperations.confirmReading, reply, beside: [list], ["held", "confirm"] + arguments)
    }

    /// A reading with two values: from a meter that shows mmol/L, and from any meter.
    private var held: Reading {
        get throws {
            Reading(
                readingKey: key,
                type: .diabetes,
                timestamp: Date(timeIntervalSince1970: 1_700_000_000),
                utcOffset: 0,
                timeQuality: .received,
                receivedAt: Date(timeIntervalSince1970: 1_700_000_000),
                hub: try #require(HubID(rawValue: "hub-1")),
                seat: nil,
                source: RecordSource(kind: .ocr),
                measurements: [
                    Measurement(metric: .bloodGlucose, value: 6, unit: "mmol/L"),
                    Measurement(metric: MetricName(rawValue: "pool"), value: 20, unit: "Cel"),
                ]
            )
        }
    }

    @Test func aValueWithoutUnitIsInTheReadingsOwn() async throws {
        let values = ["blood_glucose=12.9", "pool=21", "pulse=64"].flatMap { ["--value", $0] }
        let reply = try await confirmed([key.rawValue, "--seat", "bed-a"] + values)
        #expect(reply == ["blood_glucose 12.9 mmol/L", "pool 21 Cel", "pulse 64 /min"])
    }

    /// A unit may end in a digit, with and without a comma before it.
    @Test(arguments: ["bmi=23.5kg/m2", "bmi=23.5,kg/m2", "own_index=23.5,kg/m2"])
    func aUnitMayEndInADigit(value: String) async throws {
        let reply = try await confirmed([key.rawValue, "--seat", "bed-a", "--value", value])
        #expect(reply.first?.hasSuffix(" 23.5 kg/m2") == true, "\(reply)")
    }

    private func confirmed(_ arguments: [String]) async throws -> [String] {
        try await confirm(arguments).body?.measurements?.map { "\($0.metric) \($0.value) \($0.unit)" } ?? []
    }

    @Test func aConfirmationCarriesTimeAndRightValues() async throws {
        let (outcome, body) = try await confirm(
            key.rawValue,
            "--seat",
            "bed-a",
            "--time",
            "2026-03-01T08:00:00Z",
            "--value",
            "pulse=64.0",
            "--value",
            "body_weight=11.2,[stone_av]",
            "--value",
            "blood_glucose=6.2mmol/L",
            "--value",
            "pool=21.5,Cel"
        )
        #expect(outcome.code == 0)
        let echo =
            "blood_glucose 6.2 mmol/L, pool 21.5 °C, pulse 64.0 bpm, body_weight 11.2 st, 2026-03-01 08:00 +00:00, bed-a"
        #expect(outcome.out == [echo, "reading \(key): accepted session s1"])
        #expect(body?.seat == "bed-a")
        #expect(body?.timestamp == WireJSON.time("2026-03-01T08:00:00Z"))
        let values = (body?.measurements ?? []).map { "\($0.metric) \($0.value) \($0.unit) \($0.origin)" }
        let wanted = [
            "pulse 64.0 /min manual", "body_weight 11.2 [stone_av] manual", "blood_glucose 6.2 mmol/L manual",
            "pool 21.5 Cel manual",
        ]
        #expect(values == wanted)
    }

    @Test func whatIsNoValueIsWrongInput() async throws {
        let wrong = [
            "systolic", "systolic=high", "=12", "unheard_of=12", "pool=,Cel", "pool=10,000Cel",
        ]
        let slips = ["bp=128", "bp=1280/81", "blood_glucose=62", "pulse=640", "systolic=128", "body_temperature=38.5"]
        for value in wrong + slips {
            let (outcome, body) = try await confirm(key.rawValue, "--seat", "bed-a", "--value", value)
            #expect(outcome.code == 65, "\(value)")
            #expect(body == nil)
        }
        #expect(try await confirm("Not A Key", "--seat", "bed-a").outcome.code == 65)
        #expect(try await confirm(key.rawValue, "--seat", "bed-a", "--time", "yesterday").outcome.code == 65)
    }

    @Test func aBloodPressureIsTypedAsItIsRead() async throws {
        let arguments = [key.rawValue, "--seat", "bed-a", "--value", "blood_pressure=128/81"]
        #expect(try await confirmed(arguments) == ["systolic 128 mm[Hg]", "diastolic 81 mm[Hg]"])
    }

    @Test func aSlipIsRefusedWithWhatWasMeantUnlessAPersonSaysThatItIsRight() async throws {
        let arguments = [key.rawValue, "--seat", "bed-a", "--value", "blood_glucose=129"]
        let (refused, none) = try await confirm(arguments)
        #expect(refused.code == 65 && none == nil)
        let text = refused.err.joined()
        #expect(text.contains("0.6 to 55.5 mmol/L") && text.contains("129 mg/dL or 12.9 mmol/L?"), "\(text)")
        let (taken, body) = try await confirm(arguments + ["--unusual"])
        #expect(taken.code == 0)
        #expect(body?.unusual == true)
    }

    @Test(arguments: [("y", true), ("YES", true), ("n", false), ("", false), (nil, false)])
    func nothingIsDroppedUnlessAPersonSaysYes(answer: String?, isDone: Bool) async throws {
        let reply = DecidedReading(readingKey: key, outcome: "discarded")
        let (outcome, body) = try await run(
            SessionOperations.discardReading,
            reply,
            answer: answer,
            ["held", "discard", key.rawValue]
        )
        #expect((outcome.code == 0) == isDone)
        #expect((body != nil) == isDone)
        if answer == nil { #expect(outcome.err.joined().contains("--yes")) }
    }

    @Test func aHeldReadingsTimeIsLocal() async throws {
        let reading = try held
        let page = HeldPage(page: 1, pages: 1, readings: [HeldPage.Entry(reading: reading, reason: "noAssignment")])
        let (outcome, _) = try await run(SessionOperations.heldReadings, page, ["held"])
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let parts = calendar.dateComponents([.day, .hour, .minute], from: reading.timestamp)
        let time = String(format: "2023-11-%02d %02d:%02d hub", parts.day ?? 0, parts.hour ?? 0, parts.minute ?? 0)
        #expect(outcome.out.first?.hasPrefix(time) == true, "\(outcome.out)")
    }

    @Test func heldAloneListsWhatIsHeld() async throws {
        let (outcome, body) = try await run(
            SessionOperations.heldReadings,
            HeldPage(page: 1, pages: 1, readings: []),
            ["held", "--seat", "bed-a"]
        )
        #expect(outcome.code == 0)
        #expect(outcome.out == ["page 1 of 1, 0 readings"])
        #expect(body?.seat == "bed-a")
    }
}
