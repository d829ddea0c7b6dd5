import DisplayGenerator
import DisplayLayouts
import NeuralNet
import Pixels
import Synchronization
import Testing
import VitalRecords

@testable import DisplayReading

/// The limit on the looks at one picture.
struct SearchTimeTests {
    /// A clock that advances by a step whenever it is asked.
    private final class SteppingClock: Sendable {
        private let step: Duration
        private let asked = Mutex(0)

        init(step: Duration) { self.step = step }

        var count: Int { asked.withLock(\.self) }

        func now() -> Duration {
            asked.withLock { count in
                count += 1
                return step * count
            }
        }
    }

    private static func read(_ drawn: DrawnDisplay, within time: SearchTime?) throws -> DisplayOutcome {
        let reader = DisplayReader(finder: try DisplayNetworks.finder, reader: try DisplayNetworks.reader)
        let kind = DisplayLayouts.DisplayKind(rawValue: drawn.kind.rawValue) ?? .any
        return reader.read(drawn.gray, request: ReadingRequest(layouts: [.standard(kind)]), within: time)
    }

    private static func drawn(turn: Double) -> DrawnDisplay {
        DisplayScene(
            kind: .bloodPressure,
            band: .easy,
            seed: 740_000_000,
            family: .plain,
            turn: .exactly(degrees: turn)
        ).draw(side: 480)
    }

    /// A limit of so many questions to the clock.
    private static func limit(_ questions: Int) -> (time: SearchTime, clock: SteppingClock) {
        let clock = SteppingClock(step: .milliseconds(100))
        return (SearchTime(limit: .milliseconds(100 * questions)) { clock.now() }, clock)
    }

    @Test
    func `A picture whose directions were not all tried is not accepted, and says why`() throws {
        let turned = Self.drawn(turn: 120)
        let whole = try Self.read(turned, within: nil)
        #expect(whole.refusal == nil)
        for questions in [1, 3, 5] {
            let (time, clock) = Self.limit(questions)
            let cut = try Self.read(turned, within: time)
            #expect(!cut.isAccepted)
            let isSaid = cut.refusal?.reason == .outOfTime || cut.reasons.contains(.outOfTime)
            #expect(isSaid, "\(questions): \(cut.reasons)")
            #expect(clock.count <= questions + 1, "no look after the end")
        }
    }

    @Test
    func `A limit that is not reached changes nothing`() throws {
        let turned = Self.drawn(turn: 120)
        let (time, clock) = Self.limit(1_000)
        #expect(try Self.read(turned, within: time) == Self.read(turned, within: nil))
        #expect(clock.count > 5)
    }

    @Test
    func `An upright display that is read at once needs no more time`() throws {
        let upright = Self.drawn(turn: 0)
        let outcome = try Self.read(upright, within: Self.limit(0).time)
        #expect(outcome == (try Self.read(upright, within: nil)))
        #expect(outcome.isAccepted)
    }
}
