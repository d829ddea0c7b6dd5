import BusContract
import ContractLiterals
import Foundation
import Testing
import VitalRecords

@testable import PageActor

/// Times of Berlin, whose clock skips 02:00 to 03:00 on 2026-03-29 and repeats it on 2026-10-25.
private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

private func at(_ text: String) throws -> Date {
    try #require(ISO8601DateFormatter().date(from: text), "\(text)")
}

private func times(_ times: [Int]) -> CarePlan.Rule { CarePlan.Rule(metric: .pulse, times: times) }
private func every(_ hours: Int) -> CarePlan.Rule { CarePlan.Rule(metric: .pulse, hours: hours) }

private func state(
    _ rule: CarePlan.Rule,
    last: String?,
    since: String,
    now: String,
    zone: TimeZone = berlin
) throws -> DueTimes.State? {
    try DueTimes(zone: zone).state(of: rule, last: last.map(at), since: at(since), now: at(now))
}

@Suite struct DueTimesTests {
    private let rounds = times([360, 840, 1_200])

    @Test(arguments: [
        ("2026-11-10T06:40:00+01:00", "later 2026-11-10T14:00:00+01:00"),
        ("2026-11-10T12:59:00+01:00", "later 2026-11-10T14:00:00+01:00"),
        ("2026-11-10T13:00:00+01:00", "due 2026-11-10T14:00:00+01:00"),
        ("2026-11-10T15:00:00+01:00", "due 2026-11-10T14:00:00+01:00"),
        ("2026-11-10T15:01:00+01:00", "overdue 2026-11-10T14:00:00+01:00"),
        // The next time does not hide that the one before was missed.
        ("2026-11-10T20:00:00+01:00", "overdue 2026-11-10T14:00:00+01:00"),
        ("2026-11-13T09:00:00+01:00", "overdue 2026-11-10T14:00:00+01:00"),
    ])
    func aTimeIsDueAnHourBeforeAndLateAnHourAfter(now: String, expected: String) throws {
        let found = try state(
            rounds,
            last: "2026-11-10T06:05:00+01:00",
            since: "2026-11-01T12:00:00+01:00",
            now: now
        )
        let words = expected.split(separator: " ").map(String.init)
        let time = try at(words[1])
        let states: [String: DueTimes.State] = ["later": .later(time), "due": .due(time), "overdue": .overdue(time)]
        #expect(found == states[words[0]], "\(now)")
    }

    @Test func anEarlyValueCountsForItsTime() throws {
        let since = "2026-11-01T12:00:00+01:00"
        let early = try state(
            rounds,
            last: "2026-11-10T13:00:00+01:00",
            since: since,
            now: "2026-11-10T14:30:00+01:00"
        )
        #expect(early == .later(try at("2026-11-10T20:00:00+01:00")))
        let tooEarly = try state(
            rounds,
            last: "2026-11-10T12:59:00+01:00",
            since: since,
            now: "2026-11-10T14:30:00+01:00"
        )
        #expect(tooEarly == .due(try at("2026-11-10T14:00:00+01:00")))
    }

    /// Nothing of the time before the plan, or before the person, is late.
    @Test func aPlanBeginsWithItsNextTime() throws {
        let found = try state(
            rounds,
            last: nil,
            since: "2026-11-10T14:05:00+01:00",
            now: "2026-11-10T14:10:00+01:00"
        )
        #expect(found == .later(try at("2026-11-10T20:00:00+01:00")))
    }

    @Test func timesOfDayAreThoseOfTheSitesClockInSummerAndWinter() throws {
        for (last, next) in [
            ("2026-03-28T20:00:00+01:00", "2026-03-29T06:00:00+02:00"),
            ("2026-10-24T20:00:00+02:00", "2026-10-25T06:00:00+01:00"),
        ] {
            let found = try state(rounds, last: last, since: "2026-01-01T00:00:00+01:00", now: last)
            #expect(found == .later(try at(next)), "\(last)")
        }
    }

    /// 02:30 does not exist on one night, and exists twice on another.
    @Test func aSkippedTimeIsAnHourLaterAndARepeatedOneIsDueOnce() throws {
        let night = times([150])
        let spring = try state(
            night,
            last: "2026-03-28T12:00:00+01:00",
            since: "2026-01-01T00:00:00+01:00",
            now: "2026-03-28T12:00:00+01:00"
        )
        #expect(spring == .later(try at("2026-03-29T03:30:00+02:00")))
        let autumn = try state(
            night,
            last: "2026-10-24T12:00:00+02:00",
            since: "2026-01-01T00:00:00+01:00",
            now: "2026-10-24T12:00:00+02:00"
        )
        #expect(autumn == .later(try at("2026-10-25T02:30:00+02:00")))
        // Measured at the first 02:30: the second one, an hour later, asks for nothing.
        let again = try state(
            night,
            last: "2026-10-25T02:30:00+02:00",
            since: "2026-01-01T00:00:00+01:00",
            now: "2026-10-25T02:30:00+01:00"
        )
        #expect(again == .later(try at("2026-10-26T02:30:00+01:00")))
    }

    /// Each day of a year has each time exactly once, in all zones with unusual changes.
    @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kolkata"])
    func everyTimeOfAYearComesOnce(zone: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let rule = times([0, 150, 360, 1_439])
        let start = try at("2026-01-01T12:00:00Z")
        var (time, count) = (start, 0)
        while time < start + 365 * 86_400 {
            let next = DueTimes(zone: zone).state(of: rule, last: nil, since: time, now: time)?.time
            time = try #require(next)
            count += 1
        }
        #expect((4 * 365...4 * 365 + 1).contains(count), "\(count)")
    }

    @Test func hoursAreElapsedHours() throws {
        let found = try state(
            every(12),
            last: "2026-03-28T20:00:00+01:00",
            since: "2026-01-01T00:00:00+01:00",
            now: "2026-03-28T21:00:00+01:00"
        )
        #expect(found == .later(try at("2026-03-29T09:00:00+02:00")))
        let late = try state(
            every(4),
            last: "2026-11-10T06:00:00+01:00",
            since: "2026-01-01T00:00:00+01:00",
            now: "2026-11-10T11:01:00+01:00"
        )
        #expect(late == .overdue(try at("2026-11-10T10:00:00+01:00")))
        let first = try state(
            every(4),
            last: nil,
            since: "2026-11-10T06:00:00+01:00",
            now: "2026-11-10T06:00:00+01:00"
        )
        #expect(first == .due(try at("2026-11-10T06:00:00+01:00")), "nothing was measured yet")
    }

    @Test func aValueFromTheFutureDoesNotMakeTheNextTimeDone() throws {
        let found = try state(
            rounds,
            last: "2026-12-24T06:00:00+01:00",
            since: "2026-11-01T12:00:00+01:00",
            now: "2026-11-10T06:30:00+01:00"
        )
        #expect(found == .later(try at("2026-11-10T14:00:00+01:00")))
    }

    @Test func aRuleFromADamagedFileIsLeftOut() throws {
        let since = "2026-11-01T12:00:00+01:00"
        for rule in [times([]), times([5_000, -1]), every(0), every(100_000)] {
            #expect(try state(rule, last: nil, since: since, now: since) == nil)
        }
    }
}

@Suite struct PlanFormTests {
    private func plan(_ text: String) throws -> CarePlan? { try PlanForm.plan(PageForm(text: text)) }

    @Test func timesAreReadAsPeopleTypeThem() throws {
        let typed = try plan("kind=typed&times.pulse=14h30%2C+6%3B20.15+6:00&hours.spo2=4&times.spo2=")
        #expect(typed?.rules == [times([360, 870, 1_215]), CarePlan.Rule(metric: .spo2, hours: 4)])
        #expect(try plan("kind=off") == nil && plan("kind=template&template=news12")?.rules.first?.hours == 12)
    }

    @Test(arguments: [
        ("times.pulse=25:00", "error.planTime"), ("times.pulse=6:00:00", "error.planTime"),
        ("times.pulse=noon", "error.planTime"), ("hours.pulse=0", "error.planHours"),
        ("hours.pulse=337", "error.planHours"), ("hours.pulse=4.5", "error.planHours"),
        ("times.pulse=6&hours.pulse=4", "error.planBoth"),
        ("times.pulse=" + (0..<25).map { "0:\($0 + 10)" }.joined(separator: "+"), "error.planMany"),
    ])
    func whatIsNoTimeIsRefused(fields: String, text: String) throws {
        let error = #expect(throws: PageError.self) { try plan("kind=typed&\(fields)") }
        #expect(error?.text == text)
    }
}

private let now = Date(timeIntervalSince1970: 1_790_000_000)

private func seat(_ plan: CarePlan?, pulseHoursAgo: Double?, user: String = "u-1", pulse: String = "64") -> SeatTile {
    let session = SessionView(
        sessionID: "s-1",
        seat: "bed-a",
        userID: user,
        organizationID: "org",
        apiVersion: .inform,
        startedAt: now - 86_400,
        validated: .yes,
        defaultUser: false
    )
    let entry = SeatPage.Entry(
        seat: "bed-a",
        configured: true,
        session: session,
        waiting: 0,
        unsynced: 0,
        rejected: 0,
        held: 0,
        devices: 0
    )
    let values = pulseHoursAgo.map { hours in
        SeatTile.Value(
            metric: .pulse,
            text: pulse,
            unit: "/min",
            at: now - hours * 3_600,
            outside: pulse == "120" ? [OutsideLimit(metric: .pulse, side: .high)] : [],
            trend: []
        )
    }
    let person = RecordHistory.Present(userID: "u-1", since: now - 86_400)
    let author = LimitStore.Author(by: "ward", at: now - 86_400)
    return SeatTile(
        entry,
        seen: .init(values: [values].compactMap(\.self), person: person),
        label: nil,
        plan: plan.map { .init(user: "u-1", organization: "org", session: "s-1", plan: $0, author: author) }
    )
}

private func row(_ tile: SeatTile) -> BoardRow {
    BoardRow(tile, hubs: [], isSilent: false, now: now, stale: 86_400, zone: .gmt)
}

@Suite struct BoardDueTests {
    private let plan = CarePlan(rules: [every(4), CarePlan.Rule(metric: .spo2, hours: 12)])

    @Test func whatIsLateComesBeforeWhatIsDueAndBothAreNamed() {
        let late = row(seat(plan, pulseHoursAgo: 6))
        #expect(late.need == .overdue && late.due?.overdue.map(\.metric) == [.pulse, .spo2])
        #expect(row(seat(CarePlan(rules: [every(4)]), pulseHoursAgo: 4)).need == .due)
        #expect(row(seat(CarePlan(rules: [every(4)]), pulseHoursAgo: 1)).need == .nothing)
        #expect(row(seat(nil, pulseHoursAgo: 6)).due == nil)
        #expect([BoardNeed.due, .overdue, .held].sorted() == [.held, .overdue, .due])
    }

    @Test func aBedOutsideItsLimitsStillCountsAsLate() {
        let both = row(seat(CarePlan(rules: [every(4)]), pulseHoursAgo: 6, pulse: "120"))
        #expect(both.need == .outside && both.has(.overdue) && both.has(.outside) && !both.has(.due))
        let view = BoardView(time: PageTime(language: .init(code: "en", words: [:]), now: now, zone: .gmt), stale: 1)
        let needs = view.model([both])["needs"] as? [[String: Any]] ?? []
        let counts = needs.reduce(into: [:]) { $0[$1["need"] as? String ?? ""] = $1["count"] as? String }
        #expect(counts["outside"] == "1" && counts["overdue"] == "1" && counts["due"] == "0")
    }

    /// The reply with the values names another person than the list of seats.
    @Test func anotherPersonsPlanIsNotShown() {
        let tile = seat(plan, pulseHoursAgo: 6, user: "u-2")
        #expect(tile.plan == nil && row(tile).due == nil && tile.values == [])
    }

    @Test func whatWasNeverMeasuredHasAnEmptyColumn() {
        let view = BoardView(
            time: PageTime(language: .init(code: "en", words: ["short.spo2": "SpO2"]), now: now, zone: .gmt),
            stale: 86_400
        )
        let rows = view.model([row(seat(plan, pulseHoursAgo: 1))])["rows"] as? [[String: Any]]
        let values = rows?.first?["values"] as? [[String: Any]] ?? []
        #expect(values.map { $0["metric"] as? String } == ["pulse", "spo2"])
        let text = ((values.last?["parts"] as? [[String: Any]])?.first?["text"]) as? String
        #expect(text == "–" && values.last?["age"] == nil && rows?.first?["what"] as? String == "SpO2")
        #expect(values.map { $0["isDue"] as? Bool } == [false, true] && rows?.first?["rest"] == nil)
    }

    /// A dense row hides the names that have a column, and must still say what else is due.
    @Test func whatHasNoColumnIsNamedApart() {
        let weight = CarePlan(rules: [every(4), CarePlan.Rule(metric: .bodyWeight, hours: 12)])
        let view = BoardView(
            time: PageTime(
                language: .init(code: "en", words: ["short.body_weight": "Wt", "short.pulse": "Pulse"]),
                now: now,
                zone: .gmt
            ),
            stale: 86_400
        )
        for pulse in ["64", "120"] {
            let rows = view.model([row(seat(weight, pulseHoursAgo: 6, pulse: pulse))])["rows"] as? [[String: Any]]
            #expect(rows?.first?["what"] as? String == "Pulse, Wt" && rows?.first?["rest"] as? String == "Wt")
            #expect((rows?.first?["also"] != nil) == (pulse == "120"))
        }
    }
}
