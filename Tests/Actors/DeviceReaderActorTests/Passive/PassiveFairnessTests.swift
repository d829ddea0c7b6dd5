import BusContract
import FoundationEssentials
import SeededRandom
import Testing
import VitalRecords

@testable import DeviceReaderActor

/// One radio and many devices: each gets its turn.
@Suite struct PassiveFairnessTests {
    /// A device and how it is heard.
    private struct Site: Sendable {
        /// How long a reading takes, in seconds.
        let duration: Int
        let outcome: PassiveOutcome
        /// Whether it is heard in a second.
        let isHeard: @Sendable (_ second: Int) -> Bool
    }

    /// A machine and its devices, second by second, as the scanner and the reader drive it.
    private struct Room {
        var machine = PassiveMachine(peripherals: [3000], rearm: 1, longestCooling: 3)
        let sites: [Site]
        /// When each reading of a device began.
        private(set) var turns: [Int: [Int]] = [:]
        private var current: (number: Int, end: Int)?

        init(_ sites: [Site]) { self.sites = sites }

        mutating func pass(_ seconds: Range<Int>) {
            for second in seconds {
                let now = Samples.start.addingTimeInterval(Double(second))
                if let current, current.end <= second {
                    self.current = nil
                    let outcome = sites[current.number].outcome
                    begin(machine.finished(Samples.device(current.number), outcome: outcome, at: now), at: second)
                }
                for (number, site) in sites.enumerated() {
                    if site.isHeard(second) {
                        begin(machine.sighted(Samples.sighting(number), at: now), at: second)
                    } else {
                        machine.lost(Samples.device(number), at: now)
                    }
                }
                begin(machine.tick(at: now), at: second)
            }
        }

        private mutating func begin(_ actions: [PassiveMachine.Action], at second: Int) {
            for case .read(let sighting, _) in actions {
                guard let number = sites.indices.first(where: { Samples.device($0) == sighting.device }) else {
                    continue
                }
                turns[number, default: []].append(second)
                current = (number, second + sites[number].duration)
            }
        }
    }

    private static let alwaysReady = Site(duration: 17, outcome: .done) { _ in true }

    @Test func aDeviceThatIsHeardNowAndThenIsReadBesideOneThatIsAlwaysReady() throws {
        // The reading of the first takes all seconds in which the other is heard, unless it leaves room.
        let weak = Site(duration: 5, outcome: .done) { $0 % 20 == 10 }
        var room = Room([Self.alwaysReady, weak])
        room.pass(0..<120)
        let first = try #require(room.turns[1]?.first)
        #expect(first <= 40)
        #expect((room.turns[0]?.count ?? 0) > 2, "the other one is read again and again")
    }

    @Test func aShortUseIsReadBeforeDevicesThatNeverStop() throws {
        let cuff = Site(duration: 5, outcome: .done) { (205..<235).contains($0) }
        var room = Room(Array(repeating: Self.alwaysReady, count: 6) + [cuff])
        room.pass(0..<300)
        #expect(try #require(room.turns[6]?.first) < 235)
        for number in 0..<6 { #expect((room.turns[number]?.count ?? 0) > 1) }
    }

    @Test func aDeviceThatAlwaysFailsKeepsNoOtherFromItsTurn() {
        let broken = Site(duration: 30, outcome: .failed) { _ in true }
        var room = Room([broken, Self.alwaysReady, broken, Self.alwaysReady])
        room.pass(0..<1_000)
        for number in room.sites.indices { #expect((room.turns[number]?.count ?? 0) > 4) }
    }

    @Test func aDeviceThatLeftForGoodDelaysARepeatedReadingByHalfAMinuteAtMost() throws {
        let gone = Site(duration: 5, outcome: .done) { (3..<6).contains($0) }
        var room = Room([Self.alwaysReady, gone])
        room.pass(0..<60)
        #expect(room.turns[1] == nil)
        #expect(try #require(room.turns[0]).contains { (18...36).contains($0) })
    }

    /// Devices that come, go, fail and stay: none waits longer than the others' turns and the delay of a repetition.
    @Test(arguments: 0..<4)
    func noDeviceWaitsForever(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let outcomes: [PassiveOutcome] = [.done, .failed, .noReading, .empty, .advanced]
        let sites = (0..<8).map { _ in
            let (period, share) = (Int.random(in: 2...30, using: &random), Int.random(in: 3...30, using: &random))
            let outcome = outcomes.randomElement(using: &random) ?? .done
            return Site(duration: Int.random(in: 1...20, using: &random), outcome: outcome) { $0 % period < share }
        }
        var room = Room(sites + [Self.alwaysReady])
        room.pass(0..<2_000)
        for number in room.sites.indices {
            let turns = [0] + (room.turns[number] ?? []) + [2_000]
            let longest = zip(turns, turns.dropFirst()).map { $1 - $0 }.max() ?? 0
            #expect(longest < 800, "device \(number)")
        }
    }

    // MARK: - A reading that something new calls for

    private func at(_ seconds: Double) -> Date { Samples.start.addingTimeInterval(seconds) }

    /// Device 2 fell silent before its turn at second 9, and device 1 was read at second 10 with an outcome.
    private func heldBack(after outcome: PassiveOutcome) -> PassiveMachine {
        var machine = PassiveMachine(peripherals: [3000], rearm: 15, longestCooling: 5)
        _ = machine.sighted(Samples.sighting(1), at: at(0))
        _ = machine.sighted(Samples.sighting(2), at: at(8))
        machine.lost(Samples.device(2), at: at(9))
        _ = machine.sighted(Samples.sighting(1), at: at(10))
        #expect(machine.finished(Samples.device(1), outcome: outcome, at: at(10)).isEmpty)
        return machine
    }

    private func read(content: String = "00") -> PassiveMachine.Action {
        .read(Samples.sighting(1, content: content), peripheralID: 3000)
    }

    @Test(arguments: [PassiveOutcome.done, .empty, .noReading])
    func onlyAReadingThatNothingNewCallsForIsHeldBack(outcome: PassiveOutcome) {
        var machine = heldBack(after: outcome)
        #expect(machine.tick(at: at(15)).isEmpty)
        _ = machine.sighted(Samples.sighting(1), at: at(30))
        #expect(machine.tick(at: at(37.9)).isEmpty)
        #expect(machine.tick(at: at(38)) == [read()])
    }

    @Test(arguments: [PassiveOutcome.done, .empty])
    func newContentIsNotHeldBack(outcome: PassiveOutcome) {
        var machine = heldBack(after: outcome)
        #expect(machine.sighted(Samples.sighting(1, content: "01"), at: at(11)) == [read(content: "01")])
    }

    @Test func whatFailedIsNotHeldBack() {
        var machine = heldBack(after: .failed)
        #expect(machine.tick(at: at(14)) == [read()])
    }

    @Test func aMemoryThatIsNotReadToItsEndIsNotHeldBack() {
        var machine = heldBack(after: .advanced)
        #expect(machine.tick(at: at(12)) == [read()])
    }

    @Test(arguments: [PassiveOutcome.done, .empty, .noReading, .failed, .notPaired, .missingPart])
    func aDeviceThatIsPairedAgainIsReadAtOnce(outcome: PassiveOutcome) {
        var machine = heldBack(after: outcome)
        #expect(machine.repaired(Samples.device(1), at: at(11)) == [read()])
        #expect(machine.repaired(Samples.device(1), at: at(12)).isEmpty)
    }

    @Test func aPairingEndsTheGrowingPauseOfFailures() {
        var machine = PassiveMachine(peripherals: [3000], rearm: 15, longestCooling: 5)
        _ = machine.sighted(Samples.sighting(1), at: at(0))
        for second in stride(from: 1.0, to: 400, by: 100) {
            _ = machine.sighted(Samples.sighting(1), at: at(second))
            _ = machine.finished(Samples.device(1), outcome: .failed, at: at(second))
            _ = machine.sighted(Samples.sighting(1), at: at(second + 99))
        }
        _ = machine.finished(Samples.device(1), outcome: .failed, at: at(401))
        #expect(machine.repaired(Samples.device(1), at: at(402)) == [read()])
        #expect(machine.finished(Samples.device(1), outcome: .failed, at: at(403)).isEmpty)
        #expect(machine.tick(at: at(407)) == [read()], "the pauses begin again")
    }

    /// A repetition that waits would else stay behind all devices that are due within two minutes.
    @Test func aRepetitionThatShowsSomethingNewMeanwhileIsDueNow() {
        var machine = PassiveMachine(peripherals: [3000], rearm: 15, longestCooling: 5)
        _ = machine.sighted(Samples.sighting(1), at: at(0))
        _ = machine.finished(Samples.device(1), outcome: .done, at: at(1))
        _ = machine.sighted(Samples.sighting(2), at: at(2))
        #expect(machine.tick(at: at(6)).isEmpty)
        #expect(machine.phases.map(\.phase.word) == [.reading, .reading])
        _ = machine.sighted(Samples.sighting(1, content: "01"), at: at(7))
        _ = machine.sighted(Samples.sighting(3), at: at(8))
        #expect(machine.finished(Samples.device(2), outcome: .done, at: at(9)) == [read(content: "01")])
    }
}
