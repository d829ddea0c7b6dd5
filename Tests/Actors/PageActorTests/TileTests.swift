import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import PageActor

private let now = Date(timeIntervalSince1970: 1_790_000_000)

/// A record of some minutes ago.
private func entry(
    _ values: [(MetricName, DecimalNumber, String)],
    minutes: Double = 0,
    state: RecordHistory.Entry.State = "submitted"
) throws -> RecordHistory.Entry {
    let seat = try #require(SeatID(rawValue: "bed-a"))
    let hub = try #require(HubID(rawValue: "room-1"))
    let reading = Reading(
        readingKey: .random(),
        type: .biometrics,
        timestamp: now - minutes * 60,
        receivedAt: now,
        hub: hub,
        seat: seat,
        source: RecordSource(kind: .bluetooth, model: "=cmd(\"x\")"),
        measurements: values.map { VitalRecords.Measurement(metric: $0, value: $1, unit: $2) }
    )
    let logID = try #require(LogID(rawValue: "169401ea-ecf5-58d9-b56e-631b4362b0be"))
    return RecordHistory.Entry(
        record: VitalRecord(reading: reading, logID: logID, seat: seat),
        state: state,
        since: now
    )
}

@Suite struct TileValuesTests {
    @Test func theNewestValuesStandFirstAndPressuresAreAPair() throws {
        let history = [
            try entry([(.pulse, 64, "/min")], minutes: 1),
            try entry([(.systolic, 128, "mm[Hg]"), (.diastolic, 81, "mm[Hg]"), (.pulse, 70, "/min")], minutes: 5),
            try entry([(.systolic, 120, "mm[Hg]"), (.diastolic, 79, "mm[Hg]")], minutes: 9),
        ]
        let values = TileValues(seat: "bed-a", usual: try UsualValues([])).values(of: history)
        #expect(values.map(\.metric) == [.systolic, .pulse])
        #expect(values.map(\.text) == ["128/81", "64"])
        #expect(values.map(\.trend) == [[120, 128], [70, 64]])
        #expect(values.map(\.isPair) == [true, false])
        #expect(values[0].at == now - 300)
    }

    /// 6.2 mmol/L and then 15 mg/dL is a collapse, whatever the numbers are.
    @Test func aLineOfMixedUnitsIsConverted() throws {
        let history = [
            try entry([(.bloodGlucose, 15, "mg/dL")]),
            try entry([(.bloodGlucose, DecimalNumber(mantissa: 62, exponent: -1), "mmol/L")], minutes: 9),
        ]
        let values = TileValues(seat: "bed-a", usual: try UsualValues([])).values(of: history)
        #expect(values.map(\.text) == ["15"] && values.map(\.unit) == ["mg/dL"])
        let line = try #require(values.first?.trend)
        #expect(line.count == 2 && abs(line[0] - 111.7) < 0.1 && line[1] == 15)
    }

    /// A watch's pulses are the last 32 records, and the blood pressure of yesterday is its newest all the same.
    @Test func theNewestOfEachMetricStandsThereWhateverCameAfter() throws {
        let pulses = try (0..<32).map { try entry([(.pulse, 64, "/min")], minutes: Double($0)) }
        let older = [
            pulses[0],
            try entry([(.systolic, 128, "mm[Hg]"), (.diastolic, 81, "mm[Hg]"), (.pulse, 70, "/min")], minutes: 1_500),
            try entry([(.bodyTemperature, 37, "Cel")], minutes: 3_000, state: "deleted"),
        ]
        let values = TileValues(seat: "bed-a", usual: try UsualValues([])).values(of: pulses, older: older)
        #expect(values.map(\.text) == ["128/81", "64"])
        #expect(values.map(\.trend.count) == [1, TileValues.trend])
    }

    @Test func whatIsDeletedIsNoValue() throws {
        let history = [
            try entry([(.pulse, 64, "/min")], state: "deleted"), try entry([(.pulse, 66, "/min")], minutes: 3),
        ]
        let values = TileValues(seat: "bed-a", usual: try UsualValues([])).values(of: history)
        #expect(values.map(\.text) == ["66"])
    }

    @Test func whatIsOutOfASeatsLimitsStandsOut() throws {
        let usual = try UsualValues(["*:pulse=50..100", "bed-a:pulse=50..60", "*:systolic=..140"])
        let one = try entry([(.pulse, 64, "/min")])
        #expect(TileValues(seat: "bed-a", usual: usual).values(of: [one]).map(\.isUnusual) == [true])
        #expect(TileValues(seat: "bed-b", usual: usual).values(of: [one]).map(\.isUnusual) == [false])
        let high = try entry([(.systolic, 150, "mm[Hg]"), (.diastolic, 80, "mm[Hg]")])
        #expect(TileValues(seat: "bed-b", usual: usual).values(of: [high]).map(\.isUnusual) == [true])
    }

    /// Direction is said by an arrow and a word, and by the name of the part where the parts of a pair differ.
    @Test func marksHaveDirectionInWords() throws {
        let usual = try UsualValues(["*:systolic=100..140", "*:diastolic=60..90", "*:pulse=50..90"])
        let language = PageTexts.Language(
            code: "en",
            words: [
                "mark.high": "high", "mark.low": "low", "metric.systolic": "Systolic", "metric.diastolic": "Diastolic",
            ]
        )
        func marks(_ values: [(MetricName, DecimalNumber, String)]) throws -> [String] {
            let value = try #require(TileValues(seat: "bed-a", usual: usual).values(of: [entry(values)]).first)
            return LimitMarks(language: language).models(of: value).map { "\($0["arrow"] ?? "") \($0["word"] ?? "")" }
        }
        func pressures(_ high: DecimalNumber, _ low: DecimalNumber) -> [(MetricName, DecimalNumber, String)] {
            [(.systolic, high, "mm[Hg]"), (.diastolic, low, "mm[Hg]")]
        }
        #expect(try marks([(.pulse, 120, "/min")]) == ["↑ high"])
        #expect(try marks([(.pulse, 90, "/min")]).isEmpty, "a limit is inside")
        #expect(try marks(pressures(150, 95)) == ["↑ high"])
        #expect(try marks(pressures(150, 80)) == ["↑ Systolic high"])
        #expect(try marks(pressures(150, 50)) == ["↑ Systolic high", "↓ Diastolic low"])
        #expect(try marks(pressures(120, 80)).isEmpty)
    }

    /// On a chart, a line through a value means that it was entered in error: an old value is grey, with its age.
    @Test func anOldValueIsNeverStruckThrough() throws {
        let web = ProjectFolder.url.path + "/Sources/Actors/Page/Web"
        let tile = try String(contentsOfFile: "\(web)/templates/tile.mustache", encoding: .utf8)
        #expect(!tile.contains("<s>") && !tile.contains("<del>"))
        let styles = try ["page", "looks"].map {
            try String(contentsOfFile: "\(web)/assets/\($0).css", encoding: .utf8)
        }
        let struck = styles.joined().split(separator: "\n").filter { $0.contains("line-through") }
        #expect(struck.count == 1 && struck[0].hasPrefix("tr.deleted"), "\(struck)")
    }

    @Test(arguments: ["pulse=1..2", "a:pulse", "a:pulse=..", "a:pulse=1-2", "a:nothing=1..2", "a:pulse=x..2"])
    func aLimitThatIsNoneIsRefusedByName(text: String) {
        #expect(throws: RuntimeError.self) { try UsualValues([text]) }
    }

    @Test func aSmallLineFillsItsBox() {
        #expect(TileView.line([1]) == "")
        #expect(TileView.line([1, 3, 2]) == "0.0,22.0 50.0,2.0 100.0,12.0")
        #expect(TileView.line([5, 5]) == "0.0,12.0 100.0,12.0")
    }
}

@Suite struct RecordTableTests {
    @Test func aFileHasALineForEachValueAndNothingThatASpreadsheetReckonsWith() throws {
        let text = RecordCSV.text([try entry([(.pulse, 64, "/min")])], units: ShownUnits(), isWhole: true)
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("time,metric,value"))
        #expect(lines[1].contains(",pulse,64,/min,"))
        #expect(lines[1].contains(#","'=cmd(""x"")","#))
    }

    @Test func aFileThatIsCutSaysSo() throws {
        #expect(RecordCSV.text([], units: ShownUnits(), isWhole: false).contains("older records are not in this file"))
    }

    @Test func chartsHaveOneUnitAndAPair() throws {
        let entries = [
            try entry([(.bloodGlucose, DecimalNumber(mantissa: 100, exponent: 0), "mg/dL")], minutes: 1),
            try entry([(.systolic, 128, "mm[Hg]"), (.diastolic, 81, "mm[Hg]")], minutes: 2),
            try entry([(.systolic, 130, "mm[Hg]")], minutes: 3),
        ]
        let maker = SeriesMaker(language: PageTexts.Language(code: "en", words: [:]))
        let charts = maker.charts(of: entries, from: now - 86_400, to: now, isWhole: true).charts
        #expect(charts.map(\.metric) == ["systolic", "blood_glucose"])
        #expect(charts[0].lines == [[130, 128], [nil, 81]])
        #expect(charts[0].times == [now - 180, now - 120].map(\.timeIntervalSince1970))
    }

    @Test func chartsHaveTheLimitsOfTheirLinesAndVitalsComeFirst() throws {
        let entries = [
            try entry([(.systolic, 128, "mm[Hg]"), (.diastolic, 81, "mm[Hg]")], minutes: 2),
            try entry([(MetricName(rawValue: "steps"), 4_000, "{count}")], minutes: 3),
        ]
        var maker = SeriesMaker(language: PageTexts.Language(code: "en", words: [:]))
        maker.limits = [.init(metric: .systolic, lowest: 111, highest: 219)]
        let charts = maker.charts(of: entries, from: now - 86_400, to: now, isWhole: true).charts
        #expect(charts.first?.limits == [.init(lowest: 111, highest: 219), nil])
        #expect(charts.map(\.group).first == "vitals" && charts.dropFirst().allSatisfy { $0.group != "vitals" })
    }

    /// Counted by the site's calendar: the day of 25 hours is one day.
    @Test func daysWithValuesAreThoseOfTheSitesCalendar() throws {
        let change = Date(timeIntervalSince1970: 1_792_886_400)  // 2026-10-25T00:00:00Z, 02:00 in Berlin
        let offsets: [TimeInterval] = [-7_200, -7_201, 0, 3_600, 82_799, 82_800]
        let age = now.timeIntervalSince(change)
        let entries = try offsets.map { try entry([(.pulse, 64, "/min")], minutes: (age - $0) / 60) }
        let language = PageTexts.Language(code: "en", words: ["chart.days": "{days}/{all}/{count}"])
        let maker = SeriesMaker(language: language, zone: try #require(TimeZone(identifier: "Europe/Berlin")))
        let charts = maker.charts(of: entries, from: change - 86_400, to: change + 86_400, isWhole: true)
        // The 24th, the 25th from 00:00 to 23:59 Berlin time, and the 26th.
        #expect(charts.words == "3/3/6")
    }
}

@Suite struct LiveFeedTests {
    private func changes(_ leaf: String, data: some Codable & Sendable) throws -> [LiveChange] {
        let envelope = Envelope(id: "1", source: "/s/h/a/i", type: "t", time: now, data: data)
        return LiveFeed.changes(
            BusMessage(topic: "vitalbus/v1/home/room-1/\(leaf)", payload: try envelope.encoded(), quality: .atLeastOnce)
        )
    }

    @Test func anEventNamesItsSeat() throws {
        #expect(try changes("event/recordSubmitted", data: ["seat": "bed-a"]) == [.seat("bed-a")])
        #expect(try changes("event/readingHeld", data: ["seat": "bed-a"]) == [.held, .seat("bed-a")])
        #expect(try changes("event/readingHeld", data: ["seat": String?.none]) == [.held])
        #expect(try changes("state/session/bed-b", data: ["x": 1]) == [.seat("bed-b")])
        #expect(try changes("state/queue", data: ["x": 1]) == [.queue])
    }

    @Test func aStreamTellsEachChangeOnceAndEndsWaiting() async {
        let stream = LiveStream {}
        stream.add(.seat("a"))
        stream.add(.held)
        stream.add(.seat("a"))
        let changes = await stream.next(atMost: .seconds(60), clock: ContinuousClock())
        #expect(changes.map(\.change) == [.seat("a"), .held])
        #expect(await stream.next(atMost: .zero, clock: ContinuousClock()).isEmpty)
    }
}

@Suite struct SeatLimitsTests {
    private func measured(_ value: DecimalNumber) -> VitalRecords.Measurement {
        VitalRecords.Measurement(metric: .systolic, value: value, unit: "mm[Hg]")
    }

    @Test func whatAnOperatorSaidGoesBeforeTheConfiguration() throws {
        var usual = try UsualValues(["*:systolic=90..150", "bed-a:systolic=95..160", "*:spo2=92.."])
        #expect(!usual.isUnusual(measured(155), seat: "bed-a") && usual.isUnusual(measured(155), seat: "bed-b"))
        usual.set(SeatLimits(seat: "bed-a", limits: [.init(metric: .systolic, lowest: 100, highest: 140)]))
        #expect(usual.isUnusual(measured(155), seat: "bed-a") && usual.isUnusual(measured(99), seat: "bed-a"))
        #expect(usual.limits(of: "bed-a").map(\.metric) == [.systolic, .spo2])
        #expect(usual.limits(of: "bed-a").first?.highest == 140)
        usual.set(SeatLimits(seat: "bed-a", limits: []))
        #expect(!usual.isUnusual(measured(155), seat: "bed-a"), "taken back, the configuration counts again")
    }

    @Test func aMessageTellsTheLimitsOfItsSeat() throws {
        let limits = SeatLimits(seat: "bed-a", limits: [.init(metric: .systolic, highest: 140)])
        let envelope = Envelope(id: "1", source: "/s/site/m/main", type: "t", time: Date(), data: limits)
        let topic = "vitalbus/v1/s/site/state/limits/bed-a"
        let told = BusMessage(topic: topic, payload: try envelope.encoded(), retain: true)
        #expect(LiveFeed.limits(told) == limits && LiveFeed.changes(told) == [.seat("bed-a")])
        #expect(LiveFeed.limits(BusMessage(topic: topic, payload: [])) == SeatLimits(seat: "bed-a", limits: []))
        #expect(LiveFeed.limits(BusMessage(topic: "vitalbus/v1/s/site/state/queue", payload: [])) == nil)
    }

    private func typed(_ form: PageForm) throws -> [SeatLimits.Limit] {
        try LimitPages.Form(form: form, units: ShownUnits(), kept: []).limits()
    }

    @Test func aFormHasLimitsForWhatWasTypedAlone() throws {
        let form = try PageForm(
            text: "lowest.systolic=95&highest.systolic=160&lowest.spo2=&highest.spo2=&highest.body_temperature=38,5"
        )
        let limits = try typed(form)
        #expect(limits.map(\.metric) == [.systolic, .bodyTemperature])
        #expect(limits.last?.highest == 38.5 && limits.last?.lowest == nil)
        #expect(throws: PageError.self) { try typed(PageForm(text: "lowest.pulse=90&highest.pulse=40")) }
        #expect(throws: PageError.self) { try typed(PageForm(text: "lowest.pulse=many")) }
    }
}
