import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import MessageBus
import SiteHealth
import Synchronization
import Testing
import VitalRecords

@testable import VitalbusCommand

@Suite struct RecordListTests {
    private static let start = Date(timeIntervalSince1970: 1_772_352_000)  // 2026-03-01T08:00:00Z

    private static func entry(_ number: Int, state: String = "submitted") throws -> RecordHistory.Entry {
        let record = VitalRecord(
            logID: try #require(LogID(rawValue: "log-\(number)")),
            readingKey: .random(),
            type: .biometrics,
            seat: try SeatID("bed-a"),
            timestamp: start.addingTimeInterval(Double(number) * 3_600),
            source: RecordSource(kind: .bluetooth, manufacturer: "Acme", model: "Cuff"),
            measurements: [
                Measurement(
                    metric: .systolic,
                    value: DecimalNumber(Int64(120 + number)),
                    unit: "mm[Hg]",
                    origin: .device
                ),
                Measurement(metric: .diastolic, value: 80, unit: "mm[Hg]", origin: .device),
            ],
            receivedAt: start
        )
        let error = state == "failed" ? WireFault(code: "http422", message: "no", retriable: false) : nil
        return RecordHistory.Entry(record: record, state: .init(rawValue: state), since: start, error: error)
    }

    /// Runs `record list` against two pages with two records each.
    private func list(_ arguments: String..., empty: Bool = false) async throws
        -> (Shell.Outcome, [RecordHistoryRequest])
    {
        let broker = InMemoryBroker()
        let seen = Mutex<[RecordHistoryRequest]>([])
        let handler = RequestHandler(SessionOperations.recordHistory) { body, _ in
            seen.withLock { $0.append(body) }
            guard !empty else { return RecordHistory(seat: body.seat, page: 1, pages: 1, total: 0, records: []) }
            let page = body.page ?? 1
            let records =
                page == 1
                ? [try Self.entry(4, state: "waiting"), try Self.entry(3)]
                : [try Self.entry(2, state: "failed"), try Self.entry(1, state: "unsynced")]
            return RecordHistory(seat: body.seat, page: page, pages: 2, total: 4, records: records, snapshot: "s-1")
        }
        let outcome = try await Shell.serving("session-manager", hub: "site", [handler], on: broker) {
            await Shell(broker).run(
                ["record", "list", "--seat", "bed-a", "--state", "/nonexistent/vitalbus"] + arguments
            )
        }
        return (outcome, seen.withLock(\.self))
    }

    @Test func everyReadingIsARowWithItsFate() async throws {
        let (outcome, asked) = try await list()
        #expect(outcome.code == 0, "\(outcome.err)")
        try #require(outcome.out.count == 6)
        #expect(outcome.out.last == "4 readings")
        #expect(
            outcome.out[1].contains("124/80 mmHg  waiting") && outcome.out[1].contains("Acme Cuff  log-4 revision 1")
        )
        #expect(outcome.out[2].contains("submitted \(LocalTime.text(Self.start))"))
        #expect(outcome.out[3].contains("failed: http422 no") && outcome.out[4].contains("unsynced: its session"))
        #expect(asked.map(\.page) == [1, 2] && asked.map(\.snapshot) == [nil, "s-1"])
    }

    /// A former person's readings are listed only on request, each with its user.
    @Test func whatOthersMeasuredStandsBehindAWord() async throws {
        let broker = InMemoryBroker()
        let handler = RequestHandler(SessionOperations.recordHistory) { body, _ in
            var former = try Self.entry(1)
            former.userID = "ann"
            let records = body.whose == .before || body.userID == "ann" ? [former] : []
            return RecordHistory(
                seat: body.seat,
                page: 1,
                pages: 1,
                total: records.count,
                records: records,
                present: RecordHistory.Present(userID: "ben", since: Self.start),
                hasBefore: true
            )
        }
        func list(_ arguments: String...) async throws -> Shell.Outcome {
            try await Shell.serving("session-manager", hub: "site", [handler], on: broker) {
                let words = ["record", "list", "--seat", "bed-a", "--state", "/nonexistent/vitalbus"]
                return await Shell(broker).run(words + arguments)
            }
        }
        let since = "user ben has used this seat since \(LocalTime.text(Self.start))"
        #expect(try await list().out == ["0 readings", "\(since); --before shows readings of earlier users"])
        let before = try await list("--before").out
        #expect(before.count == 3 && before[0].hasSuffix("USER") && before[1].hasSuffix("ann"))
        #expect(try await list("--user", "ann").out.count == 3)
        #expect(try await list("--user", "ann", "--before").code == 64)
        #expect(try await list("--plot", "--before").code == 64)
    }

    @Test func theListEndsWithItsLimit() async throws {
        let (outcome, asked) = try await list("--limit", "1", "--json")
        #expect(outcome.out.count == 1 && asked.count == 1)
        let line = try WireJSON.decode(RecordHistory.Entry.self, from: Array((outcome.out.first ?? "").utf8))
        #expect(line.record.logID.rawValue == "log-4")
        let (some, _) = try await list("--limit", "3")
        #expect(some.out.last == "3 of 4 readings: --limit shows more")
    }

    @Test func daysAreLocalAndTimesAreTimes() async throws {
        let (_, asked) = try await list("--from", "2026-03-01", "--to", "2026-03-01", "--metric", "systolic")
        let body = try #require(asked.first)
        let (from, to) = (try #require(body.from), try #require(body.to))
        #expect(LocalTime.text(from) == "2026-03-01 00:00" && LocalTime.text(to) == "2026-03-02 00:00")
        #expect(body.metrics == ["systolic"])
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(LocalTime.text(Self.start, in: zone) == "2026-03-01 09:00")
        // The day on which the clocks go forward has 23 hours.
        let begin = try LocalTime.moment("2026-03-29", of: "--from", in: zone)
        let end = try LocalTime.moment("2026-03-29", of: "--to", isEnd: true, in: zone)
        #expect(end.timeIntervalSince(begin) == 23 * 3_600)
        #expect(try LocalTime.moment("2026-03-01T08:00:00Z", of: "--from") == Self.start)
        for wrong in ["yesterday", "2026-02-30", "2026-3-1", "2026-03-01T08"] {
            let (outcome, asked) = try await list("--from", wrong)
            #expect(outcome.code == 65 && asked.isEmpty, "\(wrong)")
        }
    }

    @Test func aMetricThatThereIsNotIsRefusedWithANearOne() async throws {
        let (outcome, _) = try await list("--metric", "sistolic", empty: true)
        #expect(outcome.code == 65 && outcome.err.first?.contains("did you mean systolic?") == true)
        let (none, _) = try await list("--metric", "body_weight", empty: true)
        #expect(none.code == 0 && none.out.last == "0 readings")
    }

    @Test func aCurveOfEachMetricIsDrawnAsWideAsTheTerminal() async throws {
        let (outcome, _) = try await list("--plot", "--metric", "systolic")
        #expect(outcome.code == 0)
        try #require(outcome.out.count > 7)
        #expect(outcome.out[0] == "systolic in mmHg")
        #expect(outcome.out[1].hasPrefix("124 \u{2502}") && outcome.out[6].hasPrefix("121 \u{2502}"))
        #expect(outcome.out[1...6].allSatisfy { $0.count == 80 })
        // The curve rises from the lowest dot on the left to the highest one on the right.
        #expect(outcome.out[1].last != "\u{2800}" && outcome.out[6].dropFirst(5).first != "\u{2800}")
        #expect(outcome.out[1].dropFirst(5).first == "\u{2800}" && outcome.out[6].last == "\u{2800}")
        #expect(!outcome.out.contains("diastolic in mmHg"))
    }

    @Test func aCurveIsDrawnOfTheMetricsThatPlotNames() async throws {
        let (outcome, asked) = try await list("--plot", "diastolic,systolic")
        #expect(outcome.code == 0 && asked.first?.metrics == nil, "the list below has all readings")
        #expect(outcome.out.contains("systolic in mmHg") && outcome.out.contains("diastolic in mmHg"))
        let (one, _) = try await list("--plot", "diastolic")
        #expect(one.out.first == "diastolic in mmHg" && !one.out.contains("systolic in mmHg"))
        #expect(try RecordListing.metrics("heart-rate,spo2 body-temperature") == ["pulse", "spo2", "body_temperature"])
        let (wrong, asks) = try await list("--plot", "sistolic")
        #expect(wrong.code == 65 && asks.isEmpty && wrong.err.first?.contains("did you mean systolic?") == true)
    }

    @Test func aGapInTheReadingsIsAGapInTheCurve() throws {
        func empty(_ days: [Int]) throws -> Int {
            let points = days.map {
                Chart.Point(time: Self.start.addingTimeInterval(Double($0) * 86_400), value: 70)
            }
            let utc = try #require(TimeZone(identifier: "UTC"))
            let lines = Chart(title: "pulse", points: points, columns: 64, zone: utc).lines
            let columns = lines[1...6].map { $0.unicodeScalars.suffix(60).map(\.value) }
            return (0..<60).count { column in columns.allSatisfy { $0[column] == 0x2800 } }
        }
        #expect(try empty(Array(0..<30)) == 0, "daily readings are one line")
        #expect(try empty(Array(0..<30) + Array(60..<90)) >= 15, "an empty month stays empty")
        #expect(try empty([0, 240]) == 0, "two readings say nothing of what is usual")
        #expect(try empty((0..<30).flatMap { [$0, $0, $0] }) == 0, "three readings a day are no gaps")
    }

    @Test func aCurveOfOneValueIsADot() throws {
        let records = [try Self.entry(1).record]
        let charts = Chart.charts(of: records, only: [], columns: 30)
        #expect(charts.map(\.title) == ["diastolic in mmHg", "systolic in mmHg"])
        let marks = charts[0].lines.dropFirst().joined().unicodeScalars.filter { (0x2801...0x28FF).contains($0.value) }
        #expect(marks.count == 1)
        #expect(Chart(title: "none", points: [], columns: 80, zone: .current).lines.isEmpty)
    }
}
