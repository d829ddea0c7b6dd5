internal import VitalRecords

/// Describes values outside their limits by an arrow, a word and the name of a colour.
struct LimitMarks {
    let language: PageTexts.Language
    /// The texts that name the parts of a pair: `metric`, or `short` where there is little room.
    var names = "metric"

    /// The marks of a value, none if it is inside its limits.
    func models(of value: SeatTile.Value) -> [[String: Any]] {
        var models = outside(value)
        if value.isImplausible { models.append(["side": "unusual", "arrow": "!", "word": language["tile.unusual"]]) }
        return models
    }

    /// One mark if all parts are on the same side, otherwise one for each part with its name.
    private func outside(_ value: SeatTile.Value) -> [[String: Any]] {
        let sides = Set(value.outside.map(\.side))
        let isWhole = sides.count == 1 && (!value.isPair || value.outside.count == 2)
        if isWhole, let side = sides.first { return [model(side, word: word(side))] }
        return value.outside.map { one in
            model(one.side, word: "\(language.word(one.metric.rawValue, of: names)) \(word(one.side))")
        }
    }

    /// The word for a side.
    func word(_ side: OutsideLimit.Side) -> String { language[side == .low ? "mark.low" : "mark.high"] }

    private func model(_ side: OutsideLimit.Side, word: String) -> [String: Any] {
        ["side": side.rawValue, "arrow": side.arrow, "word": word]
    }
}
