internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Fills the row of a record.
struct RecordView {
    let time: PageTime
    /// Whether the viewer may change the record.
    let mayChange: Bool
    var units = ShownUnits()

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
        if let tester = record.context?.tester {
            model["tester"] = language["record.tester", ["tester": language.word(tester, of: "tester")]]
        }
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
        let shown = units.shown(measured)
        var model: [String: Any] = [
            "metric": measured.metric.rawValue, "name": language.word(measured.metric.rawValue, of: "metric"),
            "number": language.number("\(shown.value)"), "plain": "\(shown.value)",
            "unit": TileValues.symbol(shown), "ucum": shown.unit,
            "byHand": measured.origin == .manual,
        ]
        // A correction of another value of the record must not change this one.
        if shown.unit != measured.unit {
            model["stored"] = ["value": "\(measured.value)", "ucum": measured.unit]
        }
        return model
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
    private static let head = "time,metric,value,unit,origin,state,source,log id,revision,measured value,measured unit"

    /// One line per value (RFC 4180), in the person's units and as measured; texts that a spreadsheet would run as
    /// formulas are defused.
    static func text(_ entries: [RecordHistory.Entry], units: ShownUnits, isWhole: Bool) -> String {
        var lines = [head]
        for entry in entries {
            let record = entry.record
            for measured in record.measurements {
                let shown = units.shown(measured)
                let fields = [
                    record.timestamp.ISO8601Format(), measured.metric.rawValue, "\(shown.value)", shown.unit,
                    measured.origin.rawValue, entry.state.rawValue, record.source.model ?? record.source.kind.rawValue,
                    record.logID.rawValue, "\(record.revision)", "\(measured.value)", measured.unit,
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
