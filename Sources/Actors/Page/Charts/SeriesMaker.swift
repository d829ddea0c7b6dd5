internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Builds the charts of a seat.
struct SeriesMaker {
    /// One chart: times in seconds, and a list of values for each line.
    struct Chart: Encodable, Equatable {
        let metric: String
        let name: String
        let unit: String
        /// The group under which the page folds it; `vitals` is open.
        let group: String
        let groupName: String
        let labels: [String]
        let times: [Double]
        let lines: [[Double?]]
        /// The meal mark for each time, if a person noted one.
        let marks: [String?]
        /// The person's limits of each line, in the chart's unit.
        let limits: [Range?]
    }

    /// The limits of one line.
    struct Range: Encodable, Equatable {
        let lowest: Double?
        let highest: Double?
    }

    /// All charts of a seat.
    struct Charts: Encodable {
        let charts: [Chart]
        /// The bounds of the time axis, in seconds.
        let from: Double
        let to: Double
        /// Whether the charts include all records of the period.
        let isWhole: Bool
        /// On how many days there are values, and how many records there are.
        let words: String
    }

    let language: PageTexts.Language
    var zone = TimeZone.current
    /// The limits of the person, in the metrics' canonical units.
    var limits: [SeatLimits.Limit] = []
    /// The units of the charts' numbers; by default each metric's first one.
    var units = ShownUnits()

    /// Builds charts from records, with blood pressure as a pair and every other metric alone, each in one unit.
    func charts(of entries: [RecordHistory.Entry], from: Date, to now: Date, isWhole: Bool) -> Charts {
        let records = entries.filter { $0.state != .deleted }.map(\.record).sorted { $0.timestamp < $1.timestamp }
        var names: [MetricName] = []
        for measured in records.flatMap(\.measurements)
        where measured.metric != .diastolic && !names.contains(measured.metric) {
            names.append(measured.metric)
        }
        let ordered = names.sorted { TileValues.place($0) < TileValues.place($1) }
        return Charts(
            charts: ordered.compactMap { chart($0, of: records) },
            from: from.timeIntervalSince1970,
            to: now.timeIntervalSince1970,
            isWhole: isWhole,
            words: words(records, from: from, to: now)
        )
    }

    /// On how many days of the site's calendar there are values, and how many records there are.
    private func words(_ records: [VitalRecord], from: Date, to now: Date) -> String {
        let days = Set(records.map { zone.day(of: $0.timestamp) }).count
        let all = max(days, zone.day(of: now) - zone.day(of: from) + 1)
        return language["chart.days", ["days": "\(days)", "all": "\(all)", "count": "\(records.count)"]]
    }

    /// The vitals of a round, and all other metrics by the type of their records.
    private func group(_ name: MetricName, of records: [VitalRecord]) -> String {
        let isVital = RoundForm.groups.contains { $0.metrics.contains(name) }
        return isVital ? "vitals" : records.first?.type.rawValue ?? "vitals"
    }

    private func chart(_ name: MetricName, of records: [VitalRecord]) -> Chart? {
        guard let metric = MetricTable.metric(named: name) else { return nil }
        let all = name == .systolic ? [name, .diastolic] : [name]
        let shown = records.filter { $0.measurements.contains { $0.metric == name } }
        let group = group(name, of: shown)
        return Chart(
            metric: name.rawValue,
            name: language.metric(name, isPair: name == .systolic),
            unit: units.unit(metric).sign,
            group: group,
            groupName: language.word(group, of: "chartGroup"),
            labels: all.map { language.word($0.rawValue, of: "metric") },
            times: shown.map { $0.timestamp.timeIntervalSince1970 },
            lines: all.map { one in shown.map { value(one, of: $0) } },
            marks: shown.map { $0.context?.meal.map { language.word($0, of: "meal") } },
            limits: all.map(range)
        )
    }

    private func range(_ name: MetricName) -> Range? {
        guard let limit = limits.first(where: { $0.metric == name }), let metric = MetricTable.metric(named: name)
        else {
            return nil
        }
        let number = { (number: Double?) in number.flatMap { Double(units.limit($0, of: metric)) } }
        return Range(lowest: number(limit.lowest), highest: number(limit.highest))
    }

    private func value(_ name: MetricName, of record: VitalRecord) -> Double? {
        guard let measured = record.measurements.first(where: { $0.metric == name }),
            let metric = MetricTable.metric(named: name)
        else { return nil }
        // A value that does not convert is left off the chart.
        return measured.converted(to: units.unit(metric).ucum).flatMap { Double("\($0.value)") }
    }
}
