import Foundation
import Testing
import VitalRecords

@testable import PageActor

@Suite struct LikelyPersonTests {
    /// The part of a house's readings whose right person comes first, and of those that the page calls likely.
    fileprivate struct Share {
        var all = 0, first = 0, likely = 0, likelyFirst = 0

        mutating func add(_ guesses: [LikelyPerson.Guess], person: Int) {
            guard let guess = guesses.first else { return }
            let isRight = guess.seat == "bed-\(person)"
            all += 1
            first += isRight ? 1 : 0
            likely += guess.sureness == .likely ? 1 : 0
            likelyFirst += isRight && guess.sureness == .likely ? 1 : 0
        }

        var right: Double { Double(first) / Double(max(all, 1)) }
        var rightOfLikely: Double { Double(likelyFirst) / Double(max(likely, 1)) }
        var likelyPart: Double { Double(likely) / Double(max(all, 1)) }
    }

    /// How many houses of each size; the figures in the page's README are of 100, too many for each run.
    private static let houses = 30

    /// What the houses gave: readings judged one after the other, by day, and by an ideal observer.
    private struct Measured {
        var alone = Share(), byDay = Share()
        var ideal = 0.0

        func print(_ what: String) {
            func part(_ number: Double) -> String { String(format: "%.1f %%", number * 100) }
            Swift.print(
                "\(what): alone \(part(alone.right)), by day \(part(byDay.right)), ideal \(part(ideal));",
                "likely \(part(byDay.likelyPart)), of these right \(part(byDay.rightOfLikely))"
            )
        }
    }

    /// A month of decided readings, then a week whose readings are guessed and then decided.
    private func measured(count: Int, isScale: Bool, isOften: Bool = false) -> Measured {
        var found = Measured()
        var idealFirst = 0
        for seed in 0..<Self.houses {
            var house = SimulatedHouse(count: count, isScale: isScale, isOften: isOften, seed: UInt64(seed))
            var past = [[LikelyPerson.Past]](repeating: [], count: count)
            for day in 0..<37 {
                let made = house.day(day)
                if day >= 30 {
                    found.byDay.add(made, past: past, now: SimulatedHouse.midnight(day + 1))
                    let ideal = isOften ? [] : IdealObserver(house: house).persons(made.map(\.reading), day: day)
                    idealFirst += zip(made, ideal).count { $0.person == $1 }
                }
                for one in made {
                    if day >= 30 { found.alone.add([one], past: past, now: one.reading.at) }
                    past[one.person].append(one.past)
                }
            }
        }
        found.ideal = Double(idealFirst) / Double(max(found.byDay.all, 1))
        return found
    }

    @Test(arguments: 2...6)
    func aWeightsRightPersonComesFirst(people: Int) {
        let found = measured(count: people, isScale: true)
        found.print("scale, \(people) people")
        #expect(found.byDay.right >= 0.975 && found.alone.right >= 0.975)
        #expect(found.byDay.rightOfLikely >= 0.99 && found.byDay.likelyPart > 0.9)
    }

    /// A pressure says less about a person than a weight: an ideal observer reaches 95 to 99 of 100.
    @Test(arguments: [(2, 0.98), (3, 0.955), (4, 0.93), (5, 0.94), (6, 0.92)])
    func aCuffsRightPersonComesFirst(people: Int, least: Double) {
        let found = measured(count: people, isScale: false)
        found.print("cuff, \(people) people")
        #expect(found.byDay.right >= least && found.byDay.right >= found.ideal - 0.03)
        #expect(found.byDay.rightOfLikely >= 0.98 && found.byDay.likelyPart > 0.7)
    }

    @Test(arguments: [(2, 0.96), (3, 0.945), (4, 0.93), (5, 0.93), (6, 0.895)])
    func soItIsWherePeopleMeasureTwiceADay(people: Int, least: Double) {
        let found = measured(count: people, isScale: false, isOften: true)
        found.print("cuff used often, \(people) people")
        #expect(found.byDay.right >= least && found.byDay.rightOfLikely >= 0.98)
    }

    private func past(_ weight: Double, days: Double) -> LikelyPerson.Past {
        .init(at: SimulatedHouse.start - days * 86_400, values: [.bodyWeight: weight], isSameDevice: true)
    }

    /// The guesses for one reading.
    private func guesses(
        _ values: [MetricName: Double],
        of candidates: [LikelyPerson.Candidate]
    ) -> [LikelyPerson.Guess] {
        let reading = LikelyPerson.Unknown(at: SimulatedHouse.start, values: values)
        return LikelyPerson(zone: .gmt).guesses([reading], of: candidates, now: reading.at).first ?? []
    }

    @Test func theirProbabilitiesAddUpToOneAndWithoutPeopleThereIsNone() {
        let two = [
            LikelyPerson.Candidate(seat: "bed-a", past: [past(70, days: 1), past(70.5, days: 2)]),
            LikelyPerson.Candidate(seat: "bed-b", past: [past(90, days: 1)]),
        ]
        let found = guesses([.bodyWeight: 70.2], of: two)
        #expect(found.map(\.seat) == ["bed-a", "bed-b"] && found[0].sureness == .likely)
        #expect(abs(found.reduce(0) { $0 + $1.probability } - 1) < 1e-9)
        #expect(guesses([.bodyWeight: 70], of: []).isEmpty)
    }

    /// Between two persons of one weight, and for values that say nothing, the page must not sound sure.
    @Test func equalPeopleAreNotTold() {
        let same = [past(70, days: 1), past(70, days: 2)]
        let twins = ["bed-a", "bed-b"].map { LikelyPerson.Candidate(seat: $0, past: same) }
        #expect(guesses([.bodyWeight: 70], of: twins).first?.sureness == .possible)
        #expect(guesses([.bodyTemperature: 37], of: twins).first?.probability == 0.5)
        let six = (0..<6).map { LikelyPerson.Candidate(seat: "bed-\($0)", past: []) }
        #expect(guesses([.bodyWeight: 70], of: six).first?.sureness == .unsure)
    }

    /// A person without values may be anybody; another one's fitting values still come first.
    @Test func aNewPersonIsNeitherFirstNorImpossible() {
        let known = LikelyPerson.Candidate(seat: "bed-a", past: (1...10).map { past(70, days: Double($0)) })
        let new = LikelyPerson.Candidate(seat: "bed-b", past: [])
        #expect(guesses([.bodyWeight: 70.3], of: [known, new]).first?.seat == "bed-a")
        #expect(guesses([.bodyWeight: 95], of: [known, new]).first?.seat == "bed-b")
    }

    /// Who measures once a day has made one of two readings, so the other one is probably another person's.
    @Test func oneReadingOfADaySaysWhoseTheOtherIs() {
        let candidates = ["bed-a", "bed-b"].map { seat in
            LikelyPerson.Candidate(seat: seat, past: (1...20).map { past(70, days: Double($0)) })
        }
        let later = SimulatedHouse.start + 2 * 3_600
        let readings = [LikelyPerson.Unknown(at: later, values: [.bodyWeight: 70])]
        let rule = LikelyPerson(zone: .gmt)
        let booked = [past(70, days: 0)]
        let known = [candidates[0], .init(seat: "bed-b", past: candidates[1].past + booked)]
        let found = rule.guesses(readings, of: known, now: later)
        #expect(found[0].first?.seat == "bed-a" && found[0].first?.sureness == .likely)
        // Who measures twice a day may have made both.
        let twice = known.map { one in
            let second = (1...20).map { past(70, days: Double($0) - 2 / 24) }
            return LikelyPerson.Candidate(seat: one.seat, past: one.past + second)
        }
        #expect(rule.guesses(readings, of: twice, now: later)[0].first?.seat == "bed-b")
    }

    /// Many people measure twice at once: the second reading is not another use.
    @Test func aRepeatedMeasurementIsNoSecondUse() {
        let heavy = LikelyPerson.Candidate(seat: "bed-a", past: (0...20).map { past(90, days: Double($0)) })
        let light = LikelyPerson.Candidate(seat: "bed-b", past: (1...20).map { past(85, days: Double($0)) })
        let again = LikelyPerson.Unknown(at: SimulatedHouse.start + 120, values: [.bodyWeight: 88])
        let found = LikelyPerson(zone: .gmt).guesses([again], of: [heavy, light], now: again.at)
        #expect(found[0].first?.seat == "bed-a")
    }
}

extension LikelyPersonTests.Share {
    /// Judges readings together.
    fileprivate mutating func add(_ made: [SimulatedHouse.Made], past: [[LikelyPerson.Past]], now: Date) {
        let candidates = past.enumerated().map { LikelyPerson.Candidate(seat: "bed-\($0)", past: $1) }
        let guesses = LikelyPerson(zone: .gmt).guesses(made.map(\.reading), of: candidates, now: now)
        for (one, guess) in zip(made, guesses) { add(guess, person: one.person) }
    }
}
