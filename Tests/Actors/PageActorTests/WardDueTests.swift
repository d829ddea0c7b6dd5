import BusContract
import ContractLiterals
import Foundation
import Testing
import VitalRecords

@testable import PageActor

private let now = Date(timeIntervalSince1970: 1_790_000_000)

/// A bed whose person has a plan, a pulse measured some hours ago, and no weight.
private func bed(
    _ number: Int,
    hoursAgo: Double,
    rules: [CarePlan.Rule],
    isFree: Bool = false,
    ahead: Double = 0,
    outside: [OutsideLimit] = []
) -> SeatTile {
    let name = "bed-\(number)"
    let session = SessionView(
        sessionID: "session-\(number)",
        seat: name,
        userID: "user-\(number)",
        organizationID: "org",
        apiVersion: .inform,
        startedAt: now - 86_400,
        validated: .yes,
        defaultUser: false
    )
    let entry = SeatPage.Entry(
        seat: name,
        configured: true,
        session: isFree ? nil : session,
        waiting: 0,
        unsynced: 0,
        rejected: 0,
        held: 0,
        devices: 0
    )
    let pulse = SeatTile.Value(
        metric: .pulse,
        text: "64",
        unit: "/min",
        at: now - hoursAgo * 3_600 + ahead,
        outside: outside,
        trend: []
    )
    let person = RecordHistory.Present(userID: "user-\(number)", since: now - 86_400)
    return SeatTile(
        entry,
        seen: .init(values: [pulse], person: person),
        label: nil,
        plan: PersonPlans.Entry(
            user: "user-\(number)",
            organization: "org",
            session: "session-\(number)",
            plan: CarePlan(rules: rules),
            author: LimitStore.Author(by: "ward", at: now - 86_400)
        )
    )
}

private func pulse(_ hours: Int) -> CarePlan.Rule { CarePlan.Rule(metric: .pulse, hours: hours) }

/// Forty beds with something late, as a ward has them after a missed round.
@Suite struct WardDueTests {
    private let view = BoardView(
        time: PageTime(
            language: .init(code: "en", words: ["due.overdue": "overdue since {time}"]),
            now: now,
            zone: .gmt
        ),
        stale: 86_400
    )

    private func rows(hub: (Int) -> [String] = { _ in [] }) -> [BoardRow] {
        (1...40).map { number in
            let tile = bed(number, hoursAgo: 6, rules: [pulse(4)])
            return BoardRow(tile, hubs: hub(number), isSilent: false, now: now, stale: 86_400, zone: .gmt)
        }
    }

    private func models(_ rows: [BoardRow]) -> [[String: Any]] { view.model(rows)["rows"] as? [[String: Any]] ?? [] }

    @Test func fortyLateBedsAreCountedAndStayInTheOrderOfTheWard() throws {
        let models = models(rows().shuffled())
        #expect(models.map { $0["seat"] as? String } == (1...40).map { "bed-\($0)" })
        #expect(Set(models.map { $0["word"] as? String }) == ["overdue since 12:13"])
        #expect(models.allSatisfy { $0["due"] as? String == "overdue" })
        let needs = view.model(rows())["needs"] as? [[String: Any]] ?? []
        let counts = needs.reduce(into: [:]) { $0[$1["need"] as? String ?? ""] = $1["count"] as? String }
        #expect(counts["overdue"] == "40" && counts["due"] == "0" && counts["nothing"] == "0")
    }

    /// A row of the dense board has room for a time or a day, not for both.
    @Test func whatIsLateForDaysNamesItsDay() throws {
        let weight = CarePlan.Rule(metric: .bodyWeight, hours: 24)
        let tile = bed(1, hoursAgo: 1, rules: [weight])
        let row = BoardRow(tile, hubs: [], isSilent: false, now: now, stale: 86_400, zone: .gmt)
        #expect(models([row]).first?["word"] as? String == "overdue since 09-20")
    }

    /// A dense row has one line for both needs.
    @Test func aBedThatIsOutsideLimitsAndLateSaysBothInShortAsWell() throws {
        let words = [
            "need.countOutside": "{count} outside limits", "need.outsideBrief": "{count} outside",
            "due.overdue": "overdue since {time}", "due.overdueBrief": "late {time}",
        ]
        let language = PageTexts.Language(code: "en", words: words)
        let view = BoardView(time: PageTime(language: language, now: now, zone: .gmt), stale: 86_400)
        func model(_ outside: [OutsideLimit]) -> [String: Any]? {
            let tile = bed(1, hoursAgo: 6, rules: [pulse(4)], outside: outside)
            let row = BoardRow(tile, hubs: [], isSilent: false, now: now, stale: 86_400, zone: .gmt)
            return (view.model([row])["rows"] as? [[String: Any]])?.first
        }
        let both = try #require(model([OutsideLimit(metric: .pulse, side: .low)]))
        #expect(both["word"] as? String == "1 outside limits" && both["also"] as? String == "overdue since 12:13")
        #expect(both["wordBrief"] as? String == "1 outside" && both["alsoBrief"] as? String == "late 12:13")
        let late = try #require(model([]))
        #expect(late["word"] as? String == "overdue since 12:13" && late["also"] == nil && late["alsoBrief"] == nil)
    }

    /// The browser filters by a row's hubs; a seat that two hubs measure belongs to both.
    @Test func everyRowNamesItsHubsForTheFilter() throws {
        let models = models(rows { $0 == 40 ? ["east", "west"] : [$0.isMultiple(of: 2) ? "east" : "west"] })
        func of(_ hub: String) -> [String] {
            models.filter { ($0["hubs"] as? String)?.split(separator: " ").contains(Substring(hub)) ?? false }
                .compactMap { $0["seat"] as? String }
        }
        #expect(of("east").count == 20 && of("west").count == 21)
        #expect(Set(of("east")).intersection(of("west")) == ["bed-40"])
    }
}

/// What the bus learns of a plan: counts, metrics and times of the present session, without values.
@Suite struct DueStateTests {
    private func published(_ tile: SeatTile) -> DueState? { DueState(tile, now: now, zone: .gmt) }

    @Test func theLateComeFirstWithTheirTimes() throws {
        let weight = CarePlan.Rule(metric: .bodyWeight, hours: 24)
        let state = try #require(published(bed(7, hoursAgo: 6, rules: [weight, pulse(4)])))
        #expect(state.seat == "bed-7" && state.sessionID == "session-7")
        #expect(state.metrics.map(\.metric) == [.bodyWeight, .pulse] && state.metrics.allSatisfy(\.overdue))
        #expect(state.metrics.last?.since == now - 2 * 3_600 && state.since == now - 86_400)
        let due = try #require(published(bed(7, hoursAgo: 4, rules: [pulse(4), weight])))
        #expect(due.metrics.map(\.metric) == [.bodyWeight, .pulse] && due.due == 1 && due.overdue == 1)
        #expect(due.next == nil)
        let mixed = try #require(published(bed(7, hoursAgo: 1, rules: [pulse(4), weight])))
        #expect(mixed.metrics.map(\.metric) == [.bodyWeight] && mixed.next == now + 3 * 3_600)
    }

    @Test func allThatIsDoneSaysTheNextTime() throws {
        let state = try #require(published(bed(7, hoursAgo: 1, rules: [pulse(4)])))
        #expect(state.metrics.isEmpty && state.since == nil && state.next == now + 3 * 3_600)
        #expect(state == published(bed(7, hoursAgo: 1, rules: [pulse(4)])))
    }

    /// The value of a fast clock counts as measured now: the next time would change at each look.
    @Test func aFastClockNamesNoNextTime() throws {
        let state = try #require(published(bed(7, hoursAgo: 0, rules: [pulse(4)], ahead: 600)))
        #expect(state.metrics.isEmpty && state.next == nil)
    }

    @Test func withoutASessionOrAPlanThereIsNone() {
        #expect(published(bed(7, hoursAgo: 6, rules: [pulse(4)], isFree: true)) == nil)
        #expect(published(bed(7, hoursAgo: 6, rules: [])) == nil)
    }
}
