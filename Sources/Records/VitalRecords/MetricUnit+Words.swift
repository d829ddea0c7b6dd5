extension MetricUnit {
    /// The sign that people read behind a value; empty where the number says all, as of steps.
    public var sign: String {
        switch label {
        case "count", "ratio", "fraction": ""
        case "kg/m2": "kg/m²"
        default: label
        }
    }

    /// How the unit is typed behind a number, without a space: `mmol/L`, `C`, `lb`.
    public var typed: String { label.filter { $0 != "°" } }

    /// Whether a person means it by a word: its UCUM code, its sign, or what people write for it, in any case.
    public func isMeant(by word: String) -> Bool {
        let plain = Self.plain(word)
        guard !plain.isEmpty else { return false }
        return [ucum, label, sign].contains { Self.plain($0) == plain } || Self.words[ucum]?.contains(plain) == true
    }

    /// In lower case, without spaces and degrees, and with a `u` for both characters of micro.
    private static func plain(_ word: String) -> String {
        String(word.lowercased().compactMap { $0 == "°" || $0.isWhitespace ? nil : $0 == "µ" || $0 == "μ" ? "u" : $0 })
    }

    /// What people write for units, in lower case and without spaces.
    private static let words: [String: [String]] = [
        "mm[Hg]": ["mmhg"], "kPa": ["kpa"], "/min": ["bpm", "1/min", "/min", "perminute"],
        "Cel": ["c", "degc", "celsius"], "[degF]": ["f", "degf", "fahrenheit"], "K": ["k", "kelvin"],
        "kg": ["kg", "kgs", "kilo", "kilos", "kilogram", "kilograms"], "g": ["g", "gram", "grams"],
        "[lb_av]": ["lb", "lbs", "pound", "pounds"], "[stone_av]": ["st", "stone", "stones"],
        "[oz_av]": ["oz", "ounce", "ounces"], "mg/dL": ["mg/dl", "mgdl"], "mmol/L": ["mmol/l", "mmol"],
        "%": ["%", "percent", "pct"], "1": ["x", "times", "steps", "count"],
        "m": ["m", "metre", "metres", "meter", "meters"], "km": ["km", "kilometres", "kilometers"], "cm": ["cm"],
        "[mi_i]": ["mi", "mile", "miles"], "[yd_i]": ["yd", "yard", "yards"], "[ft_i]": ["ft", "foot", "feet"],
        "[in_i]": ["in", "inch", "inches"], "s": ["s", "sec", "second", "seconds"],
        "min": ["min", "mins", "minute", "minutes"], "h": ["h", "hr", "hrs", "hour", "hours"],
        "mL": ["ml"], "L": ["l", "litre", "litres", "liter", "liters"], "[IU]": ["u", "iu", "units"],
    ]
}

extension Metric {
    /// The unit that a person means by a word, as `mmol/l`, `C`, `lbs`, `°F`, `%`; nil where it is none of the metric's.
    public func unit(typed word: String) -> MetricUnit? {
        units.first { $0.ucum == word || $0.label == word } ?? units.first { $0.isMeant(by: word) }
    }

    /// Whether a typed value needs its unit: people use several, and the wrong one can be mistaken for a right value.
    public var needsUnit: Bool {
        [[MetricUnit].glucoses, .cholesterols, .bodyMasses, .temperatures].contains(units)
    }
}
