internal import HealthTypes
internal import VitalRecords

/// One pass over one table of Samsung Health.
struct SamsungPass {
    static let source = HealthSource(name: "Samsung Health", manufacturer: "Samsung")

    let table: SamsungTable
    let name: String
    /// The sleep stages of the tables so far.
    private(set) var stages: SamsungStages
    private var columns: SamsungColumns?
    private var places: [(measure: SamsungTable.Measure, column: Int, type: Int)] = []
    private var days: [SamsungDays] = []
    private var sleepType = 0
    private var lastOffset: Int?

    /// - Parameters:
    ///   - name: The table's name, from its first line.
    ///   - stages: The sleep stages of the tables before.
    init(name: String, stages: SamsungStages) {
        self.name = String(name.prefix(128))
        self.stages = stages
        table = SamsungTable(named: name)
    }

    /// Whether a row without a line end is complete: a comma follows its last column.
    func isWhole(_ row: CSVReader) -> Bool {
        columns.map { row.fields.count > $0.header.names.count } ?? false
    }

    /// Handles a row; the first one is the header.
    mutating func take(_ row: CSVReader, into writer: inout HealthWriter, sink: inout some HealthSink) {
        guard let columns else { return begin(row, into: &writer, sink: &sink) }
        hint(row, columns: columns, into: &sink)
        switch table.shape {
        case .samples: samples(row, columns: columns, into: &writer, sink: &sink)
        case .food: food(row, columns: columns, into: &writer, sink: &sink)
        case .bloodPressure: pair(row, columns: columns, into: &writer, sink: &sink)
        case .days: day(row, columns: columns, into: &writer)
        case .sleep: night(row, columns: columns, into: &writer, sink: &sink)
        case .stages: stage(row, columns: columns, into: &writer, sink: &sink)
        case .workouts:
            SamsungWorkout(columns.header).deliver(row, columns: columns, name: name, into: &writer, sink: &sink)
        case .counted: writer.count(name)
        }
    }

    /// Delivers the days.
    func finish(_ writer: inout HealthWriter, into sink: inout some HealthSink) {
        for (place, days) in zip(places, days) {
            for (day, value) in days.days {
                writer.count(place.type)
                let unit = place.measure.unit
                writer.deliver(dayTotal: value, of: place.type, unit: unit, on: day, source: Self.source, into: &sink)
            }
        }
    }

    private mutating func begin(_ row: CSVReader, into writer: inout HealthWriter, sink: inout some HealthSink) {
        let header = CSVHeader(row)
        columns = SamsungColumns(header)
        for measure in table.measures {
            guard let column = header.column(measure.column) else { continue }
            places.append((measure, column, writer.type(measure.identifier, into: &sink)))
        }
        days = places.map { _ in SamsungDays() }
        if table.shape == .sleep || table.shape == .stages {
            sleepType = writer.type(HealthIdentifier.sleep, into: &sink)
        }
        if places.isEmpty, !table.measures.isEmpty {
            writer.report.damage.note(
                row.offset,
                element: "header",
                message: "it has no known column; its rows were left out"
            )
        }
    }

    /// Emits a zone hint when the phone's UTC offset changes.
    private mutating func hint(_ row: CSVReader, columns: SamsungColumns, into sink: inout some HealthSink) {
        guard let offset = columns.utcOffset(row), offset != lastOffset, let time = columns.times(row)?.start else {
            return
        }
        lastOffset = offset
        sink.receive(.zoneHint(ZoneHint(time: time, zone: .clock((offset + 86_400) % 86_400))))
    }

    // MARK: Rows

    private func samples(
        _ row: CSVReader,
        columns: SamsungColumns,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        if columns.composition.contains(where: { row.decimal($0).map { $0 != 0 } ?? false }) {
            writer.count("Samsung Health body composition")
        }
        for draft in drafts(row, columns: columns, into: &writer) {
            writer.deliver(draft, at: row.offset, into: &sink)
        }
    }

    private func food(
        _ row: CSVReader,
        columns: SamsungColumns,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        var samples: [HealthSample] = []
        for draft in drafts(row, columns: columns, into: &writer) {
            writer.count(draft.type)
            if let sample = writer.sample(draft, at: row.offset, into: &sink) { samples.append(sample) }
        }
        guard let first = samples.first else { return }
        let meal = columns.header.column("meal_type").flatMap { row.integer($0) }.flatMap { Self.foods[$0] }
        let title = columns.header.column("title").map { row.text($0).cut(toBytes: 256) }
        sink.receive(
            .correlation(
                HealthCorrelation(
                    type: HealthIdentifier.food,
                    source: first.source,
                    start: first.start,
                    end: first.end,
                    name: meal ?? title.flatMap { $0.isEmpty ? nil : $0 },
                    samples: samples
                )
            )
        )
    }

    /// The values of a row's columns; unreadable ones are damage.
    private func drafts(
        _ row: CSVReader,
        columns: SamsungColumns,
        into writer: inout HealthWriter
    ) -> [HealthDraft] {
        guard let times = times(row, columns: columns, into: &writer) else { return [] }
        let meal = columns.header.column("meal_type").flatMap { row.integer($0) }
        var found: [HealthDraft] = []
        for (measure, column, type) in places where !row.range(column).isEmpty {
            guard let value = row.decimal(column)?.shifted(measure.places) else {
                writer.report.damage.note(
                    row.offset,
                    element: measure.column,
                    message: "its value cannot be read; it was left out"
                )
                continue
            }
            var draft = draft(type, times: times, value: value, unit: measure.unit)
            draft.flags = meal.flatMap { Self.meals[$0] } ?? []
            found.append(draft)
        }
        return found
    }

    /// Samsung's relations of a glucose to a meal (Samsung Health SDK, `BloodGlucose.MEAL_TYPE`).
    private static let meals: [Int64: HealthSampleFlags] = [
        80_003: .beforeMeal, 80_005: .beforeMeal, 80_007: .beforeMeal, 80_011: .beforeMeal,
        80_002: .afterMeal, 80_004: .afterMeal, 80_006: .afterMeal, 80_008: .afterMeal, 80_010: .afterMeal,
    ]

    /// Samsung's meals (Samsung Health SDK, `Nutrition.MEAL_TYPE`).
    private static let foods: [Int64: String] = [
        100_001: "Breakfast", 100_002: "Lunch", 100_003: "Dinner", 100_004: "Morning Snack",
        100_005: "Afternoon Snack", 100_006: "Evening Snack",
    ]

    private func pair(
        _ row: CSVReader,
        columns: SamsungColumns,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        guard let times = times(row, columns: columns, into: &writer) else { return }
        let pulses = places.filter { $0.measure.identifier == HealthIdentifier.heartRate }
        let places = places.filter { $0.measure.identifier != HealthIdentifier.heartRate }
        let values = places.map { row.decimal($0.column) }
        // The cuff's pulse is in the same row as the pressure.
        for pulse in pulses {
            guard let value = row.decimal(pulse.column) else { continue }
            let unit = pulse.measure.unit
            writer.deliver(draft(pulse.type, times: times, value: value, unit: unit), at: row.offset, into: &sink)
        }
        guard places.count == 2, !values.contains(nil) else {
            return writer.report.damage.note(
                row.offset,
                element: "row",
                message: "one of its two values is missing; it was left out"
            )
        }
        let type = HealthIdentifier.bloodPressure
        writer.count(type)
        let samples = zip(places, values).compactMap { place, value in
            value.flatMap {
                writer.sample(
                    draft(place.type, times: times, value: $0, unit: place.measure.unit),
                    at: row.offset,
                    into: &sink
                )
            }
        }
        guard !samples.isEmpty else { return }
        let source = writer.source(Self.source, into: &sink)
        sink.receive(
            .correlation(
                HealthCorrelation(type: type, source: source, start: times.start, end: times.end, samples: samples)
            )
        )
    }

    private mutating func day(_ row: CSVReader, columns: SamsungColumns, into writer: inout HealthWriter) {
        guard let day = columns.localDay(row) else {
            return writer.report.damage.note(
                row.offset,
                element: "row",
                message: "its day cannot be read; it was left out"
            )
        }
        let source = columns.sourceType.flatMap { row.integer($0) }
        for (index, place) in places.enumerated() where !row.range(place.column).isEmpty {
            guard let value = row.decimal(place.column)?.shifted(place.measure.places) else {
                writer.report.damage.note(
                    row.offset,
                    element: place.measure.column,
                    message: "it cannot be read; it was left out"
                )
                continue
            }
            days[index].take(value, on: day, source: source)
        }
    }

    private mutating func night(
        _ row: CSVReader,
        columns: SamsungColumns,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        guard let times = times(row, columns: columns, into: &writer) else { return }
        let duration = columns.header.column("sleep_duration")
        // A row without the time asleep is a goal: the planned bedtime.
        if let duration, row.range(duration).isEmpty || row.decimal(duration)?.mantissa == 0 {
            return writer.report.leftOut.note(HealthIdentifier.sleep, reason: .noMeasurement)
        }
        writer.deliver(
            draft(sleepType, times: times, value: DecimalNumber(HealthCategory.inBed), unit: nil),
            at: row.offset,
            into: &sink
        )
        guard !stages.contains(from: times.start, to: times.end) else { return }
        // Without stages the sleep is one interval of the stated length.
        let minutes = duration.flatMap { row.decimal($0) }
        let length = minutes?.counted(in: 60) ?? (times.end - times.start)
        guard length > 0 else { return }
        let end = min(times.end, times.start + min(length, 86_400))
        let asleep = DecimalNumber(HealthCategory.asleepUnspecified)
        writer.deliver(
            draft(sleepType, times: (times.start, end), value: asleep, unit: nil),
            at: row.offset,
            into: &sink
        )
    }

    private mutating func stage(
        _ row: CSVReader,
        columns: SamsungColumns,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        guard let times = times(row, columns: columns, into: &writer) else { return }
        let number = columns.header.column("stage").flatMap { row.integer($0) }
        guard let stage = number.flatMap({ Self.stageValues[$0] }) else {
            return writer.report.damage.note(
                row.offset,
                element: "row",
                message: "its stage is unknown; it was left out"
            )
        }
        stages.insert(times.start)
        writer.deliver(
            draft(sleepType, times: times, value: DecimalNumber(stage), unit: nil),
            at: row.offset,
            into: &sink
        )
    }

    /// Samsung's sleep stages (Samsung Health SDK, `SleepStage.STAGE`).
    private static let stageValues: [Int64: Int64] = [
        40_001: HealthCategory.awake, 40_002: HealthCategory.asleepCore, 40_003: HealthCategory.asleepDeep,
        40_004: HealthCategory.asleepREM,
    ]

    private func times(
        _ row: CSVReader,
        columns: SamsungColumns,
        into writer: inout HealthWriter
    ) -> (start: Int64, end: Int64)? {
        guard let times = columns.times(row) else {
            writer.report.damage.note(row.offset, element: "row", message: "its times cannot be read; it was left out")
            return nil
        }
        return times
    }

    private func draft(
        _ type: Int,
        times: (start: Int64, end: Int64),
        value: DecimalNumber,
        unit: String?
    ) -> HealthDraft {
        HealthDraft(
            type: type,
            source: Self.source,
            unit: unit,
            start: times.start,
            end: times.end,
            value: value
        )
    }
}

/// Totals of local days of one column, from several rows for each day.
struct SamsungDays {
    /// The most days; no person has more.
    private static let mostDays = 50_000
    /// The source that stands for the sum of all others.
    private static let all: Int64 = -2

    private var totals: [Int: (value: DecimalNumber, isWhole: Bool)] = [:]

    /// Adds a row's value: the row for all sources counts, otherwise the highest row, which is almost always equal.
    mutating func take(_ value: DecimalNumber, on day: Int, source: Int64?) {
        let isWhole = source == Self.all
        guard let known = totals[day] else {
            if totals.count < Self.mostDays { totals[day] = (value, isWhole) }
            return
        }
        if isWhole == known.isWhole {
            totals[day] = (max(value, known.value), isWhole)
        } else if isWhole {
            totals[day] = (value, true)
        }
    }

    /// The days in order.
    var days: [(day: Int, value: DecimalNumber)] {
        totals.map { ($0.key, $0.value.value) }.sorted { $0.0 < $1.0 }
    }
}
