internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Fills the row of a record.
struct RecordView {
    let time: PageTime
    /// Whether the viewer may change the record.
    let mayChange: Bool

    private var language: PageTexts.Language { time.language }

    func model(_ entry: RecordHistory.Entry) -> [String: Any] {
        let record = entry.record
        let isGone = entry.state == .deleted
        var model: [String: Any] = [
            "logID": record.logID.rawValue, "at": time.text(record.timestamp), "revision": "\(record.revision)",
            "values": record.measurements.map(value), "source": source(record.source),
            "state": language.word(entry.state.rawValue, of: "state"), "stateClass": entry.state.rawValue,
            "since": time.text(entry.since), "isGone": isGone,
            "changeable": mayChange && !isGone && record.details == nil, "deletes": entry.deletes ?? false,
        ]
        if record.revision > 1 { model["revised"] = language["record.revised", ["count": "\(record.revision)"]] }
        if let meal = record.context?.meal { model["meal"] = language.word(meal, of: "meal") }
        if let error = entry.error { model["error"] = "\(error.code): \(error.message)" }
        if let metrics = entry.leftOut, !metrics.isEmpty {
            let names = metrics.map { language.word($0.rawValue, of: "metric") }.joined(separator: ", ")
            model["leftOut"] = language["record.leftOut", ["metrics": names]]
        }
        model["elsewhere"] = (entry.elsewhere ?? []).map(elsewhere)
        let flags = record.context.map { $0.statusFlags + $0.implausible.map { "implausible \($0.rawValue)" } } ?? []
        if !flags.isEmpty { model["flags"] = flags.map { language.word($0, of: "flag") }.joined(separator: ", ") }
        return model
    }

    private func elsewhere(_ other: RecordHistory.Entry.Elsewhere) -> [String: Any] {
        var model: [String: Any] = [
            "destination": language.word(other.destination.rawValue, of: "destination"),
            "state": language.word(other.state.rawValue, of: "state"),
        ]
        if let error = other.error { model["why"] = "\(error.code): \(error.message)" }
        return model
    }

    private func value(_ measured: Measurement) -> [String: Any] {
        [
            "metric": measured.metric.rawValue, "name": language.word(measured.metric.rawValue, of: "metric"),
            "number": language.number("\(measured.value)"), "plain": "\(measured.value)",
            "unit": TileValues.symbol(measured), "ucum": measured.unit,
            "byHand": measured.origin == .manual,
        ]
    }

    /// The source of a record, in words.
    func source(_ source: RecordSource) -> String {
        let kind = language.word(source.kind.rawValue, of: "source")
        let device = [source.manufacturer, source.model].compactMap(\.self).joined(separator: " ")
        let name = device.isEmpty ? source.originalSource ?? "" : device
        return name.isEmpty ? kind : "\(kind), \(name)"
    }
}

/// Exports records as CSV.
enum RecordCSV {
    private static let head = "time,metric,value,unit,origin,state,source,log id,revision"

    /// One line per value (RFC 4180); texts that a spreadsheet would run as formulas are defused.
    static func text(_ entries: [RecordHistory.Entry], isWhole: Bool) -> String {
        var lines = [head]
        for entry in entries {
            let record = entry.record
            for measured in record.measurements {
                let fields = [
                    record.timestamp.ISO8601Format(), measured.metric.rawValue, "\(measured.value)", measured.unit,
                    measured.origin.rawValue, entry.state.rawValue, record.source.model ?? record.source.kind.rawValue,
                    record.logID.rawValue, "\(record.revision)",
                ]
                lines.append(fields.map(field).joined(separator: ","))
            }
        }
        if !isWhole { lines.append("\"older records are not in this file\"") }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        let isNumber = Double(text) != nil
        let safe = !isNumber && text.first.map { "=+-@\t\r".contains($0) } ?? false ? "'\(text)" : text
        return safe.contains { ",\"\r\n".contains($0) } ? "\"\(safe.replacing("\"", with: "\"\""))\"" : safe
    }
}

/// Builds the charts of a seat.
struct SeriesMaker {
    /// One chart: times in seconds, and a list of values for each line.
    struct Chart: Encodable, Equatable {
        let metric: String
        let name: String
        let unit: String
        let labels: [String]
        let times: [Double]
        let lines: [[Double?]]
        /// The meal mark for each time, if a person noted one.
        let marks: [String?]
    }

    /// All charts of a seat.
    struct Charts: Encodable {
        let charts: [Chart]
        /// The bounds of the time axis, in seconds.
        let from: Double
        let to: Double
        /// Whether the charts include all records of the period.
        let isWhole: Bool
    }

    let language: PageTexts.Language

    /// Builds charts from records, with blood pressure as a pair and every other metric alone, each in its canonical
    /// unit.
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
            isWhole: isWhole
        )
    }

    private func chart(_ name: MetricName, of records: [VitalRecord]) -> Chart? {
        guard let metric = MetricTable.metric(named: name) else { return nil }
        let all = name == .systolic ? [name, .diastolic] : [name]
        let shown = records.filter { $0.measurements.contains { $0.metric == name } }
        return Chart(
            metric: name.rawValue,
            name: language.word(name == .systolic ? "blood_pressure" : name.rawValue, of: "metric"),
            unit: metric.canonicalUnit.sign,
            labels: all.map { language.word($0.rawValue, of: "metric") },
            times: shown.map { $0.timestamp.timeIntervalSince1970 },
            lines: all.map { one in shown.map { Self.value(one, of: $0) } },
            marks: shown.map { $0.context?.meal.map { language.word($0, of: "meal") } }
        )
    }

    private static func value(_ name: MetricName, of record: VitalRecord) -> Double? {
        guard let measured = record.measurements.first(where: { $0.metric == name }),
            let metric = MetricTable.metric(named: name)
        else { return nil }
        // Absent is nil: a value that does not convert is left off the chart.
        return (try? metric.canonicalValue(of: measured)).flatMap { Double("\($0)") }
    }
}
