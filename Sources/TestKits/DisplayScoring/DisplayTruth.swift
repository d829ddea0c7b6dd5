package import DisplayLayouts
internal import VitalRecords

/// The truth about a display, to compare answers with.
package struct DisplayTruth: Sendable, Hashable {
    /// The value of a field.
    package struct Value: Sendable, Hashable {
        /// The key of the field in the layout.
        package let key: String
        /// The number as the display shows it.
        package let text: String

        /// Creates a value.
        package init(_ key: String, text: String) {
            self.key = key
            self.text = text
        }
    }

    /// The kind of the meter.
    package let kind: DisplayKind
    /// The values in layout order; empty if there is nothing to read.
    package let values: [Value]
    /// Equivalent readings, such as a weight in pounds for one in stones.
    package let otherWords: [[Value]]
    /// The values of a display spoilt by light, blur or glare, or in front of others that are too small or spoilt: no
    /// reading is required, but any reading must be right.
    package let spoilt: [[Value]]
    /// The unit of the first value; nil if it is implied.
    package let unit: String?
    /// Why there is nothing to read; nil if there is.
    package let refusal: String?

    /// Creates a truth.
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

    /// Whether an answer has exactly the fields, with their values and unit.
    ///
    /// A number of unknown meaning must have the same characters; other values must be numerically equal.
    package func isTold(by answer: DisplayAnswer) -> Bool {
        if refusal != nil, answer.values.isEmpty { return true }
        let readings = refusal == nil ? [values] + otherWords : spoilt
        if let unit, let told = answer.unit, DisplayUnit.named(unit) != DisplayUnit.named(told), readings.count == 1 {
            return false
        }
        return readings.contains { isEqual($0, others: answer.values) }
    }

    private func isEqual(_ ones: [Value], others: [Value]) -> Bool {
        guard ones.count == others.count else { return false }
        return ones.allSatisfy { one in
            guard let other = others.first(where: { $0.key == one.key }) else { return false }
            if one.text == other.text { return true }
            guard kind != .any, let number = DecimalNumber(one.text) else { return false }
            return number == DecimalNumber(other.text)
        }
    }
}
