extension MetricTable {
    /// Metrics of the menstrual cycle.
    ///
    /// Codes are HealthKit's numbers. The Inform API has none of them; the legacy fields are configured, so no row has
    /// one.
    static let reproduction: [Metric] = [
        Metric(.sexualActivity, units: [.count], plausible: 0...100),
        Metric(.intermenstrualBleeding, units: [.count], plausible: 0...100),
        coded(.menstrualFlow, words: ["unspecified", "light", "medium", "heavy", "none"]),
        coded(.cervicalMucusQuality, words: ["dry", "sticky", "creamy", "watery", "egg_white"]),
        coded(
            .ovulationTestResult,
            words: ["negative", "luteinizing_hormone_surge", "indeterminate", "estrogen_surge"]
        ),
        Metric(.basalBodyTemperature, units: .temperatures, plausible: 30...43),
    ]

    private static func coded(_ name: MetricName, words: [String]) -> Metric {
        let codes = Dictionary(uniqueKeysWithValues: zip(Int64(1)..., words))
        return Metric(name, units: [.count], plausible: 1...DecimalNumber(Int64(words.count)), words: codes)
    }
}

extension Metric {
    /// The word of a code, as `medium`; nil for an unknown code.
    public func word(for value: DecimalNumber) -> String? {
        guard !words.isEmpty else { return nil }
        return words.first { DecimalNumber($0.key) == value }?.value
    }

    /// The code of a word; nil for an unknown word.
    public func code(of word: String) -> DecimalNumber? {
        words.first { $0.value == word.lowercased() }.map { DecimalNumber($0.key) }
    }
}
