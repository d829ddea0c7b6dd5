internal import SeededRandom

extension DayPlan {
    /// The night as stages from the watch, in bed from the phone, as a whole from an app, and a nap.
    func sleep() -> [Sample] {
        guard let night else { return [] }
        var random = random(7)
        var found = stages(night, random: &random)
        if Int.random(in: 0..<10, using: &random) < 7 {
            found.append(sleep(.phone, start: night.lowerBound - 600, end: night.upperBound + 200, value: "InBed"))
        }
        if Int.random(in: 0..<10, using: &random) < 3 {
            let (start, end) = (night.lowerBound + 400, night.upperBound - 500)
            found.append(
                sleep(.sleepApp, start: start, end: end, value: options.hasStages ? "AsleepUnspecified" : "Asleep")
            )
            if Bool.random(using: &random) {
                found.append(sleep(.sleepApp, start: start - 300, end: end, value: "InBed"))
            }
        }
        if !piece.isBeforeFlight, Int.random(in: 0..<6, using: &random) == 0 {
            let start = night.upperBound + 6 * 3_600
            let end = start + Int64.random(in: 900...2_700, using: &random)
            if end < awake.upperBound {
                found.append(sleep(.watch, start: start, end: end, value: options.hasStages ? "AsleepCore" : "Asleep"))
            }
        }
        return found
    }

    private func stages(_ night: Range<Int64>, random: inout SplitMix64) -> [Sample] {
        let names = options.hasStages ? ["AsleepCore", "AsleepDeep", "AsleepREM", "Awake"] : ["Asleep", "Awake"]
        var last = ""
        return Self.slots(night, wanted: count(24, least: 5)).map { slot in
            let others = names.filter { $0 != last && !(last.isEmpty && $0 == "Awake") }
            last = others.randomElement(using: &random) ?? names[0]
            var sample = sleep(.watch, start: slot.lowerBound, end: slot.upperBound, value: last)
            sample = Sample(.watch, start: sample.start, end: sample.end, created: night.upperBound + 60).with(sample)
            return sample
        }
    }

    private func sleep(_ source: Person.Source, start: Int64, end: Int64, value: String) -> Sample {
        var sample = Sample(source, start: start, end: end, created: end + 60)
        sample.name = "HKCategoryValueSleepAnalysis" + value
        if source != .phone { sample.metadata = [("HKTimeZone", zone)] }
        return sample
    }

    /// Heart rate variability with lists of beats in wall clock time: in the morning, and around a flight.
    func variability() -> [Sample] {
        var random = random(8)
        var times: [Int64] = []
        if let night { times.append(night.upperBound + 120) }
        if !piece.hasMorning { times.append(piece.start + DayPiece.quiet) }
        if piece.isBeforeFlight { times.append(piece.end - DayPiece.quiet - 1_200) }
        let extra = Self.slots(awake, wanted: count(6, least: 0), length: 50).map(\.upperBound)
        return (times + extra).sorted().map { time in
            var sample = Sample(
                .watch,
                start: time,
                end: time + 60,
                amount: Amount(Double.random(in: 12...140, using: &random), places: 4)
            )
            guard options.hasBeats else { return sample }
            var second = Double.random(in: 0.2...3, using: &random)
            for _ in 0..<count(40, least: 3) {
                sample.beats.append(second)
                second += Double.random(in: 0.4...1.2, using: &random)
            }
            return sample
        }
    }

    func breaths() -> [Sample] {
        guard let night else { return [] }
        var random = random(9)
        return Self.slots(night, wanted: count(40, least: 0), length: 80).map {
            Sample(
                .watch,
                start: $0.upperBound,
                end: $0.upperBound,
                amount: Amount(Double.random(in: 10...22, using: &random), places: 1)
            )
        }
    }
}
