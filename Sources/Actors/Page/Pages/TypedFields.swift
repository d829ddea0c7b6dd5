internal import VitalRecords

/// Values typed into a form: `value.METRIC`, `unit.METRIC` and, for a correction, the old value in `was.METRIC`.
///
/// A form that shows a stored value in another unit has the stored one in `stored.METRIC` and `storedUnit.METRIC`: a
/// value that the reader left as shown stays as stored.
struct TypedFields {
    /// The values that were typed.
    let all: [Measurement]
    /// The values that differ from the old ones; nil if none do.
    let changed: [Measurement]?
    /// Whether the person has confirmed unusual values.
    let isConfirmed: Bool

    /// Reads a form.
    ///
    /// - Throws: ``PageError`` `malformed` with the text that is not a number, or the metric without a unit.
    init(_ form: PageForm, language: PageTexts.Language) throws {
        let units = form.beginning("unit.")
        let was = form.beginning("was.")
        let (stored, storedUnits) = (form.beginning("stored."), form.beginning("storedUnit."))
        var (all, changed): ([Measurement], [Measurement]) = ([], [])
        for (name, text) in form.beginning("value.").sorted(by: { $0.key < $1.key }) {
            let metric = MetricName(rawValue: name)
            guard let known = MetricTable.metric(named: metric) else { throw PageError(.malformed, text: "error.form") }
            let former = was[name].flatMap { DecimalNumber($0) }
            // What the form showed has a decimal point.
            let shown = was[name] == text ? former : nil
            let number = try shown ?? .read(text, of: known, unit: units[name])
            // If several units are common, none is assumed.
            guard let unit = units[name] ?? known.unit(ofBare: number)?.ucum else {
                throw SlipWords(language: language).unit(of: known, value: number)
            }
            let isChanged = former != number
            var measured = Measurement(metric: metric, value: number, unit: unit, origin: .manual)
            if !isChanged, let old = stored[name].flatMap({ DecimalNumber($0) }), let unit = storedUnits[name] {
                measured = Measurement(metric: metric, value: old, unit: unit, origin: .manual)
            }
            all.append(measured)
            if isChanged { changed.append(measured) }
        }
        self.all = all
        isConfirmed = form["unusual"] != nil
        self.changed = changed.isEmpty ? nil : changed
    }

    /// Refuses likely typos in the user's language, with suggestions.
    ///
    /// - Throws: ``PageError`` `malformed`.
    func checkSlips(_ language: PageTexts.Language) throws {
        let typed = changed.map { Set($0.map(\.metric)) } ?? []
        try SlipWords(language: language).check(all, typed: typed, isConfirmed: isConfirmed)
    }
}

extension DecimalNumber {
    /// Reads a field of a metric.
    ///
    /// - Throws: ``PageError`` `malformed` for a text that is not a number, or that can be either of two.
    static func read(_ text: String, of metric: Metric, unit: String?) throws(PageError) -> DecimalNumber {
        let parts = ["text": String(text.prefix(32))]
        guard let typed = TypedNumber(text) else { throw PageError(.malformed, text: "error.number", parts: parts) }
        guard let number = typed.value(of: metric, unit: unit) else {
            throw PageError(.malformed, text: "error.twoNumbers", parts: parts)
        }
        return number
    }
}
