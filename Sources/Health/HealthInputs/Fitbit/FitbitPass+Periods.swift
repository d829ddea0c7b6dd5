internal import VitalRecords

extension FitbitPass {
    /// A night: the time in bed, and the stages or the sleep as a whole.
    mutating func night(_ entry: FitbitEntry, _ sink: inout some HealthSink) {
        guard let start = entry.startTime.map(clock.instant), let end = entry.endTime.map(clock.instant) else {
            return note(entry, "its times cannot be read; it was left out")
        }
        let type = writer.type("HKCategoryTypeIdentifierSleepAnalysis", &sink)
        deliver(type, HealthCategory.inBed, start, end, entry, &sink)
        guard !entry.stages.isEmpty else {
            let length = entry.minutesAsleep?.counted(in: 60) ?? (end - start)
            let last = min(end, start + min(max(0, length), 86_400))
            return deliver(type, HealthCategory.asleepUnspecified, start, last, entry, &sink)
        }
        for stage in entry.stages {
            guard let value = stage.value, let from = stage.start.map(clock.instant), let seconds = stage.seconds,
                (0...86_400).contains(seconds)
            else {
                note(entry, "a stage of it cannot be read; that was left out")
                continue
            }
            deliver(type, value, from, from + seconds, entry, &sink)
        }
    }

    private mutating func deliver(
        _ type: Int,
        _ value: Int64,
        _ start: Int64,
        _ end: Int64,
        _ entry: FitbitEntry,
        _ sink: inout some HealthSink
    ) {
        let value = DecimalNumber(value)
        let draft = HealthDraft(type: type, source: Self.source, start: start, end: end, value: value)
        writer.deliver(draft, at: entry.offset, &sink)
    }

    /// A workout; its start is in UTC as the numbers' times are.
    mutating func workout(_ entry: FitbitEntry, _ sink: inout some HealthSink) {
        let element = "HKWorkoutTypeIdentifier"
        writer.count(element)
        guard let start = entry.startTime?.clock, let length = entry.numbers["duration"]?.shifted(3)?.wholeNumber,
            (0...(7 * 86_400)).contains(length)
        else { return note(entry, "its times cannot be read; it was left out") }
        guard let times = writer.times(start, start + length, at: entry.offset, element) else { return }
        sink.receive(
            .workout(
                HealthWorkout(
                    activity: AutoActivity.identifier(entry.activity ?? ""),
                    source: writer.source(Self.source, &sink),
                    start: times.0,
                    end: times.1,
                    duration: entry.numbers["activeDuration"]?.shifted(3)?.withoutTrailingFractionZeros,
                    statistics: statistics(entry)
                )
            )
        )
    }

    private func statistics(_ entry: FitbitEntry) -> [HealthStatistic] {
        var found: [HealthStatistic] = []
        let units = ["Kilometer": "km", "Mile": "mi", "Meter": "m", "Yard": "yd"]
        if let distance = entry.numbers["distance"], let unit = entry.distanceUnit.flatMap({ units[$0] }) {
            found.append(HealthStatistic(type: HealthWorkout.totalDistance, unit: unit, sum: distance))
        }
        if let energy = entry.numbers["calories"] {
            found.append(HealthStatistic(type: HealthWorkout.totalEnergy, unit: "kcal", sum: energy))
        }
        if let rate = entry.numbers["averageHeartRate"] {
            let type = "HKQuantityTypeIdentifierHeartRate"
            found.append(HealthStatistic(type: type, unit: "count/min", average: rate))
        }
        return found
    }
}
