import BusContract
import Foundation
import TestSupport
import Testing
import VitalRecords

@testable import PageActor

/// Holds templates, texts and code together.
@Suite struct TextTests {
    private static let web = ProjectFolder.url.path + "/Sources/Actors/Page/Web"

    private static func texts() throws -> [String: [String: String]] {
        var found: [String: [String: String]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(web)/texts") {
            let data = try Data(contentsOf: URL(filePath: "\(web)/texts/\(name)"))
            found[name] = try JSONDecoder().decode([String: String].self, from: data)
        }
        return found
    }

    @Test func everyLanguageHasTheSameTextsWithTheSameParts() throws {
        let texts = try Self.texts()
        let english = try #require(texts["en.json"])
        #expect(texts.count > 1)
        for (name, words) in texts {
            #expect(Set(words.keys) == Set(english.keys), "\(name)")
            for (key, text) in words {
                let parts = { (text: String) in Set(text.matches(of: /\{[a-z]+\}/).map { String($0.output) }) }
                #expect(parts(text) == parts(english[key] ?? ""), "\(name) \(key)")
            }
        }
    }

    @Test func everyTextThatATemplateOrTheCodeNamesIsThere() throws {
        let english = try #require(try Self.texts()["en.json"])
        var named: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(Self.web)/templates") {
            let text = try String(contentsOfFile: "\(Self.web)/templates/\(name)", encoding: .utf8)
            named.formUnion(text.matches(of: /\{\{t\.([a-zA-Z_.]+)\}\}/).map { String($0.output.1) })
        }
        let code = "\(ProjectFolder.url.path)/Sources/Actors/Page"
        for path in try FileManager.default.subpathsOfDirectory(atPath: code) where path.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(code)/\(path)", encoding: .utf8)
            named.formUnion(
                text.matches(
                    of:
                        /"((?:error|tile|held|record|login|overview|seat|add|session|snap|import|done|problem|device|timeline|hub|account|kiosk|refused|ca|act|admin|limit|slip|need|round|mark|look|due|plan|aside|note|tester|sure|chart)\.[a-zA-Z]+)"/
                ).map {
                    String($0.output.1)
                }
            )
        }
        // Scripts have the words of their part of the page.
        for (part, files) in [("snap", ["snap", "result"]), ("import", ["import"])] {
            for file in files {
                let text = try String(contentsOfFile: "\(Self.web)/assets/\(file).js", encoding: .utf8)
                named.formUnion(text.matches(of: /words\.([a-zA-Z]+)/).map { "\(part).\($0.output.1)" })
            }
        }
        #expect(named.count > 60)
        #expect(named.subtracting(english.keys).isEmpty, "\(named.subtracting(english.keys).sorted())")
    }

    @Test func everyWordOfTheContractThatIsShownHasAText() throws {
        let english = try #require(try Self.texts()["en.json"])
        let words =
            HeldReason.known.map { "held.\($0.rawValue)" }
            + RecordHistory.Entry.State.known.map { "state.\($0.rawValue)" }
            + DecidedReading.Outcome.known.map { "decided.\($0.rawValue)" }
            + RecordChanged.Outcome.known.map { "changed.\($0.rawValue)" }
            + SubmittedRecords.Outcome.known.map { "added.\($0.rawValue)" }.filter { $0 != "added.refused" }
            + ImportState.State.known.map { "importState.\($0.rawValue)" }
            + ImportState.Origin.known.map { "importOrigin.\($0.rawValue)" }
            + ImportLeftOut.Reason.known.map { "importLeftOut.\($0.rawValue)" }
            + ReadingDoubt.known.map { "doubt.\($0.rawValue)" }
            + DisplayResult.Refusal.known.map { "refused.\($0.rawValue)" }
            + FramePreview.Hint.known.map { "hint.\($0.rawValue)" }
            + DisplayWish.Kind.known.flatMap { ["meter.\($0.rawValue)", "meters.\($0.rawValue)"] }
        #expect(words.filter { english[$0] == nil }.isEmpty, "\(words.filter { english[$0] == nil })")
    }

    @Test func slipsAreSaidInThePagesLanguageWithTheGuess() throws {
        let german = PageTexts.Language(code: "de", words: try #require(try Self.texts()["de.json"]))
        let words = SlipWords(language: german)
        func refusal(_ values: [(MetricName, DecimalNumber, String)], isConfirmed: Bool = false) -> String? {
            let typed = values.map { VitalRecords.Measurement(metric: $0, value: $1, unit: $2, origin: .manual) }
            do {
                try words.check(typed, isConfirmed: isConfirmed)
                return nil
            } catch {
                return (error as? PageError)?.words
            }
        }
        let slip = refusal([(.systolic, 1_280, "mm[Hg]"), (.diastolic, 81, "mm[Hg]")]) ?? ""
        #expect(slip.contains("Meinten Sie 128 mmHg?") && slip.contains("Systolisch"), "\(slip)")
        let swapped = refusal([(.systolic, 80, "mm[Hg]"), (.diastolic, 120, "mm[Hg]")]) ?? ""
        #expect(swapped.contains("nicht unter") && swapped.contains("120/80 mmHg"), "\(swapped)")
        let fever = refusal([(.bodyTemperature, 385, "Cel")]) ?? ""
        #expect(fever.contains("38,5 °C"), "\(fever)")
        #expect(refusal([(.systolic, 120, "mm[Hg]"), (.diastolic, 80, "mm[Hg]")]) == nil)
        #expect(refusal([(.systolic, 128, "mm[Hg]")])?.contains("zusammen") == true)
    }

    @Test func aValueWithoutAUnitIsRefusedWithAGuess() throws {
        let english = PageTexts.Language(code: "en", words: try #require(try Self.texts()["en.json"]))
        let typed = try PageForm(text: "value.blood_glucose=15&unit.blood_glucose=")
        let refused = #expect(throws: PageError.self) { try TypedFields(typed, language: english) }
        #expect(refused?.words(in: english).contains("15 mmol/L") == true, "\(refused?.words(in: english) ?? "")")
    }
}
