import BusContract
import ContractLiterals
import Foundation
import MessageBus
import SiteHealth
import SiteRecords
import Testing
import VitalRecords

@testable import PageActor

private let now = Date(timeIntervalSince1970: 1_790_000_000)

private func session(_ seat: String, user: String?) -> SessionView {
    SessionView(
        sessionID: "session-\(seat)",
        seat: seat,
        userID: user,
        organizationID: "org",
        apiVersion: .inform,
        startedAt: now - 86_400,
        validated: .yes,
        defaultUser: user == nil
    )
}

private func entry(_ seat: String, held: Int = 0, user: String? = "u-1", isFree: Bool = false) -> SeatPage.Entry {
    SeatPage.Entry(
        seat: seat,
        configured: true,
        session: isFree ? nil : session(seat, user: user),
        waiting: 0,
        unsynced: 0,
        rejected: 0,
        held: held,
        devices: 0
    )
}

private func value(
    _ metric: MetricName,
    _ text: String,
    _ sides: [OutsideLimit.Side] = [],
    hours: Double = 0
) -> SeatTile.Value {
    let isPair = text.contains("/")
    let metrics: [MetricName] = isPair ? [.systolic, .diastolic] : [metric]
    return SeatTile.Value(
        metric: metric,
        text: text,
        unit: "",
        at: now - hours * 3_600,
        outside: zip(metrics, sides).map { OutsideLimit(metric: $0, side: $1) },
        isPair: isPair,
        trend: []
    )
}

private func row(
    _ seat: String,
    _ values: [SeatTile.Value] = [],
    held: Int = 0,
    isSilent: Bool = false,
    isFree: Bool = false
) -> BoardRow {
    let tile = SeatTile(entry(seat, held: held, isFree: isFree), seen: .init(values: values), label: nil)
    return BoardRow(tile, hubs: ["room-1"], isSilent: isSilent, now: now, stale: 86_400)
}

@Suite struct BoardOrderTests {
    @Test func whoNeedsSomethingComesFirst() {
        let rows = [
            row("bed-1"), row("bed-2", isFree: true), row("bed-3", isSilent: true),
            row("bed-4", [value(.pulse, "120", [.high], hours: 30)]), row("bed-5", held: 1),
            row("bed-6", [value(.pulse, "120", [.high])]),
        ]
        let sorted = BoardRow.sorted(rows)
        #expect(sorted.map(\.seat) == ["bed-6", "bed-5", "bed-4", "bed-3", "bed-1", "bed-2"])
        #expect(sorted.map(\.need) == [.outside, .held, .outsideOld, .silent, .nothing, .free])
    }

    @Test func moreValuesOutsideComeFirstAndThenTheBed() {
        let rows = [
            row("bed-10", [value(.pulse, "120", [.high])]), row("bed-9", [value(.pulse, "120", [.high])]),
            row("bed-11", [value(.pulse, "120", [.high]), value(.spo2, "80", [.low])]),
        ]
        #expect(BoardRow.sorted(rows).map(\.seat) == ["bed-11", "bed-9", "bed-10"])
    }

    /// Only what is measured today says something about today.
    @Test func anOldValueIsNotCountedAsOutside() {
        let both = row("bed-1", [value(.pulse, "120", [.high], hours: 25), value(.spo2, "80", [.low], hours: 23)])
        #expect(both.need == .outside && both.outside == 1)
        let edge = row("bed-1", [value(.pulse, "120", [.high], hours: 24)])
        #expect(edge.need == .outside)
    }

    @Test func aFreeSeatWithAHeldReadingNeedsADecision() {
        #expect(row("bed-1", held: 2, isFree: true).need == .held)
        #expect(row("bed-1", isSilent: true, isFree: true).need == .free)
    }

    @Test(arguments: [("bed-9", "bed-10"), ("bed-a", "bed-b"), ("1b", "2a"), ("a-2-b", "a-10-a"), ("bed", "bed-1")])
    func bedsComeInTheOrderOfAWard(first: String, second: String) {
        #expect(BedName(first) < BedName(second) && !(BedName(second) < BedName(first)))
    }
}

@Suite struct SilentSeatTests {
    private func finding(_ kind: String, hub: String, actor: String = "") -> Finding {
        Finding(hub, status: .wrong, words: "w", kind: .init(kind, parts: ["hub": hub, "actor": actor]))
    }

    @Test func aSeatIsSilentOnceAllOfItsHubsAre() {
        let hubs = ["bed-a": ["room-1"], "bed-b": ["room-1", "room-2"]]
        let one = SilentSeats(hubs: hubs, findings: [finding("hubSilent", hub: "room-1")])
        #expect(one.contains("bed-a") && !one.contains("bed-b") && !one.contains("bed-c"))
        let reader = finding("processOffline", hub: "room-2", actor: "device-reader/main")
        #expect(SilentSeats(hubs: hubs, findings: [finding("hubGone", hub: "room-1"), reader]).contains("bed-b"))
        let uploader = finding("processOffline", hub: "room-1", actor: "uploader/main")
        #expect(!SilentSeats(hubs: hubs, findings: [uploader, finding("disk", hub: "room-1")]).contains("bed-a"))
        #expect(SilentSeats(hubs: [:], findings: [], unread: ["bed-a"]).contains("bed-a"))
    }

    @Test func aMachineAloneHasAllSeatsAtItsHub() {
        #expect(SilentSeats.hubs([], known: ["site", "home"], seats: ["a", "b"]) == ["a": ["home"], "b": ["home"]])
        #expect(
            SilentSeats.hubs([], known: ["site", "home", "other"], seats: ["a"]).isEmpty,
            "whose seat it is, is unknown"
        )
    }
}

@Suite struct BoardViewTests {
    private var view: BoardView {
        let language = PageTexts.Language(
            code: "en",
            words: [
                "mark.high": "high", "mark.low": "low", "brief.hours": "{count} h", "short.blood_pressure": "BP",
                "need.since": "new since {time}",
            ]
        )
        return BoardView(time: PageTime(language: language, now: now, zone: .gmt), stale: 86_400)
    }

    private func values(_ row: BoardRow) -> [[String: Any]] {
        let rows = view.model([row])["rows"] as? [[String: Any]]
        return rows?.first?["values"] as? [[String: Any]] ?? []
    }

    @Test func eachPartOfAPairHasItsOwnArrow() {
        let shown = values(row("bed-1", [value(.systolic, "182/95", [.high, .high], hours: 3)]))
        let parts = shown.first?["parts"] as? [[String: Any]] ?? []
        #expect(
            parts.map { $0["arrow"] as? String } == ["↑", "↑"] && parts.map { $0["text"] as? String } == ["182", "95"]
        )
        #expect(shown.first?["name"] as? String == "BP" && shown.first?["age"] as? String == "3 h")
        let marks = shown.first?["marks"] as? [[String: Any]] ?? []
        #expect(marks.map { $0["word"] as? String } == ["high"])
    }

    /// Weight has no column; outside its limits it is shown all the same.
    @Test func nothingOutsideIsLeftOff() {
        let well = values(row("bed-1", [value(.bodyWeight, "70"), value(.pulse, "64")]))
        #expect(well.map { $0["metric"] as? String } == ["pulse"])
        let heavy = values(row("bed-1", [value(.bodyWeight, "170", [.high]), value(.pulse, "64")]))
        #expect(heavy.map { $0["metric"] as? String } == ["pulse", "body_weight"])
    }

    @Test func aGlucoseHasItsUnit() {
        let glucose = SeatTile.Value(metric: .bloodGlucose, text: "15", unit: "mg/dL", at: now, trend: [])
        #expect(values(row("bed-1", [glucose])).first?["unit"] as? String == "mg/dL")
    }

    /// A pressure is in mmHg unless its unit is named.
    @Test func aUnitThatIsNotTheMetricsFirstIsNamed() {
        for (unit, shown) in [("kPa", "kPa"), ("mmHg", nil)] {
            let value = SeatTile.Value(metric: .systolic, text: "17.1/10.8", unit: unit, at: now, trend: [])
            #expect(values(row("bed-1", [value])).first?["unit"] as? String == shown)
        }
    }

    @Test func aNewPersonIsAnnouncedForADay() {
        func since(_ hours: Double, hasBefore: Bool = true) -> String? {
            let person = RecordHistory.Present(userID: "u-1", since: now - hours * 3_600)
            let seen = SeatTile.Seen(values: [], person: person, hasBefore: hasBefore)
            let row = BoardRow(
                SeatTile(entry("a"), seen: seen, label: nil),
                hubs: [],
                isSilent: false,
                now: now,
                stale: 1
            )
            return (view.model([row])["rows"] as? [[String: Any]])?.first?["since"] as? String
        }
        #expect(since(1)?.hasPrefix("new since") == true)
        #expect(since(25) == nil && since(1, hasBefore: false) == nil)
    }
}

@Suite struct WhoseTileTests {
    /// The list of seats names one person and the values another, because a session began between the two replies.
    @Test func valuesOfAnotherPersonAreNotShown() {
        let seen = SeatTile.Seen(
            values: [value(.pulse, "64")],
            person: RecordHistory.Present(userID: "u-1", since: now)
        )
        let same = SeatTile(entry("bed-a", user: "u-1"), seen: seen, label: "A. B.")
        #expect(same.values?.map(\.text) == ["64"] && same.label == "A. B.")
        let next = SeatTile(entry("bed-a", user: "u-2"), seen: seen, label: "A. B.")
        #expect(next.values == [] && next.label == nil && next.person == nil)
        let free = SeatTile(entry("bed-a", isFree: true), seen: seen, label: "A. B.")
        #expect(free.values == [] && free.label == nil)
    }

    @Test func aRecordOfAnotherUserIsNoValue() throws {
        let seat = try #require(SeatID(rawValue: "bed-a"))
        let reading = Reading(
            readingKey: .random(),
            type: .biometrics,
            timestamp: now,
            receivedAt: now,
            hub: try #require(HubID(rawValue: "room-1")),
            seat: seat,
            source: RecordSource(kind: .manual),
            measurements: [VitalRecords.Measurement(metric: .pulse, value: 64, unit: "/min")]
        )
        let logID = try #require(LogID(rawValue: "169401ea-ecf5-58d9-b56e-631b4362b0be"))
        let record = VitalRecord(reading: reading, logID: logID, seat: seat)
        let theirs = RecordHistory.Entry(record: record, state: "submitted", since: now, userID: "u-2")
        let values = { (person: String?) in
            TileValues(seat: "bed-a", usual: try UsualValues([]), person: person).values(of: [theirs], older: [theirs])
        }
        #expect(try values("u-1").isEmpty && values("u-2").count == 1 && values(nil).count == 1)
    }
}
