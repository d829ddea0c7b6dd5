internal import SeededRandom

extension DayPlan {
    func steps() -> [Sample] {
        walks().map { Sample($0.source, start: $0.start, end: $0.end, amount: Amount(Double($0.steps))) }
    }

    func distances() -> [Sample] {
        let unit = options.units.isUS ? 1_609.344 : 1_000
        return walks().map {
            Sample($0.source, start: $0.start, end: $0.end, amount: Amount(Double($0.steps) * 0.74 / unit, places: 6))
        }
    }

    func flights() -> [Sample] {
        walks().filter { $0.steps % 3 == 0 && $0.source != .app }
            .map { Sample($0.source, start: $0.start, end: $0.end, amount: Amount(Double(1 + $0.steps % 4))) }
    }

    /// Active energy of the watch, and of an app at the same time during a workout.
    func activeEnergy() -> [Sample] {
        var random = random(3)
        let day = Self.slots(awake, wanted: count(900, least: 8), length: 97).map {
            Sample(
                .watch,
                start: $0.lowerBound,
                end: $0.upperBound,
                amount: energy(Double.random(in: 0.1...4, using: &random))
            )
        }
        return day
            + workouts().filter { $0.source == .app }
            .map { Sample(.app, start: $0.start, end: $0.end, amount: energy($0.kilocalories)) }
    }

    /// Basal energy of nearly the whole day; extends past midnight on a late day.
    func basalEnergy() -> [Sample] {
        var random = random(4)
        let from = piece.hasMorning ? piece.start + 2_700 : awake.lowerBound
        let to = isLate ? piece.end + 900 : awake.upperBound
        return Self.slots(from..<max(from, to), wanted: count(450, least: 6)).map {
            Sample(
                .watch,
                start: $0.lowerBound,
                end: $0.upperBound,
                amount: energy(Double.random(in: 0.5...9, using: &random))
            )
        }
    }

    func exercise() -> [Sample] {
        walks().filter { $0.source == .watch && $0.steps > 150 }
            .map { Sample(.watch, start: $0.start, end: $0.start + 60, amount: Amount(1)) }
    }

    func standTime() -> [Sample] {
        walks().filter { $0.source == .watch }.map {
            Sample(.watch, start: $0.start, end: $0.end, amount: Amount(Double($0.steps % 5 + 1)))
        }
    }

    /// Wall clock hours, each with or without standing.
    func standHours() -> [Sample] {
        var random = random(5)
        let first = (awake.lowerBound - piece.start + 3_599) / 3_600
        let last = (awake.upperBound - piece.start) / 3_600
        guard first < last else { return [] }
        let step = max(1, Int64(1 / (options.usedDetail * 4).squareRoot()))
        return stride(from: first, to: last, by: Int64.Stride(step)).map { hour in
            var sample = Sample(.watch, start: piece.start + hour * 3_600, end: piece.start + (hour + 1) * 3_600)
            let isIdle = Int.random(in: 0..<4, using: &random) == 0
            sample.name = "HKCategoryValueAppleStandHour" + (isIdle ? "Idle" : "Stood")
            return sample
        }
    }

    /// Mindful minutes of the watch, and sometimes of an app at the same time.
    func mindful() -> [Sample] {
        var random = random(6)
        guard awake.count > 7_200, Int.random(in: 0..<3, using: &random) == 0 else { return [] }
        let start = awake.lowerBound + Int64.random(in: 0...3_600, using: &random)
        var found = [Sample(.watch, start: start, end: start + Int64.random(in: 60...900, using: &random))]
        if Bool.random(using: &random) {
            found.append(Sample(.app, start: start + 30, end: start + Int64.random(in: 100...1_500, using: &random)))
        }
        for index in found.indices where options.hasStages { found[index].name = "HKCategoryValueNotApplicable" }
        return found
    }

    func energy(_ kilocalories: Double) -> Amount {
        Amount(options.units.isUS ? kilocalories : kilocalories * 4.184, places: 3)
    }

    /// Samples that importers ignore: headphone sound, a goal, a warning.
    func sounds() -> [Sample] {
        var random = random(16)
        return Self.slots(awake, wanted: count(30, least: 1), length: 60).map {
            Sample(
                .phone,
                start: $0.lowerBound,
                end: $0.upperBound,
                amount: Amount(Double.random(in: 40...95, using: &random), places: 3)
            )
        }
    }

    func sleepGoal() -> [Sample] {
        guard piece.day % 30 == 11, piece.hasMorning else { return [] }
        return [Sample(.typed, start: piece.start, end: piece.start, amount: Amount(8))]
    }

    func warnings() -> [Sample] {
        guard piece.day % 13 == 4, !awake.isEmpty else { return [] }
        var sample = Sample(.watch, start: awake.lowerBound, end: awake.lowerBound + 600)
        sample.metadata = [("HKHeartRateEventThreshold", "120 count/min")]
        return [sample]
    }
}
