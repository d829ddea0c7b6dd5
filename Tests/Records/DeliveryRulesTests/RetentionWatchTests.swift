import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import DeliveryRules

/// The clocks by which data may be deleted.
@Suite struct RetentionWatchTests {
    private static let day: TimeInterval = 86_400
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func boot(_ seconds: TimeInterval) -> BootInstant { BootInstant(milliseconds: Int64(seconds * 1_000)) }

    private func watch(trusted: Date? = nil) -> RetentionWatch {
        var watch = RetentionWatch()
        watch.begin(trusted: trusted ?? start)
        return watch
    }

    @Test func aKeptClockCloseToTheLastTrustedTimeMay() {
        var watch = watch()
        for hour in 0..<100 {
            let passed = Double(hour) * 3_600
            let verdict1 = watch.look(now: start.addingTimeInterval(passed), boot: boot(passed), isKept: true)
            #expect(verdict1)
        }
    }

    @Test func aClockThatNobodyKeepsMayNot() {
        var watch = watch()
        let verdict2 = watch.look(now: start, boot: boot(0), isKept: false)
        #expect(!verdict2)
        #expect(watch.waitsFor?.contains("clock.trusted") == true)
        let verdict3 = watch.look(now: start, boot: boot(1), isKept: true)
        #expect(verdict3)
    }

    /// With a clock 20 days ahead, unsent records would exceed their week at once.
    @Test(arguments: [-400, -2, 2, 20, 400]) func aClockFarAwayHasToRunForADay(days: Int) {
        var watch = watch()
        let now = start.addingTimeInterval(Double(days) * Self.day)
        let verdict4 = watch.look(now: now, boot: boot(0), isKept: true)
        #expect(!verdict4)
        #expect(watch.waitsFor?.contains("\(abs(days) * 24) hours") == true)
        let verdict5 = watch.look(now: now.addingTimeInterval(Self.day - 1), boot: boot(Self.day - 1), isKept: true)
        #expect(!verdict5)
        let verdict6 = watch.look(now: now.addingTimeInterval(Self.day), boot: boot(Self.day), isKept: true)
        #expect(verdict6)
    }

    @Test func aStepWhileItRunsStartsTheDayAnew() {
        var watch = watch()
        let verdict7 = watch.look(now: start, boot: boot(0), isKept: true)
        #expect(verdict7)
        let ahead = start.addingTimeInterval(20 * Self.day)
        let verdict8 = watch.look(now: ahead, boot: boot(10), isKept: true)
        #expect(!verdict8)
        let verdict9 = watch.look(now: ahead.addingTimeInterval(Self.day - 20), boot: boot(Self.day - 10), isKept: true)
        #expect(!verdict9)
        // A corrected clock is back at a trusted time.
        let verdict10 = watch.look(now: start.addingTimeInterval(Self.day), boot: boot(Self.day), isKept: true)
        #expect(verdict10)
    }

    private struct Boot: BootClock {
        var now = BootInstant.zero
    }

    @Test func theNextStartKnowsWhichTimeWasTrusted() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "x.clock")
        func gate() -> RetentionGate { RetentionGate(file: file, clock: Boot()) { true } }
        #expect(gate().mayDelete(at: start))
        let later = gate()
        #expect(!later.mayDelete(at: start.addingTimeInterval(2 * Self.day)))
        #expect(later.waitsFor != nil)
        #expect(gate().mayDelete(at: start.addingTimeInterval(Self.day)))
        try Data("torn".utf8).write(to: file)
        #expect(gate().mayDelete(at: start.addingTimeInterval(9 * Self.day)))
    }

    @Test func aTimeThatCouldNotBeWrittenIsWrittenAtTheNextLook() throws {
        let folder = try TemporaryFolder()
        let place = folder.url.appending(path: "missing")
        let file = place.appending(path: "x.clock")
        let gate = RetentionGate(file: file, clock: Boot()) { true }
        #expect(gate.mayDelete(at: start))
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        #expect(gate.mayDelete(at: start))
        #expect(FileManager.default.fileExists(atPath: file.path))
    }
}
