import BusContract
import ContractLiterals
import Foundation
import Logging
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import PageActor

private typealias Measured = VitalRecords.Measurement
private let now = Date(timeIntervalSince1970: 1_790_000_000)
private let author = LimitStore.Author(by: "ward", at: now)
private let plain = PageTexts.Language(code: "en", words: [:])

private func session(_ user: String? = "u-1", units: [TypedUnit]? = nil) -> SessionView {
    SessionView(
        sessionID: "s-1",
        seat: "bed-a",
        userID: user,
        organizationID: "org",
        apiVersion: .inform,
        startedAt: now,
        validated: .yes,
        defaultUser: user == nil,
        units: units
    )
}

private func typed(_ pairs: [(MetricName, String)]) -> [TypedUnit] { pairs.map { TypedUnit(metric: $0, unit: $1) } }

private func measured(_ metric: MetricName, _ value: String, _ unit: String) throws -> Measured {
    Measured(metric: metric, value: try #require(DecimalNumber(value)), unit: unit)
}

private func row(_ name: MetricName) throws -> Metric { try #require(MetricTable.metric(named: name)) }

/// A record of some minutes ago.
private func entry(_ values: [Measured], minutes: Double = 0) throws -> RecordHistory.Entry {
    let (seat, hub) = (try #require(SeatID(rawValue: "bed-a")), try #require(HubID(rawValue: "room-1")))
    let reading = Reading(
        readingKey: .random(),
        type: .biometrics,
        timestamp: now - minutes * 60,
        receivedAt: now,
        hub: hub,
        seat: seat,
        source: RecordSource(kind: .manual),
        measurements: values
    )
    let logID = try #require(LogID(rawValue: "169401ea-ecf5-58d9-b56e-631b4362b0be"))
    return RecordHistory.Entry(
        record: VitalRecord(reading: reading, logID: logID, seat: seat),
        state: "submitted",
        since: now
    )
}

@Suite struct ShownUnitTests {
    private func sign(_ metric: MetricName, in units: ShownUnits) throws -> String? {
        units.known(try row(metric))?.sign
    }

    @Test func thePersonsUnitGoesBeforeTheSitesTheSeatsAndTheNewestValues() throws {
        let (own, site) = (typed([(.bloodGlucose, "mmol/L")]), typed([(.bloodGlucose, "mg/dL"), (.bodyWeight, "kg")]))
        let seat = typed([(.bodyWeight, "[lb_av]"), (.bodyTemperature, "[degF]")])
        let newest: [MetricName: String] = [.bodyTemperature: "Cel", .systolic: "kPa", .spo2: "1", .pulse: "/min"]
        let units = ShownUnits([own, site, seat], newest: newest)
        #expect(try sign(.bloodGlucose, in: units) == "mmol/L" && sign("avg_blood_glucose", in: units) == "mmol/L")
        #expect(try sign(.bodyWeight, in: units) == "kg" && sign("body_muscle_mass", in: units) == "kg")
        #expect(try sign(.bodyTemperature, in: units) == "°F" && sign(.systolic, in: units) == "kPa")
        #expect(try sign(.diastolic, in: units) == "kPa", "a pair has one unit")
        #expect(try sign("total_cholesterol", in: units) == nil && units.unit(row("total_cholesterol")).sign == "mg/dL")
        #expect(try sign(.spo2, in: units) == nil && units.unit(row(.spo2)).sign == "%")
    }

    @Test func theLeadersUnitAppliesToAFamilyAndNoUnitThatPeopleDoNotWrite() throws {
        let units = ShownUnits([typed([(.diastolic, "kPa"), (.systolic, "mm[Hg]"), (.bodyTemperature, "K")])])
        #expect(try sign(.diastolic, in: units) == "mmHg" && sign(.bodyTemperature, in: units) == nil)
        let heavy = ShownUnits(newest: [.bodyWeight: "g"])
        #expect(try heavy.unit(row(.bodyWeight)).sign == "kg")
    }

    @Test(arguments: [
        ("5.4", "mmol/L"), ("5.40", "mmol/L"), ("97", "mg/dL"), ("0", "mmol/L"), ("12.345678", "mmol/L"),
    ])
    func aValueInItsOwnUnitIsShownAsTyped(text: String, unit: String) throws {
        let units = ShownUnits([typed([(.bloodGlucose, unit)])])
        let shown = units.shown(try measured(.bloodGlucose, text, unit))
        #expect("\(shown.value)" == text && shown.unit == unit)
    }

    @Test(arguments: [
        (MetricName.bloodGlucose, "97", "mg/dL", "mmol/L", "5.38"), (.bloodGlucose, "5.4", "mmol/L", "mg/dL", "97"),
        (.bodyTemperature, "37.0", "Cel", "[degF]", "98.6"), (.bodyTemperature, "98.6", "[degF]", "Cel", "37.00"),
        (.bodyWeight, "71.5", "kg", "[lb_av]", "157.6"), (.bodyWeight, "71500", "g", "kg", "71.500"),
        (.bodyWeight, "71.55", "kg", "[stone_av]", "11.267"), (.systolic, "128", "mm[Hg]", "kPa", "17.1"),
        (.bodyHeight, "175.5", "cm", "m", "1.755"),
    ])
    func aValueInAnotherUnitIsAsExactAsMeasured(
        metric: MetricName,
        text: String,
        unit: String,
        other: String,
        shown: String
    ) throws {
        let units = ShownUnits([typed([(metric, other)])])
        let found = units.shown(try measured(metric, text, unit))
        #expect("\(found.value)" == shown && found.unit == other)
    }

    @Test func aFractionIsShownAsAPercentage() throws {
        let shown = ShownUnits(newest: [.spo2: "1"]).shown(try measured(.spo2, "0.99", "1"))
        #expect("\(shown.value)" == "99" && shown.unit == "%")
    }
}

@Suite struct UnitLimitTests {
    private let mmol = ShownUnits([typed([(.bloodGlucose, "mmol/L"), (.bodyTemperature, "[degF]")])])

    private func limits(_ text: String, kept: [SeatLimits.Limit] = []) throws -> [SeatLimits.Limit] {
        try LimitPages.Form(form: PageForm(text: text), units: mmol, kept: kept).limits()
    }

    /// Every limit that is typed comes back as typed, and a value of the same number is not outside.
    @Test func aTypedLimitComesBackAsTypedAndItsOwnValueIsInside() throws {
        for tenths in 20...300 {
            let text = "\(tenths / 10).\(tenths % 10)"
            let limit = try #require(limits("lowest.blood_glucose=\(text)&highest.blood_glucose=\(text)").first)
            let shown = LimitPages.fields([limit], units: mmol, language: plain)
            let field = try #require(shown.first { $0["metric"] as? String == "blood_glucose" })
            let back = try #require((field["lowest"] as? String).flatMap { DecimalNumber($0) })
            #expect(back == DecimalNumber(text) && field["unit"] as? String == "mmol/L")
            var usual = try UsualValues([])
            usual.set(SeatLimits(seat: "bed-a", limits: [limit]))
            #expect(usual.side(of: try measured(.bloodGlucose, text, "mmol/L"), seat: "bed-a") == nil, "\(text)")
        }
        for degrees in 930...1_050 {
            let text = "\(degrees / 10).\(degrees % 10)"
            let limit = try #require(limits("highest.body_temperature=\(text)").first)
            #expect(
                mmol.limit(try #require(limit.highest), of: try row(.bodyTemperature))
                    == DecimalNumber(text)?.withoutTrailingFractionZeros.description
            )
            var usual = try UsualValues([])
            usual.set(SeatLimits(seat: "bed-a", limits: [limit]))
            #expect(usual.side(of: try measured(.bodyTemperature, text, "[degF]"), seat: "bed-a") == nil, "\(text)")
        }
    }

    @Test func aLimitThatIsLeftAsShownStaysAsItIs() throws {
        let kept = SeatLimits.Limit(metric: .bloodGlucose, lowest: 70, highest: 180)
        let same = try limits("lowest.blood_glucose=3,89&highest.blood_glucose=10", kept: [kept])
        #expect(same.first?.lowest == 70 && same.first?.highest != 180)
        #expect(LimitPages.words([kept], units: mmol, language: plain)?.hasSuffix("3.89–9.99 mmol/L") == true)
    }

    @Test func aFormOfAnotherUnitIsRefused() throws {
        #expect(throws: PageError.self) { try limits("highest.blood_glucose=180&unit.blood_glucose=mg%2FdL") }
        #expect(try limits("highest.blood_glucose=10&unit.blood_glucose=mmol%2FL").count == 1)
        #expect(try limits("unit.blood_glucose=mg%2FdL").isEmpty, "empty fields have no unit")
    }
}

@Suite struct UnitViewTests {
    private let units = ShownUnits([typed([(.bloodGlucose, "mmol/L"), (.systolic, "kPa")])])

    @Test func aTileShowsBothPressuresInOneUnitAndMarksStay() throws {
        let usual = try UsualValues(["*:systolic=..120"])
        let record = try entry([measured(.systolic, "128", "mm[Hg]"), measured(.diastolic, "10.8", "kPa")])
        let value = try #require(TileValues(seat: "bed-a", usual: usual).values(of: [record]).first)
        let shown = value.shown(in: units)
        #expect(shown.text == "17.1/10.8" && shown.unit == "kPa" && shown.outside == value.outside)
        #expect(shown.outside.map(\.metric) == [.systolic])
        let board = value.shown(in: ShownUnits())
        #expect(board.text == "128/81.0" && board.unit == "mmHg")
    }

    @Test func aTilesUnitIsThatOfTheNewestValueWithoutAChoice() throws {
        let history = try [
            entry([measured(.bloodGlucose, "5.4", "mmol/L")], minutes: 1),
            entry([measured(.bloodGlucose, "97", "mg/dL")], minutes: 9),
        ]
        let maker = TileValues(seat: "bed-a", usual: try UsualValues([]))
        #expect(maker.units(of: history) == [.bloodGlucose: "mmol/L"])
    }

    @Test func chartsAndTheirLimitsHaveTheUnit() throws {
        let entries = try [
            entry([measured(.bloodGlucose, "97", "mg/dL")], minutes: 9),
            entry([measured(.bloodGlucose, "6.2", "mmol/L")], minutes: 1),
        ]
        let limits = [SeatLimits.Limit(metric: .bloodGlucose, lowest: 70.260_84)]
        let maker = SeriesMaker(language: plain, limits: limits, units: units)
        let chart = try #require(maker.charts(of: entries, from: now - 86_400, to: now, isWhole: true).charts.first)
        #expect(chart.unit == "mmol/L" && chart.lines == [[5.38, 6.2]])
        #expect(chart.limits == [.init(lowest: 3.9, highest: nil)])
    }

    @Test func aFileHasTheUnitAndWhatWasMeasured() throws {
        let entries = [try entry([measured(.bloodGlucose, "97", "mg/dL")])]
        let lines = RecordCSV.text(entries, units: units, isWhole: true).components(separatedBy: "\r\n")
        #expect(lines[0].hasSuffix(",measured value,measured unit"))
        #expect(lines[1].contains(",blood_glucose,5.38,mmol/L,") && lines[1].hasSuffix(",97,mg/dL"))
    }

    @Test func aCorrectionChangesOnlyTheValuesThatWereTyped() throws {
        let view = RecordView(time: PageTime(language: plain, now: now), mayChange: true, units: units)
        let model = view.model(try entry([measured(.bloodGlucose, "97", "mg/dL"), measured(.pulse, "64", "/min")]))
        let values = try #require(model["values"] as? [[String: Any]])
        #expect(values[0]["plain"] as? String == "5.38" && values[0]["unit"] as? String == "mmol/L")
        #expect(values[0]["stored"] as? [String: String] == ["value": "97", "ucum": "mg/dL"])
        #expect(values[1]["stored"] == nil)
        let rest =
            "&was.blood_glucose=5.38&unit.blood_glucose=mmol%2FL&stored.blood_glucose=97"
            + "&storedUnit.blood_glucose=mg%2FdL&value.pulse=66&was.pulse=64&unit.pulse=%2Fmin"
        let left = try TypedFields(PageForm(text: "value.blood_glucose=5.38" + rest), language: plain)
        #expect(left.all.map { "\($0.value) \($0.unit)" } == ["97 mg/dL", "66 /min"])
        #expect(left.changed?.map(\.metric) == [.pulse])
        let changed = try TypedFields(PageForm(text: "value.blood_glucose=6.2" + rest), language: plain)
        #expect(changed.all.first.map { "\($0.value) \($0.unit)" } == "6.2 mmol/L")
    }

    @Test func theFormOfARoundHasTheUnitAndNoKelvinOrGram() throws {
        let fields = RoundForm(language: plain).model(units: units).flatMap { $0["fields"] as? [[String: Any]] ?? [] }
        func field(_ metric: String) throws -> [String: Any] {
            try #require(fields.first { $0["metric"] as? String == metric })
        }
        #expect(try field("blood_glucose")["unit"] as? String == "mmol/L")
        #expect(try field("diastolic")["ucum"] as? String == "kPa")
        let choices = try #require(field("body_weight")["units"] as? [[String: Any]])
        #expect(choices.map { $0["sign"] as? String } == ["kg", "lb", "st"])
    }

    /// A value typed with another unit in mind is guessed in the form's unit.
    @Test func aGuessHasTheFormsUnit() throws {
        let form = try PageForm(text: "value.blood_glucose=97&unit.blood_glucose=mmol%2FL")
        let found = try #require(RoundCheck(language: plain).findings(form).first)
        #expect(found.guesses.first?.words == "5.4 mmol/L" && found.guesses.first?.fill == ["blood_glucose": "5.4"])
        #expect(found.guesses.allSatisfy { $0.words.hasSuffix(" mmol/L") })
    }
}

@Suite struct PageUnitsTests {
    private let logger = Logger(label: "test")

    private func store(_ folder: TemporaryFolder) -> PageUnits {
        PageFiles(folder: folder.url, now: now, logger: logger).units
    }

    private func sign(_ store: PageUnits, _ session: SessionView?) throws -> String {
        store.units(of: "bed-a", session: session).unit(try row(.bloodGlucose)).sign
    }

    @Test func aPersonsUnitsAreTheirsAloneAndSurviveARestart() throws {
        let folder = try TemporaryFolder()
        let mmol = typed([(.bloodGlucose, "mmol/L")])
        try store(folder).set(mmol, session: session(), author: author)
        #expect(try sign(store(folder), session()) == "mmol/L" && sign(store(folder), session("u-2")) == "mg/dL")
        #expect(try sign(store(folder), nil) == "mg/dL")
        #expect(throws: PageError.self) { try store(folder).set(mmol, session: session(nil), author: author) }
        try store(folder).set([], session: session(), author: author)
        #expect(store(folder).file.all.isEmpty)
    }

    @Test func theSitesUnitsAreForAllAndGoBeforeTheConfiguration() throws {
        let folder = try TemporaryFolder()
        let (mmol, mg) = (typed([(.bloodGlucose, "mmol/L")]), typed([(.bloodGlucose, "mg/dL")]))
        #expect(try sign(store(folder), session(units: mmol)) == "mmol/L", "the configured unit of the seat")
        try store(folder).set(site: mg, author: author)
        #expect(try sign(store(folder), session(units: mmol)) == "mg/dL" && store(folder).site?.author == author)
        try store(folder).set(site: [], author: author)
        #expect(store(folder).site == nil)
    }

    @Test func aFormHasOnlyUnitsOfItsFamilies() throws {
        let chosen = try UnitForm.units(PageForm(text: "unit.systolic=&unit.body_temperature=%5BdegF%5D"))
        #expect(chosen == typed([(.bodyTemperature, "[degF]")]))
        #expect(throws: PageError.self) { try UnitForm.units(PageForm(text: "unit.body_temperature=K")) }
        let fields = UnitForm(language: plain).fields(chosen)
        #expect(fields.count == UnitFamily.all.count && fields.count { $0["isOpen"] as? Bool == false } == 1)
    }
}
