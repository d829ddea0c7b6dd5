package import DisplayGenerator
package import DisplayLayouts
package import DisplayReading
internal import VitalRecords

/// What a display shows, to hold an answer against.
package struct DisplayTruth: Sendable, Hashable {
    /// A value of a field.
    package struct Value: Sendable, Hashable {
        /// The field's key in the layout.
        package let key: String
        /// The number as the display shows it.
        package let text: String

        /// Makes a value.
        package init(_ key: String, _ text: String) {
            self.key = key
            self.text = text
        }
    }

    /// The kind of the meter.
    package let kind: DisplayKind
    /// The values, in the layout's order; empty where there is nothing to read.
    package let values: [Value]
    /// The same reading in other words, such as a weight in pounds for one in stones.
    package let otherWords: [[Value]]
    /// What a display shows that light, blur or glare spoils, or that stands before others which are too small or spoilt:
    /// nobody has to read it, but who does has to be right.
    package let spoilt: [[Value]]
    /// The unit of the first value, nil where it goes without saying.
    package let unit: String?
    /// Why there is nothing to read, nil where there is.
    package let refusal: String?

    /// Makes a truth.
    package init(
        kind: DisplayKind,
        values: [Value],
        otherWords: [[Value]] = [],
        spoilt: [[Value]] = [],
        unit: String? = nil,
        refusal: String? = nil
    ) {
        self.kind = kind
        self.values = values
        self.otherWords = otherWords
        self.spoilt = spoilt
        self.unit = unit
        self.refusal = refusal
    }

    /// Whether an answer has every field with its value and unit, and nothing else.
    ///
    /// A number of which nothing is known has to have the same characters; other values have to be equal as numbers.
    package func isTold(by answer: DisplayAnswer) -> Bool {
        if refusal != nil, answer.values.isEmpty { return true }
        let readings = refusal == nil ? [values] + otherWords : spoilt
        if let unit, let told = answer.unit, DisplayUnit.named(unit) != DisplayUnit.named(told), readings.count == 1 {
            return false
        }
        return readings.contains { isEqual($0, answer.values) }
    }

    private func isEqual(_ ones: [Value], _ others: [Value]) -> Bool {
        guard ones.count == others.count else { return false }
        return ones.allSatisfy { one in
            guard let other = others.first(where: { $0.key == one.key }) else { return false }
            if one.text == other.text { return true }
            guard kind != .any, let number = DecimalNumber(one.text) else { return false }
            return number == DecimalNumber(other.text)
        }
    }
}

extension DisplayTruth {
    /// What a drawn display shows.
    ///
    /// - Parameter isFramed: Whether the overlay's frame is around it: of several displays it is the one that is meant.
    package init(_ drawn: DrawnDisplay, isFramed: Bool = false) {
        let refusal = isFramed && drawn.refusal == .several ? nil : drawn.refusal
        let kind = DisplayLayouts.DisplayKind(rawValue: drawn.kind.rawValue) ?? .any
        // A meter in the background that nobody can read leaves no doubt which one is meant.
        let isSpoilt = [.blurred, .dark, .glare].contains(refusal) || refusal == .several && !drawn.isAnotherLegible
        let shown = isSpoilt || refusal == nil ? drawn.shown : []
        let words = shown.map { (key: $0.key, text: $0.value.filter { $0 != "\"" }) }
        let values = words.filter { $0.key != "unit" }.map { Value(Self.key($0.key, kind), $0.text) }
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

    /// The layout's key for a key of the drawing.
    private static func key(_ key: String, _ kind: DisplayLayouts.DisplayKind) -> String {
        switch (kind, key) {
        case (.thermometer, "temperature"), (.weightScale, "weight"): "value"
        case (.pulseOximeter, "pul"): "pr"
        default: key
        }
    }

    /// A weight in stones and pounds as one in pounds, nil for anything else.
    private static func inPounds(_ values: [Value]) -> [Value]? {
        guard values.map(\.key) == ["stones", "pounds"], let stones = DecimalNumber(values[0].text),
            let rest = DecimalNumber(values[1].text), let pounds = DecimalNumber(stones.mantissa * 14).adding(rest)
        else { return nil }
        return [Value("value", "\(pounds)")]
    }
}

extension DisplayTruth.Value {
    /// A measured value: as shown, unless it says more than the characters, as with a point that was not seen.
    package init(_ measurement: DisplayMeasurement) {
        let isAsShown = DecimalNumber(measurement.text) == measurement.value
        self.init(measurement.key, isAsShown ? measurement.text : "\(measurement.value)")
    }
}
