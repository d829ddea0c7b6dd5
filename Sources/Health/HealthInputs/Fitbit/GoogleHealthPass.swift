internal import HealthTypes
internal import VitalRecords

/// Passes the rows of Google Health's tables to the sink.
struct GoogleHealthPass {
    private let header: CSVHeader
    private let table: GoogleHealthTable
    private let clock: LocalClock
    private var isUnknownNoted = false

    init(_ header: CSVHeader, named name: String, clock: LocalClock) {
        self.header = header
        self.clock = clock
        table = GoogleHealthTable(header, named: name)
    }

    /// Handles a row.
    mutating func take(
        _ row: CSVReader,
        state: inout GoogleHealthState,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        switch table {
        case .numbers(let measure): number(row, of: measure, state: &state, into: &writer, sink: &sink)
        case .sleeps: sleep(row, state: &state, into: &writer, sink: &sink)
        case .stages: stage(row, state: &state, into: &writer, sink: &sink)
        case .workouts: workout(row, state: &state, into: &writer, sink: &sink)
        case .counted(let name): writer.count(name)
        case .unknown:
            writer.count("Google Health")
            if !isUnknownNoted {
                note(
                    row,
                    message: "only the file's name tells the meaning of its numbers, and that name is lost",
                    into: &writer
                )
            }
            isUnknownNoted = true
        }
    }

    private func number(
        _ row: CSVReader,
        of measure: GoogleHealthTable.Measure,
        state: inout GoogleHealthState,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        // An empty cell has no measurement.
        guard !row.range(1).isEmpty else { return }
        guard let time = time(row, of: measure), let written = row.decimal(1),
            let value = written.shifted(measure.places)
        else {
            return note(row, message: "its time or its value cannot be read; it was left out", into: &writer)
        }
        let type = writer.type(measure.identifier, into: &sink)
        guard !measure.isOlder || !state.days.contains(measure.identifier, at: time) else {
            writer.count(type)
            return writer.report.leftOut.note(measure.identifier, reason: .repeated)
        }
        if !measure.isOlder { state.days.insert(measure.identifier, at: time) }
        guard written != measure.missing else {
            writer.count(type)
            return writer.report.leftOut.note(measure.identifier, reason: .noMeasurement)
        }
        let draft = HealthDraft(
            type: type,
            source: Self.source(header.column("data source").map { row.text($0) } ?? ""),
            unit: measure.unit,
            start: time,
            end: time + measure.length,
            value: value
        )
        writer.deliver(draft, at: row.offset, into: &sink)
    }

    /// The time of a row; a day's value gets the first second of that day on the person's clock.
    private func time(_ row: CSVReader, of measure: GoogleHealthTable.Measure) -> Int64? {
        guard let moment = row.moment(0) else { return nil }
        let isDay = measure.isDaily && moment.isMidnight && moment.offset == 0
        return clock.instant(isDay ? CivilMoment(day: moment.day, second: nil, offset: nil) : moment)
    }

    /// The device or app that a row names; those from another platform only fill gaps.
    private static func source(_ name: String) -> HealthSource {
        guard !name.isEmpty else { return FitbitPass.source }
        let words = name.lowercased()
        let others = ["health connect", "health kit", " app", "web api"]
        let kind: HealthSource.Kind =
            others.contains { words.contains($0) } ? .other : words.contains("phone") ? .phone : .watch
        return HealthSource(name: name.cut(toBytes: 256), kind: kind)
    }

    // MARK: Nights

    private func sleep(
        _ row: CSVReader,
        state: inout GoogleHealthState,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        writer.count(writer.type(HealthIdentifier.sleep, into: &sink))
        guard let id = text("sleep_id", row: row), let start = time("sleep_start", row: row),
            let end = time("sleep_end", row: row), start < end
        else { return note(row, message: "its times cannot be read; it was left out", into: &writer) }
        hint(row, column: "start_utc_offset", at: start, into: &sink)
        state.days.insert(HealthIdentifier.sleep, at: end)
        let minutes = header.column("minutes_asleep").flatMap { row.decimal($0) }
        let night = GoogleHealthState.Night(
            start: start,
            end: end,
            asleep: minutes?.counted(in: 60),
            isNewest: text("algorithm_version", row: row).map { $0.hasSuffix("v2") } ?? true
        )
        state.add(night, id: id)
    }

    private func stage(
        _ row: CSVReader,
        state: inout GoogleHealthState,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        writer.count(writer.type(HealthIdentifier.sleep, into: &sink))
        guard let id = text("sleep_id", row: row), let start = time("sleep_stage_start", row: row),
            let end = time("sleep_stage_end", row: row), start < end
        else { return note(row, message: "its times cannot be read; it was left out", into: &writer) }
        guard let value = Self.stages[text("sleep_stage_type", row: row)?.uppercased() ?? ""] else {
            return note(row, message: "its stage is unknown; it was left out", into: &writer)
        }
        state.add(GoogleHealthState.Stage(value: value, start: start, end: end), of: id)
    }

    private static let stages: [String: Int64] = [
        "AWAKE": HealthCategory.awake, "WAKE": HealthCategory.awake, "RESTLESS": HealthCategory.awake,
        "LIGHT": HealthCategory.asleepCore, "DEEP": HealthCategory.asleepDeep, "REM": HealthCategory.asleepREM,
        "ASLEEP": HealthCategory.asleepUnspecified,
    ]

    // MARK: Workouts

    private func workout(
        _ row: CSVReader,
        state: inout GoogleHealthState,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        writer.count(HealthIdentifier.workout)
        guard let start = time("exercise_start", row: row), let end = time("exercise_end", row: row),
            let times = writer.times(start, end: end, at: row.offset, element: HealthIdentifier.workout)
        else { return note(row, message: "its times cannot be read; it was left out", into: &writer) }
        hint(row, column: "utc_offset", at: start, into: &sink)
        state.days.insert(HealthIdentifier.workout, at: start)
        var workout = HealthWorkout(
            activity: AutoActivity.identifier(text("activity_name", row: row) ?? ""),
            source: writer.source(FitbitPass.source, into: &sink),
            start: times.0,
            end: times.1,
            statistics: statistics(row)
        )
        workout.isUserEntered = text("log_type", row: row)?.uppercased() == "MANUAL"
        sink.receive(.workout(workout))
    }

    /// The statistics of a workout; 0 means none.
    private func statistics(_ row: CSVReader) -> [HealthStatistic] {
        func value(_ column: String) -> DecimalNumber? {
            header.column(column).flatMap { row.decimal($0) }.flatMap { $0.mantissa > 0 ? $0 : nil }
        }
        var found: [HealthStatistic] = []
        if let distance = value("tracker_total_distance_mm")?.shifted(3)?.withoutTrailingFractionZeros {
            found.append(HealthStatistic(type: HealthWorkout.totalDistance, unit: "m", sum: distance))
        }
        if let energy = value("tracker_total_calories") {
            found.append(HealthStatistic(type: HealthWorkout.totalEnergy, unit: "kcal", sum: energy))
        }
        let (average, maximum) = (value("tracker_avg_heart_rate"), value("tracker_peak_heart_rate"))
        if average != nil || maximum != nil {
            let type = HealthIdentifier.heartRate
            found.append(HealthStatistic(type: type, unit: "count/min", average: average, maximum: maximum))
        }
        return found
    }

    // MARK: Cells

    private func text(_ column: String, row: CSVReader) -> String? {
        header.column(column).map { row.text($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func time(_ column: String, row: CSVReader) -> Int64? {
        header.column(column).flatMap { row.moment($0) }.map(clock.instant)
    }

    private func hint(_ row: CSVReader, column: String, at time: Int64, into sink: inout some HealthSink) {
        guard let text = text(column, row: row), let offset = CivilMoment("1970-01-01 00:00:00 " + text)?.offset else {
            return
        }
        sink.receive(.zoneHint(ZoneHint(time: time, zone: .clock((offset + 86_400) % 86_400))))
    }

    private func note(_ row: CSVReader, message: String, into writer: inout HealthWriter) {
        writer.report.damage.note(row.offset, element: "row", message: message)
    }
}

/// The state of an import of Google Health's tables across files.
struct GoogleHealthState {
    /// A night.
    struct Night: Hashable {
        let start: Int64
        let end: Int64
        /// The time asleep in seconds, if the table has it.
        let asleep: Int64?
        /// Whether Google's newest algorithm computed it; an older one may have computed the same night.
        let isNewest: Bool
    }

    /// A stage of a night.
    struct Stage: Hashable {
        let value: Int64
        let start: Int64
        let end: Int64
    }

    /// The most nights and stages; no person has more.
    private static let mostNights = 50_000
    private static let mostStages = 1_000_000

    var days = GoogleHealthDays()
    private var nights: [String: Night] = [:]
    private var stages: [String: [Stage]] = [:]
    private var stageCount = 0

    mutating func add(_ night: Night, id: String) {
        if nights.count < Self.mostNights { nights[id] = night }
    }

    mutating func add(_ stage: Stage, of id: String) {
        guard stageCount < Self.mostStages else { return }
        stageCount += 1
        stages[id, default: []].append(stage)
    }

    /// Delivers the nights without overlaps, each with its stages or the sleep as a whole.
    ///
    /// - Returns: How many nights were repeats of another one.
    mutating func deliver(_ writer: inout HealthWriter, into sink: inout some HealthSink) -> Int {
        let type = nights.isEmpty && stages.isEmpty ? nil : writer.type(HealthIdentifier.sleep, into: &sink)
        guard let type else { return 0 }
        func deliver(_ value: Int64, start: Int64, end: Int64) {
            let value = DecimalNumber(value)
            let draft = HealthDraft(type: type, source: FitbitPass.source, start: start, end: end, value: value)
            if let sample = writer.sample(draft, at: 0, into: &sink) { sink.receive(sample) }
        }
        let chosen = chosen
        for (id, night) in chosen {
            deliver(HealthCategory.inBed, start: night.start, end: night.end)
            guard stages[id] == nil else { continue }
            let length = min(max(0, night.asleep ?? .max), night.end - night.start)
            deliver(HealthCategory.asleepUnspecified, start: night.start, end: night.start + length)
        }
        // Stages whose night is not in any table are delivered on their own.
        let dropped = Set(nights.keys).subtracting(chosen.map(\.id))
        for (id, own) in stages.sorted(by: { $0.key < $1.key }) where !dropped.contains(id) {
            for stage in own { deliver(stage.value, start: stage.start, end: stage.end) }
        }
        (nights, stages, stageCount) = ([:], [:], 0)
        return dropped.count
    }

    /// The nights without overlaps, chosen by the newest algorithm first, then by length.
    private var chosen: [(id: String, night: Night)] {
        let sorted = nights.sorted { left, right in
            let (a, b) = (left.value, right.value)
            if a.isNewest != b.isNewest { return a.isNewest }
            return (b.end - b.start, left.key) < (a.end - a.start, right.key)
        }
        var found: [(id: String, night: Night)] = []
        var byDay: [Int64: [Night]] = [:]
        for (id, night) in sorted {
            let range = night.start / 86_400...night.end / 86_400
            guard range.count < 8 else { continue }
            let near = range.flatMap { byDay[$0] ?? [] }
            guard !near.contains(where: { $0.start < night.end && night.start < $0.end }) else { continue }
            for day in range { byDay[day, default: []].append(night) }
            found.append((id, night))
        }
        return found.sorted { ($0.night.start, $0.id) < ($1.night.start, $1.id) }
    }
}
