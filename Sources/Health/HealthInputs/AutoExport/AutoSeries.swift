internal import HealthTypes
internal import VitalRecords

/// The points of one metric on their way to the sink.
struct AutoSeries {
    let metric: AutoMetric
    let unit: String
    let type: Int
    private let parts: (systolic: Int, diastolic: Int)
    private var held: [(AutoPoint, DecimalNumber)] = []
    private var hasTimes = false
    /// The phone's UTC offset at the point before, in seconds.
    private var utcOffset: Int64?

    /// More points at midnight than these, eleven years, are daily sums without doubt.
    private static let mostHeld = 4_096
    let sources = AutoSources()

    init(name: String, unit: String?, _ writer: inout HealthWriter, _ sink: inout some HealthSink) {
        metric = AutoMetric(named: name)
        self.unit = unit.map(AutoUnit.healthKit).flatMap { $0.isEmpty ? nil : $0 } ?? metric.unit
        type = writer.type(metric.identifier, &sink)
        let isPair = metric.shape == .bloodPressure
        parts =
            isPair
            ? (
                writer.type("HKQuantityTypeIdentifierBloodPressureSystolic", &sink),
                writer.type("HKQuantityTypeIdentifierBloodPressureDiastolic", &sink)
            ) : (type, type)
    }

    /// Adds a point.
    mutating func take(_ point: AutoPoint, _ writer: inout HealthWriter, _ sink: inout some HealthSink) {
        note(point.moment, &sink)
        switch metric.shape {
        case .unknown: writer.count(type)
        case .bloodPressure: pair(point, &writer, &sink)
        case .sleep: sleep(point, &writer, &sink)
        case .standHours, .sum: sum(point, &writer, &sink)
        case .mindful: mindful(point, &writer, &sink)
        case .quantity, .percent, .glucose:
            guard let value = value(point, &writer), let time = time(point, &writer) else { return }
            deliver(point, value, time, &writer, &sink)
        }
    }

    /// Ends the series: the points at midnight are daily sums if no point has another time.
    ///
    /// - Parameter isCut: Whether the file was truncated; a single point may then be the first of its day.
    mutating func finish(isCut: Bool, _ writer: inout HealthWriter, _ sink: inout some HealthSink) {
        if isCut, held.count < 2 {
            releaseTimes(&writer, &sink)
        } else {
            releaseDays(&writer, &sink)
        }
    }

    /// Emits a hint of the zone from the dates; the app does not name it.
    private mutating func note(_ moment: CivilMoment?, _ sink: inout some HealthSink) {
        guard let moment, let time = moment.time, moment.clock - time != utcOffset else { return }
        let offset = moment.clock - time
        utcOffset = offset
        guard offset.magnitude <= 14 * 3_600 else { return }
        sink.receive(.zoneHint(ZoneHint(time: time, zone: .written(Int(offset)))))
    }

    // MARK: Sums

    private mutating func sum(_ point: AutoPoint, _ writer: inout HealthWriter, _ sink: inout some HealthSink) {
        guard let value = value(point, &writer) else { return }
        guard let moment = point.moment, moment.isMidnight, point.end == nil, !hasTimes else {
            releaseTimes(&writer, &sink)
            return timed(point, value, &writer, &sink)
        }
        held.append((point, value))
        if held.count >= Self.mostHeld { releaseDays(&writer, &sink) }
    }

    private mutating func releaseTimes(_ writer: inout HealthWriter, _ sink: inout some HealthSink) {
        hasTimes = true
        for (point, value) in held { timed(point, value, &writer, &sink) }
        held = []
    }

    private mutating func releaseDays(_ writer: inout HealthWriter, _ sink: inout some HealthSink) {
        for (point, value) in held {
            guard let day = point.moment?.day else { continue }
            writer.count(type)
            let name = metric.shape == .standHours ? nil : unit
            let start = point.moment?.time
            writer.deliver(dayTotal: value, of: type, unit: name, on: day, from: start, source(point), &sink)
        }
        held = []
    }

    private func timed(
        _ point: AutoPoint,
        _ value: DecimalNumber,
        _ writer: inout HealthWriter,
        _ sink: inout some HealthSink
    ) {
        guard let time = time(point, &writer) else { return }
        guard metric.shape == .standHours else { return deliver(point, value, time, &writer, &sink) }
        for hour in 0..<min(max(0, value.wholeNumber ?? 0), 24) {
            let start = time + hour * 3_600
            category(point, HealthCategory.stood, start, start + 3_600, &writer, &sink)
        }
    }

    // MARK: Other shapes

    private func pair(_ point: AutoPoint, _ writer: inout HealthWriter, _ sink: inout some HealthSink) {
        guard let systolic = point.systolic, let diastolic = point.diastolic else {
            return writer.report.damage.note(point.offset, metric.identifier, "it has not both values; it was left out")
        }
        guard let time = time(point, &writer) else { return }
        writer.count(type)
        let samples = [(parts.systolic, systolic), (parts.diastolic, diastolic)].compactMap { type, value in
            writer.sample(draft(point, type, unit, time, time, value), at: point.offset, &sink)
        }
        guard !samples.isEmpty else { return }
        let source = writer.source(source(point), &sink)
        let identifier = metric.identifier
        sink.receive(
            .correlation(
                HealthCorrelation(type: identifier, source: source, start: time, end: time, samples: samples)
            )
        )
    }

    private func mindful(_ point: AutoPoint, _ writer: inout HealthWriter, _ sink: inout some HealthSink) {
        guard let value = value(point, &writer), let time = time(point, &writer) else { return }
        let seconds = unit == "s" ? value.wholeNumber : value.counted(in: unit == "hr" ? 3_600 : 60)
        guard let seconds, (0...86_400).contains(seconds) else {
            return writer.report.damage.note(
                point.offset,
                metric.identifier,
                "it is longer than a day; it was left out"
            )
        }
        category(point, HealthCategory.notApplicable, time, point.end?.time ?? time + seconds, &writer, &sink)
    }

    private func sleep(_ point: AutoPoint, _ writer: inout HealthWriter, _ sink: inout some HealthSink) {
        if let name = point.stage {
            guard let stage = Self.stage(name), let start = point.moment?.time, let end = point.end?.time else {
                return note(point, "its stage or its times cannot be read; it was left out", &writer)
            }
            return category(point, stage, start, end, &writer, &sink)
        }
        guard point.night.isNight else { return note(point, "it has no start of sleep; it was left out", &writer) }
        let stages = point.night.stages
        if let bed = point.night.inBed {
            category(point, bed.value, bed.start, bed.end, by: point.night.bedSource, &writer, &sink)
        }
        for stage in stages {
            category(point, stage.value, stage.start, stage.end, by: point.night.sleepSource, &writer, &sink)
        }
    }
}

extension AutoSeries {
    /// The stage of a word, ignoring case and spaces.
    static func stage(_ word: String) -> Int64? {
        switch word.lowercased().filter({ !$0.isWhitespace }) {
        case "core", "asleepcore": HealthCategory.asleepCore
        case "deep", "asleepdeep": HealthCategory.asleepDeep
        case "rem", "asleeprem": HealthCategory.asleepREM
        case "awake": HealthCategory.awake
        case "inbed": HealthCategory.inBed
        case "asleep", "unspecified", "asleepunspecified": HealthCategory.asleepUnspecified
        default: nil
        }
    }

    /// The point's number in HealthKit's unit.
    func value(_ point: AutoPoint, _ writer: inout HealthWriter) -> DecimalNumber? {
        let value = point.quantity ?? point.average
        // HealthKit has a fraction.
        guard let value = metric.shape == .percent && unit == "%" ? value?.shifted(2) : value else {
            note(point, "its value cannot be read; it was left out", &writer)
            return nil
        }
        return value
    }

    /// The point's start.
    func time(_ point: AutoPoint, _ writer: inout HealthWriter) -> Int64? {
        guard let time = point.moment?.time else {
            note(point, "its date cannot be read; it was left out", &writer)
            return nil
        }
        return time
    }

    /// The point's source; a sum over several sources has one joint source.
    func source(_ point: AutoPoint, _ name: String? = nil) -> HealthSource {
        sources.source(name ?? point.source)
    }

    /// Reports a point as damage; it is left out.
    func note(_ point: AutoPoint, _ message: String, _ writer: inout HealthWriter) {
        writer.report.damage.note(point.offset, metric.identifier, message)
    }

    /// Makes a sample of a type.
    func draft(
        _ point: AutoPoint,
        _ type: Int,
        _ unit: String?,
        _ start: Int64,
        _ end: Int64,
        _ value: DecimalNumber,
        _ source: String? = nil
    ) -> HealthDraft {
        HealthDraft(
            type: type,
            source: self.source(point, source),
            unit: unit,
            start: start,
            end: end,
            value: value
        )
    }

    /// Delivers a numeric sample.
    func deliver(
        _ point: AutoPoint,
        _ value: DecimalNumber,
        _ time: Int64,
        _ writer: inout HealthWriter,
        _ sink: inout some HealthSink
    ) {
        var draft = draft(point, type, unit, time, point.end?.time ?? time, value)
        if metric.shape == .glucose { draft.flags = Self.flags(point.mealTime) }
        writer.deliver(draft, at: point.offset, &sink)
    }

    /// Delivers a category sample.
    func category(
        _ point: AutoPoint,
        _ value: Int64,
        _ start: Int64,
        _ end: Int64,
        by source: String? = nil,
        _ writer: inout HealthWriter,
        _ sink: inout some HealthSink
    ) {
        let draft = draft(point, type, nil, start, end, DecimalNumber(value), source)
        writer.deliver(draft, at: point.offset, &sink)
    }

    private static func flags(_ meal: String?) -> HealthSampleFlags {
        switch meal?.lowercased() {
        case "before meal", "preprandial": .beforeMeal
        case "after meal", "postprandial": .afterMeal
        default: []
        }
    }
}
