import FoundationEssentials
import HealthRecords
import Testing

@testable import HealthImporterActor

@Suite struct HistoricalWindowTests {
    private let today = LocalDay(number: 20_000)

    private func window(_ from: Int, _ to: Int?, isIntraday: Bool = false) -> HistoricalWindow? {
        HistoricalWindow(
            from: LocalDay(number: today.number + from),
            to: to.map { LocalDay(number: today.number + $0) },
            today: today,
            isIntraday: isIntraday
        )
    }

    @Test func daysWithinReachAreTakenAsTheyAre() throws {
        let window = try #require(self.window(-179, -3))
        #expect((window.first.number - 20_000, window.last.number - 20_000) == (-179, -3))
        #expect(self.window(-10, nil)?.last == today)
    }

    @Test func olderAndComingDaysAreCutOff() throws {
        let window = try #require(self.window(-1_000, 5))
        #expect((window.first.number - 20_000, window.last.number - 20_000) == (-179, 0))
        #expect(self.window(-100, nil, isIntraday: true)?.first.number == 20_000 - 7)
    }

    @Test func noDayLeftIsNone() {
        #expect(window(-400, -180) == nil)
        #expect(window(1, nil) == nil)
        #expect(window(-1, -2) == nil)
    }

    @Test func intradayReachesAWeekBackBesideOthersToo() throws {
        #expect(try #require(window(-100, nil)).firstIntraday.number == 20_000 - 7)
        #expect(try #require(window(-3, nil)).firstIntraday.number == 20_000 - 3)
        let old = try #require(window(-100, -50))
        #expect(old.firstIntraday > old.last)
    }

    /// 1 November 2026, 10:30 UTC, on both sides of the date line.
    @Test(arguments: [
        ("Pacific/Kiritimati", 20_759), ("Pacific/Pago_Pago", 20_757), ("UTC", 20_758), ("Asia/Kolkata", 20_758),
        ("Pacific/Auckland", 20_758), ("GMT+1400", 20_759),
    ])
    func todayIsThePersons(zone: String, day: Int) throws {
        let now = Date(timeIntervalSince1970: 1_793_491_200 + 37_800)
        #expect(HistoricalWindow.today(now, in: try #require(TimeZone(identifier: zone))).number == day)
    }
}
