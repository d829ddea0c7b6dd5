import BusContract
import ContractLiterals
import Foundation
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import PageActor

private let now = Date(timeIntervalSince1970: 1_790_000_000)
private let keys = ["biometrics", "diabetes", "weight"].enumerated().map { index, type in
    "key.\(type)=rnd1-\(String(repeating: "\(index)", count: 32))"
}.joined(separator: "&")

private func english() throws -> PageTexts.Language {
    let path = "\(ProjectFolder.url.path)/Sources/Actors/Page/Web/texts/en.json"
    let words = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: URL(filePath: path)))
    return PageTexts.Language(code: "en", words: words)
}

private func readings(_ text: String) throws -> [Reading] {
    let time = PageTime(language: try english(), now: now, zone: .gmt)
    return try RoundReader(form: PageForm(text: "\(text)&\(keys)"), seat: "bed-a", time: time).readings()
}

@Suite struct RoundFormTests {
    private let round =
        "value.systolic=131&value.diastolic=79&value.pulse=66&value.spo2=97&value.body_temperature=36,9"
        + "&unit.body_temperature=Cel&value.respiratory_rate=14&value.blood_glucose=6.2"
        + "&unit.blood_glucose=mmol%2FL&meal=before_meal&value.body_weight=71.5&unit.body_weight=kg"

    @Test func aRoundIsOneReadingOfEachType() throws {
        let found = try readings(round)
        #expect(found.map(\.type) == [.biometrics, .diabetes, .weight])
        #expect(found.map(\.measurements.count) == [6, 1, 1])
        #expect(Set(found.map(\.readingKey)).count == 3 && Set(found.map(\.timestamp)) == [now])
        #expect(found.map { $0.context?.meal } == [nil, "before_meal", nil])
        #expect(found.allSatisfy { $0.seat?.rawValue == "bed-a" && $0.source.kind == .manual })
        #expect(try readings(round).map(\.readingKey) == found.map(\.readingKey), "sent twice it is the same")
    }

    @Test func whatIsLeftEmptyIsNoReading() throws {
        #expect(try readings("value.pulse=66&value.body_weight=&unit.body_weight=kg").map(\.type) == [.biometrics])
        #expect(throws: PageError.self) { try readings("value.pulse=") }
        #expect(throws: PageError.self) { try readings("value.steps=66") }
        #expect(throws: PageError.self) { try readings("value.pulse=66&time=yesterday") }
    }

    /// A time from before this stay would otherwise give the values to the seat's earlier person.
    @Test func valuesBelongToThePersonThatTheFormShowed() throws {
        #expect(try readings("value.pulse=66&stay=s-2&time=2026-09-21T00:01").map(\.sessionID) == ["s-2"])
        #expect(try readings("value.pulse=66&stay=").map(\.sessionID) == [nil])
    }

    @Test func aTimeOfLaterTodayIsRefused() throws {
        #expect(try readings("value.pulse=66&time=2026-09-21T14:20").count == 1)
        #expect(throws: PageError.self) { try readings("value.pulse=66&time=2026-09-21T16:20") }
    }

    @Test func aSlipIsRefusedUntilItIsConfirmed() throws {
        #expect(throws: PageError.self) { try readings("value.systolic=1280&value.diastolic=81") }
        #expect(throws: PageError.self) { try readings("value.systolic=128") }
        #expect(try readings("value.systolic=128&unusual=1").count == 1)
    }

    @Test func aKnownUnitIsFixedAndAnUnknownOneIsAsked() throws {
        func field(_ metric: String, units: [MetricName: String]) throws -> [String: Any] {
            let fields = RoundForm(language: try english()).model(units: ShownUnits(newest: units)).flatMap {
                $0["fields"] as? [[String: Any]] ?? []
            }
            return try #require(fields.first { $0["metric"] as? String == metric })
        }
        #expect(try field("blood_glucose", units: [:])["isFixed"] as? Bool == false)
        let known = try field("blood_glucose", units: [.bloodGlucose: "mmol/L"])
        #expect(known["isFixed"] as? Bool == true && known["ucum"] as? String == "mmol/L")
        #expect(try field("blood_glucose", units: [.bloodGlucose: "of another metric"])["isFixed"] as? Bool == false)
        #expect(try field("spo2", units: [:])["unit"] as? String == "%")
    }

    /// The form, the record types and the limits have the same metrics.
    @Test func everyFieldHasARecordType() {
        let fields = Set(RoundForm.groups.flatMap(\.metrics))
        let typed = RoundForm.types.reduce(into: Set<MetricName>()) { $0.formUnion($1.metrics) }
        #expect(fields == typed)
        #expect(Set(LimitPages.metrics.map(\.name)) == fields)
        for metric in fields { #expect(MetricTable.metric(named: metric) != nil, "\(metric)") }
    }

    @Test func theNextBedIsThatOfTheWard() {
        let seats = ["bed-10", "bed-9", "bed-1"]
        #expect(RoundPages.next(after: "bed-9", of: seats) == "bed-10")
        #expect(RoundPages.next(after: "bed-10", of: seats) == nil)
        #expect(RoundPages.next(after: "gone", of: seats) == nil)
    }
}

@Suite struct RoundAnswerTests {
    private func result(_ outcome: SubmittedRecords.Outcome, log: Bool = true) throws -> SubmittedRecords.Result {
        let id = try #require(LogID(rawValue: "169401ea-ecf5-58d9-b56e-631b4362b0be"))
        return SubmittedRecords.Result(
            readingKey: .random(),
            revision: 1,
            outcome: outcome,
            logID: log ? id : nil,
            error: outcome == .refused ? WireFault(code: "malformed", message: "why not", retriable: false) : nil
        )
    }

    @Test func itSaysWhatBecameOfEachReading() throws {
        let answer = RoundAnswer(time: PageTime(language: try english(), now: now, zone: .gmt))
        #expect(try answer.words([result(.accepted), result(.accepted)]) == "Saved 14:13")
        let held = try answer.words([result(.held, log: false)])
        #expect(held.hasPrefix("Held"))
        let part = try answer.words([result(.accepted), result(.refused)])
        #expect(part.hasPrefix("Saved 14:13") && part.contains("Not saved: why not"), "\(part)")
        #expect(throws: PageError.self) { try answer.words([result(.refused)]) }
        #expect(throws: PageError.self) { try answer.words([]) }
    }

    @Test func onlyWhatIsStoredCanBeUndone() throws {
        #expect(try UndoDesk.Item(result(.accepted))?.record != nil)
        #expect(try UndoDesk.Item(result(.held, log: false))?.record == nil)
        #expect(try UndoDesk.Item(result(.held, log: false)) != nil)
        #expect(try UndoDesk.Item(result(.refused)) == nil)
        #expect(try UndoDesk.Item(result(.notStored, log: false)) == nil)
    }
}
