import Foundation
import Testing
import VitalRecords

@testable import PageActor

/// SplitMix64, so that each house is the same in every run.
private struct Chance: RandomNumberGenerator {
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
/// a trend, ± 9, ± 6 and ± 6. Each has one or two usual hours (± 36 min), keeps them nine times of ten, and measures on 40
/// to 100 of 100 days.
private struct House {
    struct Person {
        let weight: Double, trend: Double, high: Double, low: Double, pulse: Double
        let hours: [Double]
        let share: Double
    }

    /// A midnight, 2026-09-21.
    static let start = Date(timeIntervalSince1970: 1_789_948_800)

    let isScale: Bool
    let people: [Person]
    var chance: Chance
    var past: [[LikelyPerson.Past]]

    init(count: Int, isScale: Bool, seed: UInt64) {
        self.isScale = isScale
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
        (self.chance, past) = (chance, people.map { _ in [] })
    }

    mutating func measure(_ index: Int, day: Int) -> LikelyPerson.Past? {
        let person = people[index]
        guard Double.random(in: 0..<1, using: &chance) < person.share else { return nil }
        let usual = (person.hours.randomElement(using: &chance) ?? 8) + chance.normal(0, 0.6)
        let isUsual = Double.random(in: 0..<1, using: &chance) < 0.9
        let hour = isUsual ? usual : Double.random(in: 6..<23, using: &chance)
        let values: [MetricName: Double] =
            isScale
            ? [.bodyWeight: person.weight + person.trend * Double(day) + chance.normal(0, 0.6)]
            : [
                .systolic: chance.normal(person.high, 9), .diastolic: chance.normal(person.low, 6),
                .pulse: chance.normal(person.pulse, 6),
            ]
        let time = Self.start + Double(day) * 86_400 + hour * 3_600
        return LikelyPerson.Past(at: time, values: values, isSameDevice: true)
    }

    /// A month of decided readings, then a week whose readings are guessed: whether each was right, and how sure it was.
    mutating func week() -> [(isRight: Bool, sureness: LikelyPerson.Sureness)] {
        for day in 0..<30 {
            for index in people.indices {
                if let measured = measure(index, day: day) { past[index].append(measured) }
            }
        }
        let candidates = past.enumerated().map { LikelyPerson.Candidate(seat: "bed-\($0)", past: $1) }
        var results: [(isRight: Bool, sureness: LikelyPerson.Sureness)] = []
        for day in 30..<37 {
            for index in people.indices {
                guard let found = measure(index, day: day) else { continue }
                let guesses = LikelyPerson(zone: .gmt).guesses(found.values, at: found.at, of: candidates)
                guard let first = guesses.first else { continue }
                results.append((isRight: first.seat == "bed-\(index)", sureness: first.sureness))
            }
        }
        return results
    }
}

@Suite struct LikelyPersonTests {
    /// The parts of all readings, and of those that the page calls likely, whose right person comes first.
    private func measured(count: Int, isScale: Bool) -> (first: Double, likely: Double, likelyPart: Double) {
        var results: [(isRight: Bool, sureness: LikelyPerson.Sureness)] = []
        for seed in 0..<100 {
            var house = House(count: count, isScale: isScale, seed: UInt64(seed))
            results += house.week()
        }
        let likely = results.filter { $0.sureness == .likely }
        let part = { (some: Int, all: Int) in Double(some) / Double(max(all, 1)) }
        return (
            part(results.count(where: \.isRight), results.count), part(likely.count(where: \.isRight), likely.count),
            part(likely.count, results.count)
        )
    }

    @Test(arguments: 2...6)
    func aWeightsRightPersonComesFirst(people: Int) {
        let found = measured(count: people, isScale: true)
        print("scale, \(people) people: first \(found.first), likely \(found.likely) of \(found.likelyPart)")
        #expect(found.first >= 0.95 && found.likely >= 0.98 && found.likelyPart > 0.8)
    }

    /// A pressure says less about a person than a weight: with more people the page says more often that it is not sure.
    @Test(arguments: [(2, 0.95), (3, 0.92), (4, 0.9), (5, 0.88), (6, 0.86)])
    func aCuffsRightPersonComesFirst(people: Int, least: Double) {
        let found = measured(count: people, isScale: false)
        print("cuff, \(people) people: first \(found.first), likely \(found.likely) of \(found.likelyPart)")
        #expect(found.first >= least && found.likely >= 0.95 && found.likelyPart > 0.5)
    }

    private func past(_ weight: Double, days: Double) -> LikelyPerson.Past {
        .init(at: House.start - days * 86_400, values: [.bodyWeight: weight], isSameDevice: true)
    }

    @Test func theirProbabilitiesAddUpToOneAndWithoutPeopleThereIsNone() {
        let rule = LikelyPerson(zone: .gmt)
        let two = [
            LikelyPerson.Candidate(seat: "bed-a", past: [past(70, days: 1), past(70.5, days: 2)]),
            LikelyPerson.Candidate(seat: "bed-b", past: [past(90, days: 1)]),
        ]
        let found = rule.guesses([.bodyWeight: 70.2], at: House.start, of: two)
        #expect(found.map(\.seat) == ["bed-a", "bed-b"] && found[0].sureness == .likely)
        #expect(abs(found.reduce(0) { $0 + $1.probability } - 1) < 1e-9)
        #expect(rule.guesses([.bodyWeight: 70], at: House.start, of: []).isEmpty)
    }

    /// Between two persons of one weight, and for values that say nothing, the page must not sound sure.
    @Test func equalPeopleAreNotTold() {
        let rule = LikelyPerson(zone: .gmt)
        let same = [past(70, days: 1), past(70, days: 2)]
        let twins = ["bed-a", "bed-b"].map { LikelyPerson.Candidate(seat: $0, past: same) }
        #expect(rule.guesses([.bodyWeight: 70], at: House.start, of: twins).first?.sureness == .possible)
        #expect(rule.guesses([.bodyTemperature: 37], at: House.start, of: twins).first?.probability == 0.5)
        let six = (0..<6).map { LikelyPerson.Candidate(seat: "bed-\($0)", past: []) }
        #expect(rule.guesses([.bodyWeight: 70], at: House.start, of: six).first?.sureness == .unsure)
    }

    /// A person without values may be anybody; another one's fitting values still come first.
    @Test func aNewPersonIsNeitherFirstNorImpossible() {
        let known = LikelyPerson.Candidate(seat: "bed-a", past: (1...10).map { past(70, days: Double($0)) })
        let new = LikelyPerson.Candidate(seat: "bed-b", past: [])
        let rule = LikelyPerson(zone: .gmt)
        #expect(rule.guesses([.bodyWeight: 70.3], at: House.start, of: [known, new]).first?.seat == "bed-a")
        #expect(rule.guesses([.bodyWeight: 95], at: House.start, of: [known, new]).first?.seat == "bed-b")
    }
}
