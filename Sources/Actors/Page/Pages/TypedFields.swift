internal import VitalRecords

/// Values that a person typed into a form: `value.METRIC`, `unit.METRIC` and, of what is corrected, `was.METRIC`.
struct TypedFields {
    /// The values that were typed.
    let all: [Measurement]
    /// Those that differ from what stood there; nil for none.
    let changed: [Measurement]?
    /// Whether the person says that they are right, although hardly anybody has them.
    let isConfirmed: Bool

    /// Reads a form.
    ///
    /// - Throws: ``PageError`` `malformed` with the text that is no number, or the metric that has no unit.
    init(_ form: PageForm, language: PageTexts.Language) throws {
        let units = form.beginning("unit.")
        let was = form.beginning("was.")
        var (all, changed): ([Measurement], [Measurement]) = ([], [])
        for (name, text) in form.beginning("value.").sorted(by: { $0.key < $1.key }) {
            // People write a comma where their language has one.
            guard let number = DecimalNumber(text.replacing(",", with: ".")) else {
                throw PageError(.malformed, text: "error.number", parts: ["text": String(text.prefix(32))])
            }
            let metric = MetricName(rawValue: name)
            guard let known = MetricTable.metric(named: metric) else { throw PageError(.malformed, text: "error.form") }
            // Where several are common none is taken for granted.
            guard let unit = units[name] ?? (known.needsUnit ? nil : known.canonicalUnit.ucum) else {
                throw SlipWords(language: language).unit(of: known, value: number)
            }
            let measured = Measurement(metric: metric, value: number, unit: unit, origin: .manual)
            all.append(measured)
            if was[name].flatMap({ DecimalNumber($0) }) != number { changed.append(measured) }
        }
        self.all = all
        isConfirmed = form["unusual"] != nil
        self.changed = changed.isEmpty ? nil : changed
    }
    /// Refuses slips in the words of a language, with what may have been meant.
    ///
    /// - Throws: ``PageError`` `malformed`.
    func checkSlips(_ language: PageTexts.Language) throws {
        let typed = changed.map { Set($0.map(\.metric)) } ?? []
        try SlipWords(language: language).check(all, typed: typed, isConfirmed: isConfirmed)
    }
}
