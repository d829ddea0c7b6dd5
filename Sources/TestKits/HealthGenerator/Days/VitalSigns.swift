internal import SeededRandom

/// The body measurements by the person and the devices in a piece of a day.
struct VitalSigns {
    /// A blood pressure measurement.
    struct Pressure {
        let time: Int64
        let systolic: Int
        let diastolic: Int
        let source: Person.Source
    }

    /// The activities that it goes with.
    let day: DayPlan

    private var isUS: Bool { day.options.units.isUS }
    private var awake: Range<Int64> { day.awake }

    func heartRates() -> [Sample] {
        day.pulses().map { pulse in
            var sample = Sample(.watch, start: pulse.time, end: pulse.time, amount: Amount(Double(pulse.rate)))
            sample.metadata = [("HKMetadataKeyHeartRateMotionContext", "\(pulse.rate % 3)")]
            return sample
        }
    }

    /// Resting heart rate, written half a day after the time it refers to.
    func restingHeartRate() -> [Sample] {
        guard let night = day.night else { return [] }
        var random = day.random(10)
        let rate = Amount(Double(Int.random(in: 44...78, using: &random)))
        return [
            Sample(
                .watch,
                start: night.upperBound,
                end: night.upperBound,
                created: night.upperBound + 39_600,
                amount: rate
            )
        ]
    }

    func oxygen() -> [Sample] {
        var random = day.random(11)
        return DayPlan.slots(awake, wanted: day.count(12, least: 0), length: 30).map {
            Sample(
                .watch,
                start: $0.upperBound,
                end: $0.upperBound,
                amount: Amount(Double.random(in: 0.9...1, using: &random), places: 2)
            )
        }
    }

    func temperature() -> [Sample] {
        var random = day.random(12)
        guard !awake.isEmpty, Int.random(in: 0..<8, using: &random) == 0 else { return [] }
        let celsius = Double.random(in: 35.8...39.4, using: &random)
        let amount = Amount(isUS ? celsius * 1.8 + 32 : celsius, places: 2)
        return [typed(awake.lowerBound + 1_000, amount: amount)]
    }

    func height() -> [Sample] {
        guard day.piece.day % 9 == 0, !awake.isEmpty else { return [] }
        return [typed(awake.lowerBound + 60, amount: isUS ? Amount(5.75, places: 2) : Amount(175))]
    }

    /// A weighing: mass, fat, lean mass and BMI, all at the same time.
    func weighing(_ part: Int) -> [Sample] {
        var random = day.random(13)
        guard day.piece.hasMorning, !awake.isEmpty, Int.random(in: 0..<5, using: &random) < 2 else { return [] }
        let mass = Double.random(in: 58...96, using: &random)
        let fat = Double.random(in: 0.12...0.36, using: &random)
        let factor = isUS ? 2.204_622_621_8 : 1
        let amounts = [
            Amount(mass * factor, places: 4), Amount(fat, places: 3), Amount(mass * (1 - fat) * factor, places: 4),
            Amount(mass / 3.0625, places: 2),
        ]
        return [Sample(.scale, start: awake.lowerBound + 300, end: awake.lowerBound + 300, amount: amounts[part])]
    }

    func glucose() -> [Sample] {
        var random = day.random(14)
        guard Int.random(in: 0..<3, using: &random) == 0 else { return [] }
        return DayPlan.slots(awake, wanted: Int.random(in: 1...4, using: &random), length: 40).enumerated().map {
            index,
            slot in
            let value = Double.random(in: 62...240, using: &random)
            var sample = Sample(.cuff, start: slot.upperBound, end: slot.upperBound)
            sample.amount = isUS ? Amount(value) : Amount(value / 18.015_588, places: 2)
            if index < 2 { sample.metadata = [("HKBloodGlucoseMealTime", "\(index + 1)")] }
            return sample
        }
    }

    func pressures() -> [Pressure] {
        var random = day.random(15)
        guard Int.random(in: 0..<2, using: &random) == 0 else { return [] }
        return DayPlan.slots(awake, wanted: Int.random(in: 1...2, using: &random), length: 20).map { slot in
            let systolic = Int.random(in: 98...182, using: &random)
            let diastolic = Int.random(in: 55...min(systolic - 20, 115), using: &random)
            let source: Person.Source = Int.random(in: 0..<5, using: &random) == 0 ? .typed : .cuff
            return Pressure(time: slot.upperBound, systolic: systolic, diastolic: diastolic, source: source)
        }
    }

    func pressureSamples(isSystolic: Bool) -> [Sample] {
        pressures().map { pressure in
            let value = Amount(Double(isSystolic ? pressure.systolic : pressure.diastolic))
            guard pressure.source == .typed else {
                return Sample(.cuff, start: pressure.time, end: pressure.time, amount: value)
            }
            return typed(pressure.time, amount: value)
        }
    }

    private func typed(_ time: Int64, amount: Amount) -> Sample {
        var sample = Sample(.typed, start: time, end: time, amount: amount)
        sample.metadata = [("HKWasUserEntered", "1")]
        return sample
    }
}
