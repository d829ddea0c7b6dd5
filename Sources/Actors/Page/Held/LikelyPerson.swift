internal import Foundation
internal import VitalRecords

/// Ranks whose a reading of a shared device probably is; pure, and it decides nothing.
///
/// Each person has a distribution of each value, from their own earlier values where there are some, otherwise that of
/// adults. The hours at which a person used the device, and how often, count as well. All are multiplied (naive Bayes).
struct LikelyPerson: Sendable {
    /// An earlier measurement of a person.
    struct Past: Sendable, Hashable {
        let at: Date
        /// The values in the metrics' canonical units.
        let values: [MetricName: Double]
        /// Whether it came from a device of the same kind.
        let isSameDevice: Bool
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
    /// The width of a habit, in hours.
    private static let habit = 0.75
    private static let day: TimeInterval = 86_400

    let zone: TimeZone

    /// All candidates, the likeliest first.
    ///
    /// - Parameters:
    ///   - values: The reading's values in the metrics' canonical units.
    ///   - time: When it was measured.
    func guesses(_ values: [MetricName: Double], at time: Date, of candidates: [Candidate]) -> [Guess] {
        let uses = candidates.reduce(0) { $0 + $1.past.count(where: \.isSameDevice) }
        let scores = candidates.map { candidate in
            Self.priors.reduce(habitScore(candidate.past, at: time, uses: uses)) { sum, prior in
                sum + (values[prior.metric].map { score($0, prior: prior, past: candidate.past, at: time) } ?? 0)
            }
        }
        guard let best = scores.max() else { return [] }
        let weights = scores.map { exp($0 - best) }
        let sum = weights.reduce(0, +)
        return zip(candidates, weights).map { Guess(seat: $0.seat, probability: $1 / sum) }.sorted {
            $0.probability == $1.probability ? $0.seat < $1.seat : $0.probability > $1.probability
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

    /// The logarithm of how often, and at this hour, a person used the device.
    private func habitScore(_ past: [Past], at time: Date, uses: Int) -> Double {
        let own = past.filter(\.isSameDevice)
        let (hour, area) = (zone.hour(of: time), Self.habit * (2 * Double.pi).squareRoot())
        let near = own.reduce(0.0) { sum, one in
            let gap = abs(zone.hour(of: one.at) - hour)
            return sum + exp(-0.5 * square(min(gap, 24 - gap) / Self.habit)) / area
        }
        // As if a few uses were spread evenly over the day: habits change.
        let density = (near + 1.5 / 24) / (Double(own.count) + 1.5)
        return log(density) + log(Double(own.count + 1) / Double(uses + 1))
    }

    private func square(_ number: Double) -> Double { number * number }
}
