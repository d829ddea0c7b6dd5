internal import HealthTypes
internal import VitalRecords

/// Passes the points of one metric to the sink.
struct AutoSeries {
    let metric: AutoMetric
    let unit: String
    let type: Int
    private let parts: (systolic: Int, diastolic: Int)
    private var held: [(AutoPoint, DecimalNumber)] = []
    private var hasTimes = false
    /// Means at midnight: those of days, unless another point has another time.
    private var means: [(point: AutoPoint, value: DecimalNumber, time: Int64)] = []
    /// The phone's UTC offset at the previous point, in seconds.
    private var utcOffset: Int64?

    /// The most midnight points to hold; more than these, eleven years, are certainly daily sums.
    private static let mostHeld = 4_096
    let sources = AutoSources()

    init(name: String, unit: String?, writer: inout HealthWriter, sink: inout some HealthSink) {
        metric = AutoMetric(named: name)
        self.unit = unit.map(AutoUnit.healthKit).flatMap { $0.isEmpty ? nil : $0 } ?? metric.unit
        type = writer.type(metric.identifier, into: &sink)
        let isPair = metric.shape == .bloodPressure
        parts =
            isPair
            ? (
                writer.type("HKQuantityTypeIdentifierBloodPressureSystolic", into: &sink),
                writer.type("HKQuantityTypeIdentifierBloodPressureDiastolic", into: &sink)
            ) : (type, type)
    }

    /// Adds a point.
    mutating func take(_ point: AutoPoint, into writer: inout HealthWriter, sink: inout some HealthSink) {
        note(point.moment, into: &sink)
        switch metric.shape {
        case .unknown: writer.count(type)
        case .bloodPressure: pair(point, into: &writer, sink: &sink)
        case .sleep: sleep(point, into: &writer, sink: &sink)
        case .standHours, .sum: sum(point, into: &writer, sink: &sink)
        case .mindful: mindful(point, into: &writer, sink: &sink)
        case .quantity, .percent, .glucose:
            guard let value = value(point, into: &writer), let time = time(point, into: &writer) else { return }
            measure(point, value: value, at: time, into: &writer, sink: &sink)
        }
    }

    /// Ends the series in a whole file: the points at midnight are daily sums if no point has another time.
    mutating func finish(_ days: inout AutoDays, into writer: inout HealthWriter) {
        days.add(takeDays())
        leaveMeans(&writer)
    }

    /// Ends the series at the end of a truncated file; a single point may then be the first of its day.
    mutating func finishCut(into writer: inout HealthWriter, sink: inout some HealthSink) {
        if held.count < 2 { releaseTimes(&writer, into: &sink) } else { releaseDays(&writer, into: &sink) }
        if means.count < 2 { releaseMeans(&writer, into: &sink) } else { leaveMeans(&writer) }
    }

    // MARK: Means

    /// Delivers a value, unless it may be the mean of a day, which is not a measurement at midnight.
    private mutating func measure(
        _ point: AutoPoint,
        value: DecimalNumber,
        at time: Int64,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        let isMidnight = point.moment?.isMidnight ?? false
        if !isMidnight { releaseMeans(&writer, into: &sink) }
        guard isMidnight, point.isMean, !hasTimes else {
            return deliver(point, value: value, at: time, into: &writer, sink: &sink)
        }
        means.append((point, value, time))
        if means.count >= Self.mostHeld { leaveMeans(&writer) }
    }

    private mutating func releaseMeans(_ writer: inout HealthWriter, into sink: inout some HealthSink) {
        hasTimes = true
        for mean in means { deliver(mean.point, value: mean.value, at: mean.time, into: &writer, sink: &sink) }
        means = []
    }

    private mutating func leaveMeans(_ writer: inout HealthWriter) {
        for _ in means {
            writer.count(type)
            writer.report.leftOut.note(metric.identifier, reason: .noMeasurement)
        }
        means = []
    }

    /// Emits a zone hint from the dates, because the app does not name the zone.
    private mutating func note(_ moment: CivilMoment?, into sink: inout some HealthSink) {
        guard let moment, let time = moment.time, moment.clock - time != utcOffset else { return }
        let offset = moment.clock - time
        utcOffset = offset
        guard offset.magnitude <= 14 * 3_600 else { return }
        sink.receive(.zoneHint(ZoneHint(time: time, zone: .written(Int(offset)))))
    }

    // MARK: Sums

    private mutating func sum(_ point: AutoPoint, into writer: inout HealthWriter, sink: inout some HealthSink) {
        guard let value = value(point, into: &writer) else { return }
        guard let moment = point.moment, moment.isMidnight, point.end == nil, !hasTimes else {
            releaseTimes(&writer, into: &sink)
            return timed(point, value: value, into: &writer, sink: &sink)
        }
        held.append((point, value))
        if held.count >= Self.mostHeld { releaseDays(&writer, into: &sink) }
    }

    private mutating func releaseTimes(_ writer: inout HealthWriter, into sink: inout some HealthSink) {
        hasTimes = true
        for (point, value) in held { timed(point, value: value, into: &writer, sink: &sink) }
        held = []
    }

    /// Delivers the sums as the type that the file has last.
    private mutating func releaseDays(_ writer: inout HealthWriter, into sink: inout some HealthSink) {
        let days = takeDays()
        for _ in days.sums { writer.count(type) }
        days.deliver(&writer, into: &sink)
    }

    private mutating func takeDays() -> AutoDays.Series {
        let sums = held.compactMap { point, value in
            point.moment.map { AutoDays.Sum(day: $0.day, start: $0.time, value: value, source: source(point)) }
        }
        held = []
        let name = metric.shape == .standHours ? nil : unit
        return AutoDays.Series(identifier: metric.identifier, type: type, unit: name, sums: sums)
    }

    private func timed(
        _ point: AutoPoint,
        value: DecimalNumber,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        guard let time = time(point, into: &writer) else { return }
        guard metric.shape == .standHours else {
            return deliver(point, value: value, at: time, into: &writer, sink: &sink)
        }
        for hour in 0..<min(max(0, value.wholeNumber ?? 0), 24) {
            let start = time + hour * 3_600
            category(point, value: HealthCategory.stood, start: start, end: start + 3_600, into: &writer, sink: &sink)
        }
    }

    // MARK: Other shapes

    private func pair(_ point: AutoPoint, into writer: inout HealthWriter, sink: inout some HealthSink) {
        guard let systolic = point.systolic, let diastolic = point.diastolic else {
            return writer.report.damage.note(
                point.offset,
                element: metric.identifier,
                message: "one of its two values is missing; it was left out"
            )
        }
        guard let time = time(point, into: &writer) else { return }
        writer.count(type)
        let samples = [(parts.systolic, systolic), (parts.diastolic, diastolic)].compactMap { type, value in
            writer.sample(
                draft(point, type: type, unit: unit, start: time, end: time, value: value),
                at: point.offset,
                into: &sink
            )
        }
        guard !samples.isEmpty else { return }
        let source = writer.source(source(point), into: &sink)
        let identifier = metric.identifier
        sink.receive(
            .correlation(
                HealthCorrelation(type: identifier, source: source, start: time, end: time, samples: samples)
            )
        )
    }

    private func mindful(_ point: AutoPoint, into writer: inout HealthWriter, sink: inout some HealthSink) {
        guard let value = value(point, into: &writer), let time = time(point, into: &writer) else { return }
        let seconds = value.counted(in: AutoUnit.seconds(unit) ?? 60)
        guard let seconds, (0...86_400).contains(seconds) else {
            return writer.report.damage.note(
                point.offset,
                element: metric.identifier,
                message: "it is longer than a day; it was left out"
            )
        }
        category(
            point,
            value: HealthCategory.notApplicable,
            start: time,
            end: point.end?.time ?? time + seconds,
            into: &writer,
            sink: &sink
        )
    }

    private func sleep(_ point: AutoPoint, into writer: inout HealthWriter, sink: inout some HealthSink) {
        if let name = point.stage {
            guard let stage = Self.stage(name) ?? point.stageNumber, let start = point.moment?.time,
                let end = point.end?.time
            else {
                return note(point, message: "its stage or its times cannot be read; it was left out", into: &writer)
            }
            return category(point, value: stage, start: start, end: end, into: &writer, sink: &sink)
        }
        guard point.night.isNight else {
            return note(point, message: "it has no start of sleep; it was left out", into: &writer)
        }
        let length = AutoUnit.seconds(unit) ?? 3_600
        for _ in 0..<point.night.countImpossible(unit: length) {
            writer.report.leftOut.note(metric.identifier, reason: .impossible)
        }
        let stages = point.night.stages(unit: length)
        if let bed = point.night.inBed(unit: length) {
            category(
                point,
                value: bed.value,
                start: bed.start,
                end: bed.end,
                by: point.night.bedSource,
                into: &writer,
                sink: &sink
            )
        }
        for stage in stages {
            category(
                point,
                value: stage.value,
                start: stage.start,
                end: stage.end,
                by: point.night.sleepSource,
                into: &writer,
                sink: &sink
            )
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
    func value(_ point: AutoPoint, into writer: inout HealthWriter) -> DecimalNumber? {
        let value = point.quantity ?? point.average
        // HealthKit has a fraction.
        guard let value = metric.shape == .percent && unit == "%" ? value?.shifted(2) : value else {
            note(point, message: "its value cannot be read; it was left out", into: &writer)
            return nil
        }
        return value
    }

    /// The point's start.
    func time(_ point: AutoPoint, into writer: inout HealthWriter) -> Int64? {
        guard let time = point.moment?.time else {
            note(point, message: "its date cannot be read; it was left out", into: &writer)
            return nil
        }
        return time
    }

    /// The point's source; a sum over several sources has one joint source.
    func source(_ point: AutoPoint, name: String? = nil) -> HealthSource {
        sources.source(name ?? point.source)
    }

    /// Reports a point as damage; it is left out.
    func note(_ point: AutoPoint, message: String, into writer: inout HealthWriter) {
        writer.report.damage.note(point.offset, element: metric.identifier, message: message)
    }

    /// Makes a sample of a type.
    func draft(
        _ point: AutoPoint,
        type: Int,
        unit: String?,
        start: Int64,
        end: Int64,
        value: DecimalNumber,
        source: String? = nil
    ) -> HealthDraft {
        HealthDraft(
            type: type,
            source: self.source(point, name: source),
            unit: unit,
            start: start,
            end: end,
            value: value
        )
    }

    /// Delivers a numeric sample.
    func deliver(
        _ point: AutoPoint,
        value: DecimalNumber,
        at time: Int64,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        var draft = draft(point, type: type, unit: unit, start: time, end: point.end?.time ?? time, value: value)
        if metric.shape == .glucose { draft.flags = Self.flags(point.mealTime) }
        writer.deliver(draft, at: point.offset, into: &sink)
    }

    /// Delivers a category sample.
    func category(
        _ point: AutoPoint,
        value: Int64,
        start: Int64,
        end: Int64,
        by source: String? = nil,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        let draft = draft(
            point,
            type: type,
            unit: nil,
            start: start,
            end: end,
            value: DecimalNumber(value),
            source: source
        )
        writer.deliver(draft, at: point.offset, into: &sink)
    }

    private static func flags(_ meal: String?) -> HealthSampleFlags {
        switch meal?.lowercased() {
        case "before meal", "preprandial": .beforeMeal
        case "after meal", "postprandial": .afterMeal
        default: []
        }
    }
}
