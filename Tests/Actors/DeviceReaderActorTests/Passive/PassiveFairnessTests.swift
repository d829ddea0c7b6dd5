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

    /// Devices that come, go, fail and stay: nobody waits longer than the others' turns and the delay of a repetition.
    @Test(arguments: 0..<4)
    func nobodyWaitsForever(seed: Int) {
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
}
