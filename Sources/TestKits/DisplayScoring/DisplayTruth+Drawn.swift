package import DisplayGenerator
internal import DisplayLayouts
internal import VitalRecords

extension DisplayTruth {
    /// Creates the truth of a drawn display.
    ///
    /// - Parameter isFramed: Whether the overlay's frame surrounds it, which selects it from several displays.
    package init(_ drawn: DrawnDisplay, isFramed: Bool = false) {
        let refusal = isFramed && drawn.refusal == .several ? nil : drawn.refusal
        let kind = DisplayLayouts.DisplayKind(rawValue: drawn.kind.rawValue) ?? .any
        // An illegible meter in the background leaves no doubt which one is meant.
        let isSpoilt = [.blurred, .dark, .glare].contains(refusal) || refusal == .several && !drawn.isAnotherLegible
        let shown = isSpoilt || refusal == nil ? drawn.shown : []
        let words = shown.map { (key: $0.key, text: $0.value.filter { $0 != "\"" }) }
        let values = words.filter { $0.key != "unit" }.map { Value(Self.key($0.key, kind: kind), text: $0.text) }
        let inPounds = Self.inPounds(values).map { [$0] } ?? []
        self.init(
            kind: kind,
            values: isSpoilt ? [] : values,
            otherWords: isSpoilt ? [] : inPounds,
            spoilt: isSpoilt ? [values] + inPounds : [],
            unit: words.first { $0.key == "unit" }?.text,
            refusal: refusal?.rawValue
        )
    }

    /// The layout key for a key of the drawing.
    private static func key(_ key: String, kind: DisplayLayouts.DisplayKind) -> String {
        switch (kind, key) {
        case (.thermometer, "temperature"), (.weightScale, "weight"): "value"
        case (.pulseOximeter, "pul"): "pr"
        default: key
        }
    }

    /// Converts a weight in stones and pounds to pounds; nil for anything else.
    private static func inPounds(_ values: [Value]) -> [Value]? {
        guard values.map(\.key) == ["stones", "pounds"], let stones = DecimalNumber(values[0].text),
            let rest = DecimalNumber(values[1].text), let pounds = DecimalNumber(stones.mantissa * 14).adding(rest)
        else { return nil }
        return [Value("value", text: "\(pounds)")]
    }
}
