internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// Fills the rows of the ward board.
struct BoardView {
    /// The metrics that have a column, in the order of a ward's observation chart.
    static let columns: [MetricName] = [
        .systolic, .pulse, .spo2, .bodyTemperature, .respiratoryRate, .bloodGlucose,
    ]
    /// How long a new person is announced, in seconds.
    private static let news: TimeInterval = 86_400

    let time: PageTime
    let stale: TimeInterval

    private var language: PageTexts.Language { time.language }

    /// The template's values for all rows, and the number of seats with each need.
    func model(_ rows: [BoardRow]) -> [String: Any] {
        let places = Dictionary(
            rows.map(\.seat).sorted { BedName($0) < BedName($1) }.enumerated().map { ($1, $0) }
        ) { first, _ in first }
        return [
            "rows": BoardRow.sorted(rows).map { row in model(row, place: places[row.seat] ?? 0) },
            "needs": BoardNeed.allCases.map { need in
                [
                    "need": "\(need)", "word": word(need), "count": "\(rows.count { $0.has(need) })",
                ] as [String: Any]
            },
        ]
    }

    private func model(_ row: BoardRow, place: Int) -> [String: Any] {
        let tile = row.tile
        var model: [String: Any] = [
            "seat": row.seat, "path": PagePath.seat(row.seat), "need": "\(row.need)",
            "place": "\(place)", "rank": "\(row.rank)",
            "hubs": row.hubs.joined(separator: " "), "word": words(row),
            "values": shown(tile.values ?? []).map { value($0, due: row.due) } + missing(row),
        ]
        if let due = row.due { fill(&model, due: due, row: row) }
        if let label = tile.label { model["label"] = label }
        if let last = row.last {
            model["last"] = time.brief(last)
        } else if tile.entry.session != nil {
            model["last"] = language["tile.none"]
        }
        if let since = newSince(tile) { model["since"] = since }
        return model
    }

    /// What the plan asks for: in place of the need if nothing is more urgent, otherwise after it.
    private func fill(_ model: inout [String: Any], due: PlanDue, row: BoardRow) {
        let (words, need) = (DueWords(time: time), row.need)
        model["due"] = due.need.map { "\($0)" } ?? ""
        if need == due.need || (need == .nothing && due.need == nil) {
            model["word"] = words.state(due)
        } else if due.need != nil {
            model["also"] = words.state(due)
            // A dense row has one line for both.
            (model["wordBrief"], model["alsoBrief"]) = (brief(row), words.brief(due))
        }
        guard due.need != nil else { return }
        model["what"] = words.what(due)
        // A dense row has no room for all names: its columns show what is due, and it names only the others.
        let rest = words.names(due.open.map(\.metric).filter { !Self.columns.contains($0) })
        if !rest.isEmpty { model["rest"] = rest }
    }

    /// The columns of what is due and was never measured.
    private func missing(_ row: BoardRow) -> [[String: Any]] {
        let known = Set((row.tile.values ?? []).map(\.metric))
        let never = (row.due?.open ?? []).map(\.metric).filter { Self.columns.contains($0) && !known.contains($0) }
        return never.map { metric in
            [
                "metric": metric.rawValue, "full": language.metric(metric, isPair: metric == .systolic),
                "name": language.short(metric, isPair: metric == .systolic), "isDue": true,
                "parts": [["text": "–", "arrow": "", "side": "", "isSecond": false] as [String: Any]],
            ]
        }
    }

    /// The need in words, with the number of values or readings.
    private func words(_ row: BoardRow) -> String {
        switch row.need {
        case .outside: language["need.countOutside", ["count": "\(row.outside)"]]
        case .held: language["tile.held", ["count": "\(row.tile.entry.held)"]]
        default: word(row.need)
        }
    }

    private func brief(_ row: BoardRow) -> String {
        switch row.need {
        case .outside: language["need.outsideBrief", ["count": "\(row.outside)"]]
        case .outsideOld: language["need.outsideOldBrief"]
        default: words(row)
        }
    }

    private func word(_ need: BoardNeed) -> String { language.word("\(need)", of: "need") }

    /// The time since which the person is new, for a day.
    private func newSince(_ tile: SeatTile) -> String? {
        guard tile.hasBefore, let since = tile.person?.since, time.now.timeIntervalSince(since) < Self.news else {
            return nil
        }
        return language["need.since", ["time": time.short(since)]]
    }

    /// The values with a column, and every other one that is outside its limits.
    private func shown(_ values: [SeatTile.Value]) -> [SeatTile.Value] {
        Self.columns.compactMap { column in values.first { $0.metric == column } }
            + values.filter { $0.isUnusual && !Self.columns.contains($0.metric) }
    }

    private func value(_ value: SeatTile.Value, due: PlanDue?) -> [String: Any] {
        let isStale = time.now.timeIntervalSince(value.at) > stale
        // Without its unit, a glucose of 15 could be either of two very different values.
        let metric = MetricTable.metric(named: value.metric)
        let needsUnit = metric.map { $0.needsUnit || value.unit != $0.canonicalUnit.sign } ?? false
        let marks = LimitMarks(language: language, names: "short").models(of: value)
        var model: [String: Any] = [
            "metric": value.metric.rawValue, "full": language.metric(value.metric, isPair: value.isPair),
            "name": language.short(value.metric, isPair: value.isPair),
            "parts": parts(value), "marks": marks, "stale": isStale, "unusual": value.isUnusual,
            "at": time.short(value.at), "age": time.brief(value.at),
            "isDue": due?.open.contains { $0.metric == value.metric } ?? false,
        ]
        if needsUnit, !value.unit.isEmpty { model["unit"] = value.unit }
        return model
    }

    /// The number or the two pressures, each with its arrow.
    private func parts(_ value: SeatTile.Value) -> [[String: Any]] {
        let texts = value.isPair ? value.text.split(separator: "/").map(String.init) : [value.text]
        let metrics: [MetricName] = value.isPair ? [.systolic, .diastolic] : [value.metric]
        return zip(texts, metrics).enumerated().map { index, part in
            let side = value.outside.first { $0.metric == part.1 }?.side
            return [
                "text": language.number(part.0), "arrow": side?.arrow ?? "", "side": side?.rawValue ?? "",
                "isSecond": index > 0,
            ]
        }
    }
}
