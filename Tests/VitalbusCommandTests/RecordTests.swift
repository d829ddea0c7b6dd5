import BusContract
import Foundation
import MessageBus
import Synchronization
import Testing
import VitalRecords

@Suite(.timeLimit(.minutes(1))) struct RecordTests {
    /// Runs `record add` against a session manager that answers with an outcome, and gives what it was asked.
    private func add(
        _ arguments: [String],
        outcome: String = "accepted",
        error: WireFault? = nil
    ) async throws -> (Shell.Outcome, Reading?) {
        let broker = InMemoryBroker()
        let seen = Mutex<Reading?>(nil)
        let handler = RequestHandler(SessionOperations.submitRecords) { body, _ in
            seen.withLock { $0 = body.records.first }
            let results = body.records.map { reading in
                SubmittedRecords.Result(
                    readingKey: reading.readingKey,
                    revision: reading.revision,
                    outcome: outcome,
                    logID: outcome == "accepted" ? LogID(rawValue: "log-1") : nil,
                    error: error
                )
            }
            return SubmittedRecords(results: results)
        }
        let done = try await Shell.serving("session-manager", hub: "site", [handler], on: broker) {
            await Shell(broker).run(["record", "add"] + arguments)
        }
        return (done, seen.withLock { $0 })
    }

    @Test func whatIsTypedBecomesAReadingOfTheSeat() async throws {
        let (outcome, seen) = try await add([
            "--type", "biometrics", "--seat", "bed-a", "--time", "2026-03-01T08:00:00+02:00", "systolic=128",
            "diastolic=17.0kPa", "body_temperature=36.50", "pulse=64bpm",
        ])
        #expect(outcome.code == 0)
        #expect(outcome.out == ["record log-1 accepted"])
        let reading = try #require(seen)
        #expect(reading.type == .biometrics)
        #expect(reading.seat?.rawValue == "bed-a")
        #expect(reading.hub.rawValue == "h")
        #expect(reading.source == RecordSource(kind: .manual))
        #expect(reading.readingKey.rawValue.hasPrefix("rnd1-"))
        #expect(reading.timestamp.iso8601Milliseconds == "2026-03-01T06:00:00.000Z")
        #expect(reading.utcOffset == 7_200)
        let values = reading.measurements.map { "\($0.metric) \($0.value) \($0.unit) \($0.origin)" }
        #expect(
            values == [
                "systolic 128 mm[Hg] manual", "diastolic 17.0 kPa manual", "body_temperature 36.50 Cel manual",
                "pulse 64 /min manual",
            ]
        )
        #expect(reading.details == nil && reading.context == nil)
        try reading.validate(now: Date())
    }

    @Test func mealsAndWorkoutsHaveTheirWords() async throws {
        let (_, meal) = try await add(["--type", "diabetes", "--meal", "before", "blood_glucose=6.2mmol/L"])
        #expect(meal?.context?.meal == "before_meal")
        #expect(meal?.seat?.rawValue == "h")
        let (outcome, workout) = try await add([
            "--type", "fitness", "--name", "Morning Run", "--category", "running", "--intensity", "low", "--time",
            "2026-03-01T08:00:00Z", "--end", "2026-03-01T08:30:00Z", "workout_duration=30min",
        ])
        #expect(outcome.code == 0)
        // `Z` does not say where the person was.
        #expect(workout?.utcOffset == nil)
        #expect(
            workout?.details
                == RecordDetails(
                    end: Date(iso8601: "2026-03-01T08:30:00Z"),
                    name: "Morning Run",
                    category: "running",
                    intensity: "low"
                )
        )
    }

    @Test func everyEntryHasAKeyOfItsOwn() async throws {
        let (_, first) = try await add(["--type", "weight", "body_weight=80"])
        let (_, second) = try await add(["--type", "weight", "body_weight=80"])
        #expect(first != nil && first?.readingKey != second?.readingKey)
    }

    @Test(
        arguments: [
            (["--type", "weight", "body_weight=80stones"], "kg, [lb_av], [stone_av], g"),
            (["--type", "weight", "weight=80"], "body_weight"), (["--type", "weight", "body_weight"], "metric=value"),
            (["--type", "weight", "body_weight=kg"], "body_weight=1kg"), (["--type", "mood", "pulse=1"], "biometrics"),
            (["--type", "weight", "body_weight=1.2.3"], "body_weight=1kg"),
            (["--type", "weight", "--time", "today", "body_weight=80"], "--time"),
            (["--type", "weight", "--time", "2099-01-01T00:00:00Z", "body_weight=80"], "timestamp"),
            (["--type", "weight", "--seat", "Bed A", "body_weight=80"], "seat"),
            (["--type", "diabetes", "--meal", "during", "blood_glucose=99"], "--meal"),
            (["--type", "fitness", "--intensity", "brutal", "steps=1"], "--intensity"),
        ] as [([String], String)]
    )
    func wrongInputNamesTheWayOut(arguments: [String], hint: String) async throws {
        let outcome = await Shell(InMemoryBroker()).run(["record", "add"] + arguments)
        #expect(outcome.code == 65)
        #expect(outcome.err.first?.contains(hint) == true, "\(outcome.err)")
        // A value is a person's: no error repeats it.
        #expect(!outcome.err.joined().contains("80"))
    }

    @Test(arguments: [("held", "vitalbus held"), ("notStored", "default user"), ("unsynced", "unsynced")])
    func otherFatesAreTold(word: String, text: String) async throws {
        let (outcome, _) = try await add(["--type", "weight", "body_weight=80"], outcome: word)
        #expect(outcome.code == 0)
        #expect(outcome.out.first?.contains(text) == true)
    }

    @Test func aRefusalIsAnError() async throws {
        let fault = WireFault(code: "invalidArgument", message: "no such thing", retriable: false)
        let (outcome, _) = try await add(["--type", "weight", "body_weight=80"], outcome: "refused", error: fault)
        #expect(outcome.code == 65)
        #expect(outcome.err == ["vitalbus: no such thing"])
    }
}
