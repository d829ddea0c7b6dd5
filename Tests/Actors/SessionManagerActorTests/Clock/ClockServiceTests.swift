import FoundationEssentials
import GRDB
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import QueueStore
@testable import SessionManagerActor
@testable import StoreEngine

@Suite("the clock service") struct ClockServiceTests {
    @Test("a clock that is set back makes the repeated span doubtful until it has passed again")
    func setBack() async throws {
        let site = try await ServiceSite()
        let clock = site.wallClock
        _ = try await clock.begin()
        site.time.pass(3_600)
        try await clock.look()
        #expect(clock.steps == 0 && clock.problems.isEmpty)
        site.time.step(-1_800)
        try await clock.look()
        #expect(clock.steps == 1)
        #expect(clock.problems.map(\.code) == ["clockSetBack"])
        #expect(try clock.isDoubtful(Samples.reading(at: 1_810)))
        #expect(try !clock.isDoubtful(Samples.reading(at: 1_700)))
        site.time.pass(1_810)
        #expect(clock.problems.isEmpty)
        #expect(try clock.isDoubtful(Samples.reading(at: 1_810)), "what was measured then stays anybody's")
    }

    @Test("a clock that is set ahead is reported for an hour")
    func setAhead() async throws {
        let site = try await ServiceSite()
        let clock = site.wallClock
        _ = try await clock.begin()
        site.time.step(600)
        try await clock.look()
        #expect(clock.problems.map(\.code) == ["clockSetAhead"])
        site.time.pass(3_601)
        #expect(clock.problems.isEmpty)
        #expect(clock.steps == 1)
    }

    @Test("a step ahead while the process was not running is found at the start of the same boot, and remembered")
    func stepAheadWhileNotRunning() async throws {
        let site = try await ServiceSite()
        let first = site.wallClock
        _ = try await first.begin()
        site.time.pass(600)
        site.time.step(86_400)
        let (late, early) = (try Samples.reading(at: 40_000), TestTime.start.addingTimeInterval(300))
        for _ in 1...2 {
            let next = site.wallClock
            _ = try await next.begin()
            #expect(next.mayPrecede(early, reading: late), "a session of that time may have begun a day later")
            site.time.pass(60)
        }
        let last = site.wallClock
        _ = try await last.begin()
        #expect(last.problems.isEmpty, "it is counted once")
        #expect(last.mayPrecede(early, reading: late))
        #expect(try !last.mayPrecede(early, reading: Samples.reading(at: 90_000)))
    }

    @Test("a step ahead that is taken back while the process is not running holds nothing")
    func undoneWhileNotRunning() async throws {
        let site = try await ServiceSite()
        let first = site.wallClock
        _ = try await first.begin()
        site.time.pass(600)
        site.time.step(86_400)
        try await first.look()
        let (late, early) = (try Samples.reading(at: 40_000), TestTime.start.addingTimeInterval(300))
        #expect(first.mayPrecede(early, reading: late))
        site.time.step(-86_400)
        let next = site.wallClock
        _ = try await next.begin()
        #expect(!next.mayPrecede(early, reading: late), "the clock was right before")
        #expect(try next.isDoubtful(Samples.reading(at: 700)))
    }

    @Test("a step that cannot be saved is saved by the next look")
    func savedLater() async throws {
        let site = try await ServiceSite()
        let clock = site.wallClock
        _ = try await clock.begin()
        site.time.pass(3_600)
        site.time.step(-1_800)
        try await site.store.writer.write { try $0.execute(sql: "ALTER TABLE clock_steps RENAME TO away") }
        await #expect(throws: (any Error).self) { try await clock.look() }
        #expect(clock.steps == 1)
        try await site.store.writer.write { try $0.execute(sql: "ALTER TABLE away RENAME TO clock_steps") }
        site.time.pass(5)
        try await clock.look()
        #expect(try await site.store.clockSteps().count == 1)
        #expect(clock.steps == 1, "it is counted once")
    }

    @Test("a step while the process was not running is found at the start, and remembered")
    func stepWhileNotRunning() async throws {
        let site = try await ServiceSite()
        site.time.pass(3_600)
        _ = try await site.start("bed-1")
        site.time.step(-1_800)
        let clock = site.wallClock
        #expect(try await clock.begin() == TestTime.start.addingTimeInterval(3_600))
        #expect(try clock.isDoubtful(Samples.reading(at: 2_000)))
        let next = site.wallClock
        _ = try await next.begin()
        #expect(try next.isDoubtful(Samples.reading(at: 2_000)))
    }
}
