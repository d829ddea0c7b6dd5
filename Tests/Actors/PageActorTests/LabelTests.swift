import BusContract
import ContractLiterals
import Foundation
import Logging
import MessageBus
import Testing
import VitalRecords

@testable import PageActor

private let now = Date(timeIntervalSince1970: 1_790_000_000)

private func folder(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("labels-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try body(path)
}

private func session(_ id: String = "s-1", user: String? = "u-1") -> SessionView {
    SessionView(
        sessionID: id,
        seat: "bed-a",
        userID: user,
        organizationID: "org",
        apiVersion: .inform,
        startedAt: now,
        validated: .yes,
        defaultUser: user == nil
    )
}

@Suite struct PersonLabelTests {
    private let logger = Logger(label: "test")

    @Test func aLabelIsItsPersonsAloneAndSurvivesARestart() throws {
        try folder { path in
            let file = "\(path)/labels.json"
            let labels = PersonLabels(file, now: now, logger: logger)
            try labels.set("Frau M., Fenster", session: session())
            let again = PersonLabels(file, now: now, logger: logger)
            #expect(again.label(of: "bed-a", session: session()) == "Frau M., Fenster")
            #expect(again.label(of: "bed-a", session: session("s-2")) != nil, "the same person's next session")
            #expect(again.label(of: "bed-a", session: session(user: "u-2")) == nil)
            #expect(again.label(of: "bed-a", session: nil) == nil)
            let facts = try FileManager.default.attributesOfItem(atPath: file)
            #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            try again.set("", session: session())
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(!text.contains("Frau") && again.all.isEmpty)
        }
    }

    @Test func nobodysSeatHasNoLabelAndALongOneIsRefused() throws {
        try folder { path in
            let labels = PersonLabels("\(path)/labels.json", now: now, logger: logger)
            #expect(throws: PageError.self) { try labels.set("x", session: session(user: nil)) }
            #expect(throws: PageError.self) { try labels.set(String(repeating: "x", count: 61), session: session()) }
            #expect(labels.all.isEmpty)
        }
    }

    @Test(arguments: [
        (" A.\n B. ", "A. B."), ("מיכל 🙂", "מיכל 🙂"), ("a\u{202E}b", "ab"), ("<img src=x>", "<img src=x>"),
        ("\u{0}", ""),
    ])
    func aLabelIsOneLineOfAnyScript(typed: String, label: String) {
        #expect(PersonLabels.clean(typed) == label)
    }

    @Test func aLabelEndsWithItsPerson() {
        let entry = PersonLabels.Entry(user: "u-1", organization: "org", session: "s-1", label: "A. B.")
        #expect(PersonSweep.fate(of: entry, present: session()) == .stays(session: "s-1"))
        #expect(PersonSweep.fate(of: entry, present: session(user: "u-2")) == .ends)
        #expect(PersonSweep.fate(of: entry, present: nil) == .unclear, "ended, or erased")
        #expect(PersonSweep.fate(of: entry, present: session("s-2")) == .unclear, "erased and admitted again, perhaps")
    }
}

@Suite struct SiteLimitTests {
    private func measured(_ metric: MetricName, _ value: DecimalNumber, _ unit: String) -> VitalRecords.Measurement {
        VitalRecords.Measurement(metric: metric, value: value, unit: unit)
    }

    private func author(_ name: String = "night-desk") -> LimitStore.Author { LimitStore.Author(by: name, at: now) }

    /// The edges of the column "0" of the chart.
    private static let edges: [(MetricName, Int, OutsideLimit.Side?)] = [
        (.systolic, 110, .low), (.systolic, 111, nil), (.systolic, 219, nil), (.systolic, 220, .high),
        (.pulse, 50, .low), (.pulse, 51, nil), (.pulse, 90, nil), (.pulse, 91, .high), (.spo2, 95, .low),
        (.spo2, 96, nil), (.respiratoryRate, 11, .low), (.respiratoryRate, 12, nil), (.respiratoryRate, 20, nil),
        (.respiratoryRate, 21, .high), (.bodyTemperature, 36, .low), (.bodyTemperature, 38, nil),
        (.bodyTemperature, 39, .high), (.bloodGlucose, 15, nil),
    ]

    @Test(arguments: edges)
    func thePublishedSetIsThatOfTheChart(metric: MetricName, value: Int, side: OutsideLimit.Side?) throws {
        var usual = try UsualValues([])
        #expect(!usual.hasAny, "off until an operator switches it on")
        usual.set(site: PublishedLimits.news2.limits)
        let unit = try #require(MetricTable.metric(named: metric)?.canonicalUnit.ucum)
        let value = try #require(DecimalNumber("\(value)"))
        #expect(usual.side(of: measured(metric, value, unit), seat: "bed-a") == side)
    }

    @Test func aPersonsOwnLimitsReplaceTheSitesForOneMetric() throws {
        var usual = try UsualValues(["*:systolic=..300"])
        usual.set(site: PublishedLimits.news2.limits)
        usual.set(SeatLimits(seat: "bed-a", limits: [.init(metric: .spo2, lowest: 88, highest: 92)]))
        #expect(usual.side(of: measured(.spo2, 90, "%"), seat: "bed-a") == nil)
        #expect(usual.side(of: measured(.spo2, 90, "%"), seat: "bed-b") == .low)
        #expect(usual.side(of: measured(.systolic, 100, "mm[Hg]"), seat: "bed-a") == .low, "the site's still applies")
        #expect(usual.own(of: "bed-a").map(\.metric) == [.spo2])
        usual.set(site: [])
        #expect(usual.side(of: measured(.systolic, 100, "mm[Hg]"), seat: "bed-a") == nil)
    }

    @Test func limitsAndWhoSetThemSurviveARestart() throws {
        try folder { path in
            let (file, logger) = ("\(path)/limits.json", Logger(label: "test"))
            let store = LimitStore(file, now: now, logger: logger)
            #expect(store.site == nil)
            let own = SeatLimits(seat: "bed-a", limits: [.init(metric: .spo2, lowest: 88)])
            try store.set(LimitStore.Site(set: "news2", limits: PublishedLimits.news2.limits, author: author()))
            try store.note(own, author: author("ward"))
            let again = LimitStore(file, now: now, logger: logger)
            #expect(again.site?.set == "news2" && again.site?.author == author() && again.site?.limits.count == 5)
            #expect(again.author(of: own)?.by == "ward")
            let other = SeatLimits(seat: "bed-a", limits: [.init(metric: .spo2, lowest: 90)])
            #expect(again.author(of: other) == nil, "somebody replaced them elsewhere")
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(!text.contains("88"), "a person's limits are not the page's")
            try again.set(nil)
            #expect(LimitStore(file, now: now, logger: logger).site == nil)
        }
    }

    private func site(_ text: String) throws -> LimitStore.Site? {
        let form = LimitPages.Form(form: try PageForm(text: text), units: ShownUnits(), kept: [])
        return try AdminLimits.site(form, author: author())
    }

    @Test func aFormSwitchesLimitsOnAndOff() throws {
        let on = try site("kind=published&set=news2")
        #expect(on?.limits == PublishedLimits.news2.limits && on?.set == "news2")
        #expect(try site("kind=off") == nil)
        let typed = try site("kind=typed&highest.pulse=100")
        #expect(typed?.limits.map(\.metric) == [.pulse] && typed?.set == nil)
        for text in ["kind=published&set=none", "kind=other", "set=news2"] {
            #expect(throws: PageError.self, "\(text)") { try site(text) }
        }
    }
}
