import DeviceCodecs
import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceReaderActor

@Suite struct ClockTests {
    private let now = Date(timeIntervalSince1970: 1_786_000_000)
    private let hour: Double = 3_600

    // MARK: The book

    private func book(_ changes: [(Double, Double, Double?)], offset: Double?) -> ClockBook {
        ClockBook(
            changes: changes.map { (at: now.addingTimeInterval($0.0), before: $0.1, after: $0.2) },
            offset: offset
        )
    }

    /// The offset for a time that the device showed; nil if none or several fit.
    private func offset(_ book: ClockBook, for shown: Date) -> Double? {
        let places = book.places(receivedAt: now) { offset, _ in
            [TimePlace(moment: shown.addingTimeInterval(offset), offset: offset)]
        }
        return places.count == 1 ? places[0].offset : nil
    }

    @Test func recordsBeforeAWrittenClockKeepTheirOldOffset() {
        // The clock was seven hours behind, and was set an hour ago.
        let book = book([(-hour, 7 * hour, 0)], offset: 0.5)
        let before = now.addingTimeInterval(-2 * hour - 7 * hour)
        #expect(offset(book, for: before) == 7 * hour)
        #expect(offset(book, for: now.addingTimeInterval(-600)) == 0.5)
    }

    /// The clock was seven hours ahead and was set an hour ago: some displayed times fit before and after.
    @Test func aTimeThatFitsTwiceIsNobodys() {
        let book = book([(-hour, -7 * hour, 0)], offset: 0)
        #expect(offset(book, for: now.addingTimeInterval(-600)) == nil)
        #expect(offset(book, for: now.addingTimeInterval(5 * hour)) == -7 * hour)
        // No time fits between the two eras.
        let behind = self.book([(-hour, 7 * hour, 0)], offset: 0)
        #expect(offset(behind, for: now.addingTimeInterval(-3 * hour)) == nil)
    }

    @Test func aWriteThatNobodySawIsJudgedByWhatTheClockShows() {
        #expect(book([(-hour, 900, nil)], offset: 901).past.isEmpty)
        #expect(book([(-hour, 900, nil)], offset: 1).past.count == 1)
        // If the clock cannot be read, the write may have taken effect.
        #expect(book([(-hour, 900, nil)], offset: nil).past.count == 1)
        #expect(book([(-2 * hour, 900, nil), (-hour, 899, 0)], offset: 0).past.map(\.offset) == [899])
    }

    @Test func aClockThatWasNeverSetHasItsOffset() {
        #expect(offset(book([], offset: -77), for: .distantPast) == -77)
        #expect(offset(book([], offset: nil), for: now) == nil)
    }

    @Test func theBuilderUsesTheEraOfEachRecord() throws {
        var context = Samples.context(offset: 0)
        let civil = try #require(CivilDateTime(year: 2024, month: 6, day: 15, hour: 17, minute: 17, second: 27))
        let shown = civil.date(utcOffset: 7_200)
        // The clock was seven hours behind when it made the record, and was set ten minutes later.
        let set = shown.addingTimeInterval(7 * hour + 600)
        context.clockEras = [ClockBook.Era(until: set, offset: 7 * hour)]
        let built = try Samples.builder(context)
            .bloodPressure(Samples.bytes(Samples.timed), receivedAt: set.addingTimeInterval(hour))
        let reading = try #require(built)
        #expect(reading.timestamp == shown.addingTimeInterval(7 * hour))
        #expect(reading.timeQuality == .corrected)
        #expect(reading.clockOffsetSeconds == -25_200)
        // A record outside every era has an unknown time.
        context.clockEras = [ClockBook.Era(until: shown, offset: 7 * hour)]
        let stray = try Samples.builder(context)
            .bloodPressure(Samples.bytes(Samples.timed), receivedAt: shown.addingTimeInterval(-1_000))
        #expect(stray?.timeQuality == .unknown)
    }

    // MARK: The procedure

    private func civil(_ date: Date) -> [UInt8] {
        let seconds = Int(date.timeIntervalSince1970) + 7_200
        let rest = seconds % 86_400
        guard let civil = CivilDateTime(daysSince1970: seconds / 86_400, secondOfDay: rest) else { return [] }
        return GATTDateTime(civil).encoded
    }

    private func procedure(
        _ places: Set<BluetoothUUID> = [.dateTime],
        writable: Bool = true,
        mayWrite: Bool = true
    ) -> ClockProcedure {
        ClockProcedure(
            readable: places,
            writable: writable ? places : [],
            policy: ClockProcedure.Policy(mayWrite: mayWrite, tolerance: 600),
            utcOffset: 7_200
        )
    }

    private func read(_ procedure: inout ClockProcedure, _ behind: Double) -> [ClockProcedure.Output] {
        _ = procedure.start()
        return procedure.read(civil(now.addingTimeInterval(-behind)), asked: now, answered: now)
    }

    @Test func theOffsetIsThatOfTheMiddle() {
        var procedure = procedure()
        #expect(procedure.start() == [.read(.dateTime)])
        let outputs = procedure.read(civil(now), asked: now, answered: now.addingTimeInterval(4))
        #expect(outputs == [.end(ClockProcedure.Finding(offset: 2))])
    }

    @Test(arguments: [(0.0, false), (599, false), (3_600, false), (-3_480, false), (601, true), (25_200, true)])
    func onlyAClockThatIsClearlyWrongIsSet(behind: Double, isSet: Bool) {
        let end = [ClockProcedure.Output.end(ClockProcedure.Finding(offset: behind))]
        var writer = procedure()
        let written = read(&writer, behind)
        #expect(written == (isSet ? [.note(before: behind)] : end))
        var looker = procedure(mayWrite: false)
        let looked = read(&looker, behind)
        #expect(looked == end)
        var locked = procedure(writable: false)
        let refused = read(&locked, behind)
        #expect(refused == end)
    }

    @Test func theOldOffsetIsOnDiskBeforeTheWrite() {
        var taken = procedure()
        _ = read(&taken, 25_200)
        #expect(taken.noted(true, now: now) == [.write(.dateTime, civil(now))])
        #expect(taken.wrote() == [.read(.dateTime)])
        let after = taken.read(civil(now), asked: now, answered: now)
        #expect(after == [.end(ClockProcedure.Finding(offset: 0, before: 25_200))])
        var refused = procedure()
        _ = read(&refused, 25_200)
        #expect(refused.noted(false, now: now) == [.end(ClockProcedure.Finding(offset: 25_200))])
        var ignored = procedure()
        _ = read(&ignored, 25_200)
        _ = ignored.noted(true, now: now)
        _ = ignored.wrote()
        let same = ignored.read(civil(now.addingTimeInterval(-25_200)), asked: now, answered: now)
        #expect(same == [.end(ClockProcedure.Finding(offset: 25_200))])
    }

    @Test func theOtherClockIsAskedWhereTheFirstSaysNothing() {
        var procedure = procedure([.dateTime, .currentTime])
        #expect(procedure.start() == [.read(.dateTime)])
        #expect(procedure.read([0, 0, 0, 0, 0, 0, 0], asked: now, answered: now) == [.read(.currentTime)])
        let shown = civil(now) + [1, 0, 0]
        #expect(
            procedure.read(shown, asked: now, answered: now) == [.end(ClockProcedure.Finding(offset: 0))]
        )
        var none = self.procedure([])
        #expect(none.start() == [.end(ClockProcedure.Finding())])
    }
}
