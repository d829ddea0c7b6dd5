import Foundation
import VitalRecords

@testable import PageActor

/// SplitMix64, so that each house is the same in every run.
struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A normally distributed number (Box and Muller).
    mutating func normal(_ mean: Double, _ deviation: Double) -> Double {
        let (one, two) = (Double.random(in: 1e-12..<1, using: &self), Double.random(in: 0..<1, using: &self))
        return mean + deviation * (-2 * log(one)).squareRoot() * cos(2 * .pi * two)
    }
}

/// A simulated house: people with habits who share one scale or one cuff.
///
/// Between people: weight 72 ± 14 kg, pressure 130 ± 16 over 78 ± 9 mmHg, pulse 72 ± 10. One person's days: ± 0.6 kg with
/// a trend, ± 9, ± 6 and ± 6; the Ohasama study has 123 ± 15 over 76 ± 9, and ± 8.6 and ± 5.8 within a person (Kato 2010).
/// Each has one or two usual hours (± 36 min), keeps them nine times of ten, and measures on 40 to 100 of 100 days: at
/// one of the hours, or in a house that measures often at each of them.
struct SimulatedHouse {
    struct Person {
        let weight: Double, trend: Double, high: Double, low: Double, pulse: Double
        let hours: [Double]
        let share: Double
    }

    /// A reading with the person who made it.
    struct Made {
        let person: Int
        let reading: LikelyPerson.Unknown

        var past: LikelyPerson.Past { .init(at: reading.at, values: reading.values, isSameDevice: true) }
    }

    /// A midnight, 2026-09-21.
    static let start = Date(timeIntervalSince1970: 1_789_948_800)

    let isScale: Bool
    let isOften: Bool
    let people: [Person]
    private var chance: Chance

    init(count: Int, isScale: Bool, isOften: Bool = false, seed: UInt64) {
        (self.isScale, self.isOften) = (isScale, isOften)
        var chance = Chance(state: seed &* 7_919 &+ UInt64(count))
        people = (0..<count).map { _ in
            let habits = Int.random(in: 1...2, using: &chance)
            let hours = (0..<habits).map { _ in Double.random(in: 6..<22, using: &chance) }
            return Person(
                weight: chance.normal(72, 14),
                trend: chance.normal(0, 0.02),
                high: chance.normal(130, 16),
                low: chance.normal(78, 9),
                pulse: chance.normal(72, 10),
                hours: hours,
                share: Double.random(in: 0.4...1, using: &chance)
            )
        }
        self.chance = chance
    }

    static func midnight(_ day: Int) -> Date { start + Double(day) * 86_400 }

    /// The readings of a day, in order.
    mutating func day(_ day: Int) -> [Made] {
        var made: [Made] = []
        for index in people.indices {
            let hours = people[index].hours
            for habit in isOften ? hours.map({ [$0] }) : [hours] {
                if let found = measure(index, day: day, hours: habit) { made.append(found) }
            }
        }
        return made.sorted { $0.reading.at < $1.reading.at }
    }

    private mutating func measure(_ index: Int, day: Int, hours: [Double]) -> Made? {
        let person = people[index]
        guard Double.random(in: 0..<1, using: &chance) < person.share else { return nil }
        let usual = (hours.randomElement(using: &chance) ?? 8) + chance.normal(0, 0.6)
        let isUsual = Double.random(in: 0..<1, using: &chance) < 0.9
        let hour = isUsual ? usual : Double.random(in: 6..<23, using: &chance)
        let values: [MetricName: Double] =
            isScale
            ? [.bodyWeight: person.weight + person.trend * Double(day) + chance.normal(0, 0.6)]
            : [
                .systolic: chance.normal(person.high, 9), .diastolic: chance.normal(person.low, 6),
                .pulse: chance.normal(person.pulse, 6),
            ]
        return Made(person: index, reading: .init(at: Self.midnight(day) + hour * 3_600, values: values))
    }
}

/// An observer who knows all that the simulation knows of a house: no rule can be right more often.
///
/// It is for houses in which everybody measures once a day at most.
struct IdealObserver {
    let house: SimulatedHouse

    /// For each reading of a whole day, its likeliest person.
    func persons(_ readings: [LikelyPerson.Unknown], day: Int) -> [Int] {
        let densities = readings.map { reading in house.people.map { density(reading, of: $0, day: day) } }
        var sums = readings.map { _ in [Double](repeating: 0, count: house.people.count) }
        var chosen: [Int] = []
        // Every way to give each reading another person, by its probability.
        func give(_ probability: Double) {
            guard chosen.count < readings.count else {
                for (place, person) in chosen.enumerated() { sums[place][person] += probability }
                return
            }
            for person in house.people.indices where !chosen.contains(person) {
                let next = probability * densities[chosen.count][person]
                chosen.append(person)
                give(next)
                chosen.removeLast()
            }
        }
        give(1)
        return sums.map { sums in sums.indices.max { sums[$0] < sums[$1] } ?? 0 }
    }

    /// The density of a person's reading, as many times that of a day without one.
    private func density(_ reading: LikelyPerson.Unknown, of person: SimulatedHouse.Person, day: Int) -> Double {
        let hour = reading.at.timeIntervalSince(SimulatedHouse.midnight(day)) / 3_600
        let habit = person.hours.reduce(0) { $0 + normal(hour, $1, 0.6) } / Double(person.hours.count)
        let at = 0.9 * habit + (6..<23 ~= hour ? 0.1 / 17 : 0)
        let known: [MetricName: (mean: Double, deviation: Double)] = [
            .bodyWeight: (person.weight + person.trend * Double(day), 0.6), .systolic: (person.high, 9),
            .diastolic: (person.low, 6), .pulse: (person.pulse, 6),
        ]
        let values = reading.values.reduce(1) { product, value in
            product * (known[value.key].map { normal(value.value, $0.mean, $0.deviation) } ?? 1)
        }
        return values * at * person.share / max(1e-9, 1 - person.share)
    }

    private func normal(_ value: Double, _ mean: Double, _ deviation: Double) -> Double {
        exp(-0.5 * (value - mean) * (value - mean) / (deviation * deviation)) / deviation
    }
}
