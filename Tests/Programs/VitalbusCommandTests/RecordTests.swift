import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Synchronization
import Testing
import VitalRecords

@Suite struct RecordTests {
    /// Runs `record add` against a session manager that answers with an outcome, and returns the request.
    private func add(
        _ arguments: [String],
        outcome: String = "accepted",
        error: WireFault? = nil,
        beside others: [RequestHandler] = []
    ) async throws -> (Shell.Outcome, Reading?) {
        let broker = InMemoryBroker()
        let seen = Mutex<Reading?>(nil)
        let handler = RequestHandler(SessionOperations.submitRecords) { body, _ in
            seen.withLock { $0 = body.records.first }
            let results = body.records.map { reading in
                SubmittedRecords.Result(
                    readingKey: reading.readingKey,
                    revision: reading.revision,
                    outcome: .init(rawValue: outcome),
                    logID: ["accepted", "unsynced"].contains(outcome) ? LogID(rawValue: "log-1") : nil,
                    error: error
                )
            }
            return SubmittedRecords(results: results)
        }
        let done = try await Shell.serving("session-manager", hub: "site", [handler] + others, on: broker) {
            await Shell(broker).run(["record", "add"] + arguments)
        }
        return (done, seen.withLock { $0 })
    }

    @Test func whatIsTypedBecomesAReadingOfTheSeat() async throws {
        let (outcome, seen) = try await add([
            "--type", "biometrics", "--seat", "bed-a", "--time", "2026-03-01T08:00:00+02:00", "systolic=128",
            "diastolic=10.7kPa", "body_temperature=36.50C", "pulse=64bpm",
        ])
        #expect(outcome.code == 0)
        let echo =
            "systolic 128 mmHg, diastolic 10.7 kPa, body_temperature 36.50 °C, pulse 64 bpm, 2026-03-01 08:00 +02:00, bed-a"
        #expect(outcome.out == [echo, "record log-1 accepted"])
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
                "systolic 128 mm[Hg] manual", "diastolic 10.7 kPa manual", "body_temperature 36.50 Cel manual",
                "pulse 64 /min manual",
            ]
        )
        #expect(reading.details == nil && reading.context == nil)
        try reading.validate(now: Date())
    }

    @Test func severalUnitsAndAUnitWrittenOnceAreRead() async throws {
        let (_, weight) = try await add(["--type", "weight", "body_weight=11st4lb", "body_height=5'11\""])
        #expect(weight?.measurements.map { "\($0.value) \($0.unit)" } == ["158 [lb_av]", "71 [in_i]"])
        for text in ["17.1/10.8kPa", "17.1kPa/10.8", "17.1kPa / 10.8 kPa"] {
            let (_, pressure) = try await add(["--type", "biometrics", "bp=\(text)"])
            #expect(pressure?.measurements.map(\.unit) == ["kPa", "kPa"], "\(text)")
        }
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
        // `Z` does not tell the person's zone.
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
        let (_, first) = try await add(["--type", "weight", "body_weight=80kg"])
        let (_, second) = try await add(["--type", "weight", "body_weight=80kg"])
        #expect(first != nil && first?.readingKey != second?.readingKey)
    }

    @Test(
        arguments: [
            (["--type", "weight", "body_weight=80bushels"], "kg, lb, st, g"),
            (["--type", "weight", "weight=80kg"], "body_weight"),
            (["--type", "weight", "body_weight"], "metric=value"),
            (["--type", "weight", "body_weight=kg"], "body_weight=1kg"), (["--type", "mood", "pulse=1"], "biometrics"),
            (["--type", "weight", "body_weight=1.2.3"], "body_weight=1kg"),
            (["--type", "weight", "--time", "today", "body_weight=80kg"], "--time"),
            (["--type", "weight", "--time", "2099-01-01T00:00:00Z", "body_weight=80kg"], "timestamp"),
            (["--type", "weight", "--seat", "Bed A", "body_weight=80kg"], "seat"),
            (["--type", "biometrics", "bp=128/76/64"], "pulse=64"),
            (["--type", "diabetes", "--meal", "during", "blood_glucose=99mg/dL"], "--meal"),
            (["--type", "fitness", "--intensity", "brutal", "steps=1"], "--intensity"),
        ] as [([String], String)]
    )
    func wrongInputNamesTheWayOut(arguments: [String], hint: String) async throws {
        let outcome = await Shell(InMemoryBroker()).run(["record", "add"] + arguments)
        #expect(outcome.code == 65)
        #expect(outcome.err.first?.contains(hint) == true, "\(outcome.err)")
        // A value is personal: no error repeats it.
        #expect(!outcome.err.joined().contains("80"))
    }

    @Test func anUnsyncedRecordIsTold() async throws {
        let (outcome, _) = try await add(["--type", "weight", "body_weight=80kg"], outcome: "unsynced")
        // The record is kept, and waits for the person's next session.
        #expect(outcome.code == 1 && outcome.out.last?.contains("unsynced") == true)
        #expect(outcome.err.joined().contains("Do not enter it again"))
    }

    /// The seat had another person then, who must be named.
    @Test func theAnswerNamesThePersonOfThatTime() async throws {
        let change = Date(timeIntervalSince1970: 1_780_000_000)
        let views = [("ann", change.addingTimeInterval(-3_600)), ("cat", change)].map { (user: String, start: Date) in
            SessionView(
                sessionID: "s-\(user)",
                seat: "bed-a",
                userID: user,
                organizationID: "o",
                apiVersion: .inform,
                startedAt: start,
                validated: .yes,
                defaultUser: false
            )
        }
        let stays = [
            SessionPage.Entry(session: views[1], open: 0),
            SessionPage.Entry(session: views[0], endedAt: change, open: 1),
        ]
        let handlers = [
            RequestHandler(SessionOperations.session) { _, _ in views[1] },
            RequestHandler(SessionOperations.sessions) { _, _ in SessionPage(page: 1, pages: 1, sessions: stays) },
        ]
        for (moment, user) in [(change.addingTimeInterval(-60), "ann"), (change, "cat")] {
            let time = moment.formatted(.iso8601)
            let words = ["--type", "biometrics", "--seat", "bed-a", "--time", time, "pulse=64"]
            let (outcome, _) = try await add(words, outcome: "unsynced", beside: handlers)
            #expect(outcome.out.first?.hasSuffix("bed-a (user \(user))") == true, "\(outcome)")
        }
    }

    @Test(arguments: [("held", "vitalbus held confirm rnd1-"), ("notStored", "default user")], [true, false])
    func whatMakesNoRecordIsNoSuccess(fate: (word: String, text: String), isJSON: Bool) async throws {
        let arguments = ["--type", "weight", "body_weight=80kg"] + (isJSON ? ["--json"] : [])
        let (outcome, _) = try await add(arguments, outcome: fate.word)
        #expect(outcome.code == 65)
        #expect(outcome.err.first?.contains(fate.text) == true)
        #expect(outcome.out.count == (isJSON ? 1 : 0))
    }

    @Test func aRefusalIsAnError() async throws {
        let fault = WireFault(code: "invalidArgument", message: "no such thing", retriable: false)
        let (outcome, _) = try await add(["--type", "weight", "body_weight=80kg"], outcome: "refused", error: fault)
        #expect(outcome.code == 65)
        #expect(outcome.err == ["vitalbus: no such thing"])
    }

    @Test(
        "a typo is refused with the range and suggestions",
        arguments: [
            (["systolic=-5", "diastolic=80"], ["30 to 300 mmHg"]),
            (["blood_pressure=1280/81"], ["30 to 300 mmHg", "did you mean 128 mmHg?"]),
            (["blood_pressure=128/181"], ["diastolic is not below systolic", "did you mean 181/128 mmHg?"]),
            (["body_temperature=385"], ["needs a unit", "did you mean 38.5 °C?"]),
            (["body_temperature=385C"], ["20 to 45 °C", "did you mean 38.5 °C?"]),
            (["body_temperature=98.6C"], ["did you mean 98.6 °F?"]),
            (["body_weight=7000kg"], ["1 to 500 kg", "did you mean 70 kg?"]),
            (["body_weight=1540lbs"], ["2.2 to 1102.3 lb", "154 lb"]),
            (["blood_glucose=6.2"], ["needs a unit", "did you mean 6.2 mmol/L?"]),
            (["blood_glucose=6.2mg/dl"], ["10 to 1000 mg/dL", "6.2 mmol/L"]), (["systolic=128"], ["needs diastolic"]),
            (["pulse=60", "pulse=61"], ["twice"]), (["spo2=0.96%"], ["did you mean 96 %?"]),
            (["blood_glucose=6,kg"], ["blood_glucose=6.2"]), (["bp=128"], ["bp=128/81"]),
            (["steps=10,000"], ["two meanings"]), (["body_height=71"], ["did you mean 71 cm or 71 in?"]),
            (["sleep_duration=8"], ["needs a unit after the number (s, ms, min, h)"]),
        ] as [([String], [String])]
    )
    func slipsAreRefused(values: [String], words: [String]) async throws {
        let (outcome, seen) = try await add(["--type", "biometrics"] + values)
        #expect(outcome.code == 65)
        #expect(seen == nil)
        let text = outcome.err.joined(separator: "\n")
        for word in words { #expect(text.contains(word), "\(text)") }
    }

    @Test(arguments: [["blood_pressure=310/81"], ["body_weight=0.9kg"], ["systolic=70"]])
    func aPersonsWordTakesWhatIsUnusual(values: [String]) async throws {
        let (refused, none) = try await add(["--type", "biometrics"] + values)
        #expect(refused.code == 65 && none == nil)
        #expect(refused.err.joined().contains("--unusual"))
        let (outcome, seen) = try await add(["--type", "biometrics", "--unusual"] + values)
        #expect(outcome.code == 0 && seen != nil)
    }

    @Test(
        "plain units are understood",
        arguments: [
            ("blood_glucose=6.2mmol/l", "6.2 mmol/L"), ("body_temperature=38.5C", "38.5 Cel"),
            ("body_temperature=38.5 °C", "38.5 Cel"), ("body_temperature=101F", "101 [degF]"),
            ("body_weight=154lbs", "154 [lb_av]"), ("body_weight=11.5st", "11.5 [stone_av]"),
            ("body_weight=70 kg", "70 kg"), ("spo2=96%", "96 %"), ("spo2=96", "96 %"), ("pulse=60BPM", "60 /min"),
            ("blood_glucose=6,2mmol/L", "6.2 mmol/L"), ("body_temperature=３８．５℃", "38.5 Cel"),
            ("body_temperature=٣٨٫٥C", "38.5 Cel"), ("body_weight=70,500kg", "70.500 kg"), ("steps=10 000", "10000 1"),
            ("body_height=5.9ft", "5.9 [ft_i]"), ("menstrual_flow=medium", "3 1"),
        ]
    )
    func plainUnits(typed: String, value: String) async throws {
        let (outcome, seen) = try await add(["--type", "biometrics", typed])
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(seen?.measurements.map { "\($0.value) \($0.unit)" } == [value])
    }

    @Test func theSeatsUnitAndPersonAreThoseOfItsSession() async throws {
        let broker = InMemoryBroker()
        let seen = Mutex<SubmitRecords?>(nil)
        let submit = RequestHandler(SessionOperations.submitRecords) { body, _ in
            seen.withLock { $0 = body }
            let results = body.records.map {
                SubmittedRecords.Result(
                    readingKey: $0.readingKey,
                    revision: 1,
                    outcome: "accepted",
                    logID: LogID(rawValue: "log-1")
                )
            }
            return SubmittedRecords(results: results)
        }
        let session = RequestHandler(SessionOperations.session) { body, _ in
            SessionView(
                sessionID: "s-1",
                seat: body.seat,
                userID: "u-17",
                organizationID: "org",
                apiVersion: "inform",
                startedAt: Date(timeIntervalSinceNow: -60),
                validated: "yes",
                defaultUser: false,
                units: [TypedUnit(metric: .bloodGlucose, unit: "mmol/L")]
            )
        }
        let outcome = try await Shell.serving("session-manager", hub: "site", [submit, session], on: broker) {
            await Shell(broker).run(["record", "add", "--type", "diabetes", "--seat", "bed-a", "blood_glucose=6.2"])
        }
        #expect(outcome.code == 0, "\(outcome.err)")
        let line = try #require(outcome.out.first)
        #expect(line.hasPrefix("blood_glucose 6.2 mmol/L, 20") && line.hasSuffix(", bed-a (user u-17)"), "\(line)")
        let body = try #require(seen.withLock { $0 })
        #expect(body.records.first?.measurements.map(\.unit) == ["mmol/L"])
        #expect(body.unusual == nil)
    }
}
