import BusContract
import ContractLiterals
import Foundation
import TestSupport
import Testing
import VitalRecords

@testable import PageActor

private func language(_ code: String) throws -> PageTexts.Language {
    let path = "\(ProjectFolder.url.path)/Sources/Actors/Page/Web/texts/\(code).json"
    let words = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: URL(filePath: path)))
    return PageTexts.Language(code: code, words: words)
}

private func findings(_ text: String, in code: String = "en") throws -> [RoundCheck.Finding] {
    try RoundCheck(language: language(code)).findings(PageForm(text: text))
}

@Suite struct RoundCheckTests {
    /// Text, field, guess as a person reads it, and the text that it fills in.
    private static let slips: [(String, MetricName, String, String)] = [
        ("value.systolic=1200&value.diastolic=80", .systolic, "120 mmHg", "120"),
        ("value.body_temperature=37,2&unit.body_temperature=%5BdegF%5D", .bodyTemperature, "99 °F", "99"),
        ("value.body_temperature=385&unit.body_temperature=Cel", .bodyTemperature, "38.5 °C", "38.5"),
        ("value.spo2=9&unit.spo2=%25", .spo2, "90 %", "90"),
    ]

    @Test(arguments: slips)
    func aSlipIsSaidWithAGuessInTheFieldsOwnUnit(
        text: String,
        metric: MetricName,
        words: String,
        fill: String
    ) throws {
        let found = try findings(text)
        #expect(found.map(\.metric) == [metric.rawValue], "\(found)")
        let fills = [fill, "\(fill).0"].map { [metric.rawValue: $0] }
        let guess = found.first?.guesses.first { fills.contains($0.fill) }
        #expect(guess != nil && guess?.words.replacing(".0 ", with: " ") == words, "\(found)")
    }

    @Test func inGermanWithADecimalComma() throws {
        let found = try findings("value.body_temperature=385&unit.body_temperature=Cel", in: "de")
        #expect(found.first?.words.contains("Meinten Sie 38,5 °C?") == true, "\(found)")
        #expect(found.first?.guesses.first?.fill == ["body_temperature": "38,5"])
    }

    @Test(
        "Digits of other scripts are read, and a separator that can mean two numbers is asked about",
        arguments: [
            ("value.body_temperature=%D9%A3%D9%A7%D9%AB%D9%A5&unit.body_temperature=Cel", nil),
            ("value.body_temperature=%EF%BC%93%EF%BC%97&unit.body_temperature=Cel", nil),
            // Only 70.5 kg can be meant, not 70,500.
            ("value.body_weight=70,500&unit.body_weight=kg", nil), ("value.pulse=abc", "not a number"),
        ] as [(String, String?)]
    )
    func numbersAsPeopleTypeThem(text: String, words: String?) throws {
        let found = try findings(text)
        #expect(found.isEmpty == (words == nil), "\(found)")
        if let words { #expect(found.first?.words.contains(words) == true) }
    }

    @Test func aNumberWithTwoMeaningsIsRefused() throws {
        let form = try PageForm(text: "value.steps=10,000&was.steps=8500")
        let error = #expect(throws: PageError.self) { try TypedFields(form, language: language("en")) }
        #expect(error?.words(in: try language("en")).contains("two numbers") == true)
        // A value that the reader left as shown is as stored, whatever its form.
        let left = try TypedFields(PageForm(text: "value.steps=10.125&was.steps=10.125"), language: language("en"))
        #expect(left.all.first?.value == DecimalNumber("10.125") && left.changed == nil)
    }

    @Test func swappedPressuresAreFilledIntoBothFields() throws {
        let found = try findings("value.systolic=80&value.diastolic=120")
        let fill = ["systolic": "120", "diastolic": "80"]
        #expect(found.count == 1 && found.first?.guesses.first?.fill == fill, "\(found)")
    }

    /// A person who types the systolic pressure is about to type the other one.
    @Test func halfAPairIsNoFindingWhileItIsTyped() throws {
        #expect(try findings("value.systolic=128&value.pulse=64").isEmpty)
        #expect(try findings("value.systolic=128&value.diastolic=81&value.spo2=97&value.respiratory_rate=14").isEmpty)
    }

    @Test func whatIsConfirmedIsNotAskedAgainButTheImpossibleIs() throws {
        #expect(try findings("value.systolic=80&value.diastolic=120&unusual=1").isEmpty)
        #expect(try findings("value.spo2=150&unusual=1").count == 1)
    }

    @Test func wordsAndMissingUnitsAreSaidAtTheirField() throws {
        let found = try findings("value.pulse=fast&value.blood_glucose=6.2&unit.blood_glucose=")
        #expect(found.map(\.metric) == ["pulse", "blood_glucose"])
        #expect(found.first?.words.contains("fast") == true && found.last?.words.contains("mmol/L") == true)
    }
}

private let now = Date(timeIntervalSince1970: 1_790_000_000)

@Suite struct WhoMeasuredTests {
    private let keys = ["biometrics", "diabetes", "weight"].enumerated().map { index, type in
        "key.\(type)=rnd1-\(String(repeating: "\(index)", count: 32))"
    }.joined(separator: "&")

    private func contexts(_ text: String) throws -> [ReadingContext?] {
        let time = PageTime(language: try language("en"), now: now, zone: .gmt)
        let reader = RoundReader(form: try PageForm(text: "\(text)&\(keys)"), seat: "bed-a", time: time)
        return try reader.readings().map(\.context)
    }

    @Test func whoMeasuredIsInEachReadingAndTheMealInTheGlucose() throws {
        let round = "value.pulse=66&value.blood_glucose=6.2&unit.blood_glucose=mmol%2FL&meal=before_meal"
        let both = try contexts("\(round)&tester=self")
        #expect(both.map { $0?.tester } == ["self", "self"] && both.map { $0?.meal } == [nil, "before_meal"])
        #expect(try contexts("\(round)&tester=") == [nil, ReadingContext(meal: "before_meal")])
        #expect(try contexts("value.pulse=66&tester=%3Cscript%3E") == [nil])
    }
}
