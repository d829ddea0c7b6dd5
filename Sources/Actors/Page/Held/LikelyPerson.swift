internal import Foundation
internal import VitalRecords

/// Ranks whose the readings of a shared device probably are; pure, and it decides nothing.
///
/// Each person has a distribution of each value, from their own earlier values where there are some, otherwise that of
/// adults. ``DayHabit`` has how often and at which hours a person uses the device. All are multiplied (naive Bayes).
/// Readings of one day are judged together: who probably made one of them less probably made the next.
struct LikelyPerson: Sendable {
    /// An earlier measurement of a person.
    struct Past: Sendable, Hashable {
        let at: Date
        /// The values in the metrics' canonical units.
        let values: [MetricName: Double]
        /// Whether it came from a device of the same kind.
        let isSameDevice: Bool
    }

    /// A reading whose person is unknown.
    struct Unknown: Sendable, Hashable {
        let at: Date
        /// The values in the metrics' canonical units.
        let values: [MetricName: Double]
    }

    /// A person who may have measured.
    struct Candidate: Sendable, Hashable {
        let seat: String
        let past: [Past]
    }

    /// How probable it is that the reading is a person's.
    struct Guess: Sendable, Hashable {
        let seat: String
        /// From 0 to 1; those of all candidates add up to 1.
        let probability: Double

        /// How sure a page may sound.
        ///
        /// In simulated houses of 2 to 6 people, a likely person was the right one in more than 95 of 100 cases
        /// (`LikelyPersonTests`).
        var sureness: Sureness { probability >= 0.9 ? .likely : probability >= 0.5 ? .possible : .unsure }
    }

    /// How sure a guess is.
    enum Sureness: String, Sendable {
        case likely
        case possible
        case unsure
    }

    /// What a reading says about one person.
    private struct Fact {
        /// The logarithm of its values' density.
        let score: Double
        let habit: DayHabit
    }

    /// One way to give a day's readings to people.
    private struct Way {
        /// Less probable ways are dropped: by the logarithm of their part of the best one, and beyond a number.
        private static let least = (part: 12.0, count: 500)

        /// The person of each reading so far.
        var persons: [Int]
        var score: Double

        /// The ways to give one more reading to a person.
        ///
        /// - Parameter others: The readings that are other uses of the device.
        func next(_ facts: [Fact], others: [Int]) -> [Way] {
            facts.enumerated().map { person, fact in
                let own = others.count { persons[$0] == person }
                return Way(persons: persons + [person], score: score + fact.score + log(fact.habit.rate(others: own)))
            }
        }

        /// The ways that are not much less probable than the best one.
        static func probable(_ ways: [Way]) -> [Way] {
            let best = ways.map(\.score).max() ?? 0
            let near = ways.filter { $0.score >= best - least.part }
            return near.count <= least.count ? near : Array(near.sorted { $0.score > $1.score }.prefix(least.count))
        }
    }

    /// What is known of a metric before any value of a person.
    private struct Prior {
        let metric: MetricName
        /// The mean and standard deviation of adults.
        let adults: (mean: Double, deviation: Double)
        /// The standard deviation of one person's values from day to day.
        let ownDeviation: Double
        /// After so many days a value counts a third.
        let memory: Double
    }

    /// Rounded from population surveys; they matter only until a person has values of their own.
    private static let priors = [
        Prior(metric: .bodyWeight, adults: (72, 16), ownDeviation: 0.9, memory: 7),
        Prior(metric: .systolic, adults: (130, 18), ownDeviation: 10, memory: 30),
        Prior(metric: .diastolic, adults: (78, 11), ownDeviation: 7, memory: 30),
        Prior(metric: .pulse, adults: (72, 12), ownDeviation: 7, memory: 30),
    ]
    /// The number of values that the day-to-day deviation above weighs against a person's own.
    private static let priorCount = 6.0
    private static let day: TimeInterval = 86_400

    let zone: TimeZone

    /// All candidates of each reading, the likeliest first.
    ///
    /// - Parameters:
    ///   - readings: Readings of one shared device and one day, none of them decided.
    ///   - now: When they are judged. A day that is not over may get more readings.
    func guesses(_ readings: [Unknown], of candidates: [Candidate], now: Date) -> [[Guess]] {
        let last = candidates.flatMap(\.past).filter(\.isSameDevice).map { zone.day(of: $0.at) }.max()
        let facts = readings.map { reading in
            candidates.map { one in
                Fact(
                    score: score(reading, past: one.past),
                    habit: DayHabit(one.past, at: reading.at, now: now, last: last, zone: zone)
                )
            }
        }
        return shares(of: readings, facts: facts).map { guesses($0, of: candidates) }
    }

    /// For each reading, the probabilities of all candidates, over all ways to give the day's readings to people.
    private func shares(of readings: [Unknown], facts: [[Fact]]) -> [[Double]] {
        var ways = [Way(persons: [], score: 0)]
        for place in readings.indices {
            let others = (0..<place).filter { DayHabit.isOtherUse(readings[$0].at, than: readings[place].at) }
            ways = Way.probable(ways.flatMap { $0.next(facts[place], others: others) })
        }
        let weights = probabilities(ways.map(\.score))
        return readings.indices.map { place in
            zip(ways, weights).reduce(into: facts[place].map { _ in 0 }) { $0[$1.0.persons[place]] += $1.1 }
        }
    }

    private func guesses(_ shares: [Double], of candidates: [Candidate]) -> [Guess] {
        zip(candidates, shares).map { Guess(seat: $0.seat, probability: $1) }.sorted {
            $0.probability == $1.probability ? $0.seat < $1.seat : $0.probability > $1.probability
        }
    }

    /// What adds up to 1, from logarithms.
    private func probabilities(_ scores: [Double]) -> [Double] {
        let best = scores.max() ?? 0
        let weights = scores.map { exp($0 - best) }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }

    private func score(_ reading: Unknown, past: [Past]) -> Double {
        Self.priors.reduce(0) { sum, prior in
            sum + (reading.values[prior.metric].map { score($0, prior: prior, past: past, at: reading.at) } ?? 0)
        }
    }

    /// The logarithm of a value's density for a person, with heavy tails because people have other days.
    private func score(_ value: Double, prior: Prior, past: [Past], at time: Date) -> Double {
        let known = past.compactMap { one in
            let days = abs(time.timeIntervalSince(one.at)) / Self.day
            return one.values[prior.metric].map { (value: $0, weight: exp(-days / prior.memory)) }
        }
        let sum = known.reduce(0) { $0 + $1.weight }
        // Values from so long ago say nothing.
        guard sum > 1e-6 else {
            return density(value, mean: prior.adults.mean, variance: square(prior.adults.deviation))
        }
        let mean = known.reduce(0) { $0 + $1.weight * $1.value } / sum
        let spread = known.reduce(0) { $0 + $1.weight * square($1.value - mean) } / sum
        let count = square(sum) / known.reduce(0) { $0 + square($1.weight) }
        let variance =
            (spread * count + square(prior.ownDeviation) * Self.priorCount) / (count + Self.priorCount)
        return density(value, mean: mean, variance: variance * (1 + 1 / count))
    }

    /// The logarithm of Student's density with 8 degrees of freedom, without its constant.
    private func density(_ value: Double, mean: Double, variance: Double) -> Double {
        -0.5 * log(variance) - 4.5 * log(1 + square(value - mean) / (8 * variance))
    }

    private func square(_ number: Double) -> Double { number * number }
}
