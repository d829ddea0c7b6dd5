import SeededRandom

/// Which process is struck when and how: follows from the seed alone.
struct StrikePlan: Sendable {
    /// One strike.
    struct Entry: Sendable, Hashable {
        /// The time since the one before.
        let pauseMilliseconds: Int
        /// The process; where it is down already, the next one in order.
        let victim: Int
        let strike: Strike
    }

    private var random: SplitMix64
    private let victims: Int
    private let pace: Int

    /// - Parameters:
    ///   - victims: How many processes there are; the last one is the broker.
    ///   - pace: The longest time between two strikes, in milliseconds.
    init(seed: UInt64, victims: Int, pace: Int) {
        random = SplitMix64(seed: seed, stream: 1)
        self.victims = victims
        self.pace = pace
    }

    /// The next strike.
    mutating func next() -> Entry {
        // Now and then several at once: the pause is nothing then.
        let pause = number(0..<10) == 0 ? 0 : number(pace / 16..<pace)
        let victim = number(0..<victims)
        return Entry(pauseMilliseconds: pause, victim: victim, strike: strike(isBroker: victim == victims - 1))
    }

    private mutating func strike(isBroker: Bool) -> Strike {
        // Most come back soon, as under a supervisor; some stay away for longer than a lease.
        let down = number(0..<8) == 0 ? number(1_500..<4_000) : number(0..<600)
        switch number(0..<20) {
        case 0..<4: return .freeze
        case 4: return .terminate(downMilliseconds: down)
        case 5..<9 where isBroker: return .killAndForget(downMilliseconds: down)
        case 9..<13 where isBroker: return .killAndRemember(downMilliseconds: down)
        default: return .kill(downMilliseconds: down)
        }
    }

    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
}
