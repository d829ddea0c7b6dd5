internal import VitalRecords

extension AutoSeries {
    /// The stage of a word; its letters' case and its blanks do not matter.
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

    /// The point's number, as HealthKit has it.
    func value(_ point: AutoPoint, _ writer: inout HealthWriter) -> DecimalNumber? {
        let value = point.quantity ?? point.average
        // HealthKit has a fraction of one.
        guard let value = metric.shape == .percent && unit == "%" ? value?.shifted(2) : value else {
            note(point, "its value cannot be read; it was left out", &writer)
            return nil
        }
        return value
    }

    /// When the point began.
    func time(_ point: AutoPoint, _ writer: inout HealthWriter) -> Int64? {
        guard let time = point.moment?.time else {
            note(point, "its date cannot be read; it was left out", &writer)
            return nil
        }
        return time
    }

    /// Who wrote it: several sources that were summed up are one.
    func source(_ point: AutoPoint, _ name: String? = nil) -> HealthSource {
        sources.source(name ?? point.source)
    }

    /// Notes that a point is left out.
    func note(_ point: AutoPoint, _ message: String, _ writer: inout HealthWriter) {
        writer.report.damage.note(point.offset, metric.identifier, message)
    }

    /// A sample of a type.
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

    /// Delivers a number.
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

    /// Delivers a value of a category.
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
