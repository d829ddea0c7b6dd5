internal import VitalRecords

/// Describes a likely typo in a language, with a suggestion.
struct SlipWords {
    let language: PageTexts.Language

    /// Refuses impossible values, and unusual ones unless the person has confirmed them.
    ///
    /// The session manager checks them too, but its messages are not translated.
    ///
    /// - Parameters:
    ///   - typed: The metrics to check, which a person typed; nil for all.
    ///   - isConfirmed: Whether the person has confirmed the values.
    /// - Throws: ``PageError`` `malformed`.
    func check(_ values: [Measurement], typed: Set<MetricName>? = nil, isConfirmed: Bool) throws {
        if let found = ValueCheck.impossible(in: values), let words = words(found, isImpossible: true) {
            throw PageError(.malformed, words: words)
        }
        guard !isConfirmed, let found = ValueCheck.unusual(in: values, typed: typed), let words = words(found) else {
            return
        }
        throw PageError(.malformed, words: words)
    }

    /// The message; nil if that of the session manager is more precise.
    func words(_ slip: UnusualValue, isImpossible: Bool = false) -> String? {
        let guess =
            slip.suggestions.isEmpty
            ? nil : slip.suggestions.map(language.number).joined(separator: language["slip.or"])
        switch slip.cause {
        case .range(let lowest, let highest, let sign):
            let name = isImpossible ? "slip.impossible" : guess == nil ? "slip.range" : "slip.guess"
            let parts = [
                "metric": metric(slip.metric), "range": range(lowest, highest: highest, sign: sign),
                "guess": guess ?? "",
            ]
            return language[isImpossible && guess != nil ? "slip.impossibleGuess" : name, parts]
        case .order(let less, let more):
            let parts = ["less": metric(less), "more": metric(more), "guess": guess ?? ""]
            return language[guess == nil ? "slip.order" : "slip.orderGuess", parts]
        case .half(let missing):
            return language["slip.half", ["metric": metric(slip.metric), "other": metric(missing)]]
        case .other: return nil
        }
    }

    /// The error that asks for the unit of a value.
    func unit(of metric: Metric, value: DecimalNumber) -> PageError {
        let meant = ValueCheck.usualUnits(for: value, of: metric).map(language.number)
        let name = self.metric(metric.name)
        guard !meant.isEmpty else { return PageError(.malformed, text: "error.unit", parts: ["metric": name]) }
        let guess = meant.joined(separator: language["slip.or"])
        return PageError(.malformed, text: "error.unitGuess", parts: ["metric": name, "guess": guess])
    }

    private func metric(_ name: MetricName) -> String { language.word(name.rawValue, of: "metric") }

    private func range(_ lowest: DecimalNumber, highest: DecimalNumber?, sign: String) -> String {
        let low = language.number("\(lowest)")
        let text =
            highest.map { language["slip.to", ["low": low, "high": language.number("\($0)")]] }
            ?? language["slip.more", ["low": low]]
        return sign.isEmpty ? text : "\(text) \(sign)"
    }
}
