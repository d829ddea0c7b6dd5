internal import HealthTypes
internal import VitalRecords

/// One pass over a Fitbit file.
struct FitbitPass {
    static let source = HealthSource(name: "Fitbit", kind: .watch, manufacturer: "Fitbit")

    /// A quantity recorded by the minute.
    enum Series {
        case steps
        case counted(String)
        case unknown
    }

    var writer: HealthWriter
    let series: Series
    let clock: LocalClock
    let weightUnit: FitbitWeightUnit?
    /// The days that tables of the same account already cover.
    private let taken: GoogleHealthDays
    private var isUnknownNoted = false

    init(
        writer: HealthWriter,
        series: Series,
        clock: LocalClock,
        weightUnit: FitbitWeightUnit?,
        taken: GoogleHealthDays = GoogleHealthDays()
    ) {
        self.writer = writer
        self.series = series
        self.clock = clock
        self.weightUnit = weightUnit
        self.taken = taken
    }

    /// Handles an element.
    mutating func take(_ entry: FitbitEntry, into sink: inout some HealthSink) {
        if entry.isNight {
            night(entry, into: &sink)
        } else if entry.weight != nil {
            weight(entry, into: &sink)
        } else if entry.activity != nil {
            workout(entry, into: &sink)
        } else if let beats = entry.beats {
            beat(beats, entry: entry, into: &sink)
        } else if entry.isResting {
            resting(entry, into: &sink)
        } else if let value = entry.value {
            number(value, entry: entry, into: &sink)
        } else {
            note(entry, message: "its kind is unknown; it was left out")
        }
    }

    /// Delivers a heart rate; its time is in UTC, unlike those of nights.
    private mutating func beat(_ value: DecimalNumber, entry: FitbitEntry, into sink: inout some HealthSink) {
        guard entry.confidence?.mantissa != 0 else {
            writer.count(writer.type(HealthIdentifier.heartRate, into: &sink))
            return writer.report.leftOut.note(HealthIdentifier.heartRate, reason: .noMeasurement)
        }
        sample("HeartRate", unit: "count/min", value: value, at: entry.dateTime?.clock, entry: entry, into: &sink)
    }

    private mutating func number(_ value: DecimalNumber, entry: FitbitEntry, into sink: inout some HealthSink) {
        switch series {
        case .steps:
            sample("StepCount", unit: "count", value: value, at: entry.dateTime?.clock, entry: entry, into: &sink)
        case .counted(let name): writer.count(name)
        case .unknown:
            writer.count("Fitbit")
            if !isUnknownNoted {
                note(entry, message: "only the file's name tells the meaning of its numbers, and that name is lost")
            }
            isUnknownNoted = true
        }
    }

    /// Delivers a day's resting heart rate; 0 means none.
    private mutating func resting(_ entry: FitbitEntry, into sink: inout some HealthSink) {
        guard let value = entry.value, let day = entry.valueDate?.day else { return }
        guard value.mantissa > 0 else {
            return writer.report.leftOut.note(HealthIdentifier.restingHeartRate, reason: .noMeasurement)
        }
        let rounded = value.rounded(fractionDigits: 2)?.withoutTrailingFractionZeros ?? value
        let time = clock.instant(Int64(day) * 86_400)
        sample("RestingHeartRate", unit: "count/min", value: rounded, at: time, entry: entry, into: &sink)
    }

    private mutating func weight(_ entry: FitbitEntry, into sink: inout some HealthSink) {
        guard let weight = entry.weight, let date = entry.date else {
            return note(entry, message: "its date cannot be read; it was left out")
        }
        let time = entry.time.flatMap { CivilMoment("1970-01-01 " + $0)?.second } ?? 43_200
        let instant = clock.instant(Int64(date.day) * 86_400 + Int64(time))
        let guess = entry.bmi.flatMap { FitbitWeightUnit.guess(weight: weight, bmi: $0) }
        if let unit = weightUnit ?? guess {
            sample("BodyMass", unit: unit.rawValue, value: weight, at: instant, entry: entry, into: &sink)
        } else {
            note(entry, message: "the unit of its weight is unknown; give the unit of the account")
        }
        if let fat = entry.fat?.shifted(2) {
            sample("BodyFatPercentage", unit: "%", value: fat, at: instant, entry: entry, into: &sink)
        }
        if let bmi = entry.bmi {
            sample("BodyMassIndex", unit: "count", value: bmi, at: instant, entry: entry, into: &sink)
        }
    }

    private mutating func sample(
        _ name: String,
        unit: String,
        value: DecimalNumber,
        at time: Int64?,
        entry: FitbitEntry,
        into sink: inout some HealthSink
    ) {
        guard let time else { return note(entry, message: "its date cannot be read; it was left out") }
        let identifier = HealthIdentifier.quantity(name)
        let type = writer.type(identifier, into: &sink)
        guard !isTaken(identifier, at: time) else { return writer.count(type) }
        let draft = HealthDraft(type: type, source: Self.source, unit: unit, start: time, end: time, value: value)
        writer.deliver(draft, at: entry.offset, into: &sink)
    }

    /// Whether a table already covers a type's day; the value is then left out here.
    mutating func isTaken(_ identifier: String, at time: Int64) -> Bool {
        guard taken.contains(identifier, at: time) else { return false }
        writer.report.leftOut.note(identifier, reason: .repeated)
        return true
    }

    /// Reports an element as damage; it is left out.
    mutating func note(_ entry: FitbitEntry, message: String) {
        writer.report.damage.note(entry.offset, element: "element", message: message)
    }
}

extension FitbitPass {
    /// Delivers a night: the time in bed, and the stages or the sleep as a whole.
    mutating func night(_ entry: FitbitEntry, into sink: inout some HealthSink) {
        guard let start = entry.startTime.map(clock.instant), let end = entry.endTime.map(clock.instant) else {
            return note(entry, message: "its times cannot be read; it was left out")
        }
        let type = writer.type(HealthIdentifier.sleep, into: &sink)
        guard !isTaken(HealthIdentifier.sleep, at: end) else { return writer.count(type) }
        deliver(type, value: HealthCategory.inBed, start: start, end: end, entry: entry, into: &sink)
        guard !entry.stages.isEmpty else {
            let length = entry.minutesAsleep?.counted(in: 60) ?? (end - start)
            let last = min(end, start + min(max(0, length), 86_400))
            return deliver(
                type,
                value: HealthCategory.asleepUnspecified,
                start: start,
                end: last,
                entry: entry,
                into: &sink
            )
        }
        let night = FitbitNight(entry, start: start, clock: entry.startTime?.clock ?? start)
        for stage in night.stages {
            deliver(type, value: stage.value, start: stage.start, end: stage.end, entry: entry, into: &sink)
        }
        for _ in 0..<night.unreadable {
            note(entry, message: "one of its stages cannot be read; that stage was left out")
        }
        if night.unknown > 0 {
            writer.report.leftOut.note(HealthIdentifier.sleep, reason: .noMeasurement, count: night.unknown)
        }
    }

    private mutating func deliver(
        _ type: Int,
        value: Int64,
        start: Int64,
        end: Int64,
        entry: FitbitEntry,
        into sink: inout some HealthSink
    ) {
        let value = DecimalNumber(value)
        let draft = HealthDraft(type: type, source: Self.source, start: start, end: end, value: value)
        writer.deliver(draft, at: entry.offset, into: &sink)
    }

    /// Delivers a workout; its start is in UTC.
    mutating func workout(_ entry: FitbitEntry, into sink: inout some HealthSink) {
        let element = HealthIdentifier.workout
        writer.count(element)
        guard let start = entry.startTime?.clock, let length = entry.numbers["duration"]?.shifted(3)?.wholeNumber,
            (0...(7 * 86_400)).contains(length)
        else { return note(entry, message: "its times cannot be read; it was left out") }
        guard !isTaken(element, at: start),
            let times = writer.times(start, end: start + length, at: entry.offset, element: element)
        else { return }
        sink.receive(
            .workout(
                HealthWorkout(
                    activity: AutoActivity.identifier(entry.activity ?? ""),
                    source: writer.source(Self.source, into: &sink),
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
