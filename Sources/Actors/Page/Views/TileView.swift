internal import BusContract
internal import FoundationEssentials
internal import SiteHealth
internal import VitalRecords

/// Fills a tile's template.
struct TileView {
    /// The largest number of unmarked values on a tile.
    private static let most = 6

    let tile: SeatTile
    let time: PageTime
    /// The age from which a value is grey, in seconds.
    let stale: TimeInterval

    private var language: PageTexts.Language { time.language }

    var model: [String: Any] {
        let entry = tile.entry
        var model: [String: Any] = [
            "seat": entry.seat, "values": shown.map(model), "notes": notes, "hasNotes": !notes.isEmpty,
            "hidden": tile.values == nil,
            "none": tile.values?.isEmpty ?? false,
        ]
        // Tells a page that shows one person that another session began; a session's id would say too much.
        model["stay"] = entry.session.map { "\(Int(clamping: $0.startedAt.timeIntervalSince1970 * 1_000))" } ?? ""
        if let label = tile.label { model["label"] = label }
        if let due = tile.due(now: time.now, zone: time.zone) {
            model["due"] = ["need": due.need.map { "\($0)" } ?? "later", "words": DueWords(time: time).line(due)]
        }
        model["waits"] = tile.waiting.map { language["tile.waits", ["device": BusFacts.name(peripheral: $0)]] }
        if entry.session == nil { model["alone"] = language["tile.noSession"] }
        if tile.values == nil, let last = entry.lastMeasuredAt {
            model["last"] = language["tile.last", ["time": time.short(last), "age": time.age(last)]]
        }
        return model
    }

    /// The first values, and every other one that is marked.
    private var shown: [SeatTile.Value] {
        (tile.values ?? []).enumerated().filter { $0.offset < Self.most || $0.element.isUnusual }.map(\.element)
    }

    private func model(_ value: SeatTile.Value) -> [String: Any] {
        let isStale = time.now.timeIntervalSince(value.at) > stale
        let line = Self.line(value.trend)
        var model: [String: Any] = [
            "metric": value.metric.rawValue,
            "name": language.metric(value.metric, isPair: value.isPair),
            "text": language.number(value.text), "unit": value.unit, "at": time.short(value.at),
            "ms": "\(Int(clamping: value.at.timeIntervalSince1970 * 1_000))", "age": time.age(value.at),
            "stale": isStale, "unusual": value.isUnusual, "marks": LimitMarks(language: language).models(of: value),
        ]
        if !line.isEmpty { model["line"] = line }
        return model
    }

    /// Notes on the seat's held, waiting, unsynced and rejected readings.
    private var notes: [String] {
        let entry = tile.entry
        let counts = [
            ("tile.held", entry.held), ("tile.waiting", entry.waiting), ("tile.unsynced", entry.unsynced),
            ("tile.rejected", entry.rejected),
        ]
        return counts.filter { $0.1 > 0 }.map { language[$0.0, ["count": "\($0.1)"]] }
    }

    /// The points of a sparkline, 100 units wide and 24 high; empty for fewer than two values.
    static func line(_ values: [Double]) -> String {
        guard values.count > 1, let low = values.min(), let high = values.max() else { return "" }
        let step = 100 / Double(values.count - 1)
        return values.enumerated().map { index, value in
            let height = high > low ? (value - low) / (high - low) : 0.5
            return "\((Double(index) * step * 10).rounded() / 10),\(((1 - height) * 200 + 20).rounded() / 10)"
        }.joined(separator: " ")
    }
}
