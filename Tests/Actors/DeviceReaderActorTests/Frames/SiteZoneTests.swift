import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceReaderActor

@Suite struct SiteZoneTests {
    /// Berlin's zone in November 2026.
    static let berlin = SiteZone(
        utcOffset: 3_600,
        changes: [
            // 29 March and 25 October 2026, 01:00 UTC.
            SiteZone.Change(at: Date(timeIntervalSince1970: 1_774_746_000), before: 3_600),
            SiteZone.Change(at: Date(timeIntervalSince1970: 1_792_890_000), before: 7_200),
        ]
    )

    private func wall(_ text: String) throws -> Date { try #require(CivilDateTime(text)).date(utcOffset: 0) }

    @Test func anHourComesTwiceAndAnotherNever() throws {
        let twice = try Self.berlin.moments(showing: wall("2026-10-25T02:30:00"))
        #expect(twice == [try wall("2026-10-25T00:30:00"), try wall("2026-10-25T01:30:00")])
        #expect(try Self.berlin.moments(showing: wall("2026-03-29T02:30:00")).isEmpty)
        #expect(try Self.berlin.moments(showing: wall("2026-07-01T14:00:00")) == [wall("2026-07-01T12:00:00")])
        #expect(try Self.berlin.moments(showing: wall("2026-01-01T14:00:00")) == [wall("2026-01-01T13:00:00")])
    }

    @Test func theRulesAreFoundToTheSecond() {
        let zone = HubZone.zone(until: Date(timeIntervalSince1970: 1_795_821_100)) { Self.berlin.utcOffset(at: $0) }
        #expect(zone == Self.berlin)
    }

    private func places(_ text: String, offset: Double, foundAt: String) throws -> [TimePlace] {
        let civil = try #require(CivilDateTime(text))
        return TimePlace.all(of: civil, offset: offset, foundAt: try wall(foundAt), zone: Self.berlin)
    }

    /// The user did not change the clock in October, so it is an hour ahead since then, and its times in July were
    /// right.
    @Test func aClockThatNobodyChangedWasRightBefore() throws {
        let unchanged = try places("2026-07-01T14:00:00", offset: -3_600, foundAt: "2026-11-27T23:00:00")
        #expect(unchanged == [TimePlace(moment: try wall("2026-07-01T12:00:00"), offset: 0)])
        let since = try places("2026-11-01T15:00:00", offset: -3_600, foundAt: "2026-11-27T23:00:00")
        #expect(since == [TimePlace(moment: try wall("2026-11-01T13:00:00"), offset: -3_600)])
        let changed = try places("2026-07-01T14:00:00", offset: 60, foundAt: "2026-11-27T23:00:00")
        #expect(changed == [TimePlace(moment: try wall("2026-07-01T12:01:00"), offset: 60)])
    }

    /// In the repeated hour only a reading that was just made has a certain time.
    @Test func theHourThatComesTwiceIsCertainOnlyForALiveReading() throws {
        let both = try places("2026-10-25T02:30:00", offset: 0, foundAt: "2026-11-27T23:00:00")
        #expect(both.count == 2)
        let live = ReadingTime.certain(of: both, receivedAt: try wall("2026-10-25T01:31:00"))
        #expect(live?.moment == (try wall("2026-10-25T01:30:00")))
        #expect(ReadingTime.certain(of: both, receivedAt: try wall("2026-10-25T09:00:00")) == nil)
        let first = ReadingTime.certain(of: both, receivedAt: try wall("2026-10-25T00:31:00"))
        #expect(first?.moment == (try wall("2026-10-25T00:30:00")))
    }
}
