package import VitalRecords

/// Why a part of a record has no resource: one code for each reason.
package struct FHIRRefusal: OpenString {
    /// The code as it appears in lists.
    package let rawValue: String

    /// Creates the value from any code, known or not.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The table of metrics does not have the metric.
    package static let unknownMetric = Self(rawValue: "unknownMetric")
    /// No registry has a code with exactly its meaning.
    package static let noCode = Self(rawValue: "noCode")
    /// The unit does not belong to the metric.
    package static let unknownUnit = Self(rawValue: "unknownUnit")
    /// The record has two values of the metric, and this is the second.
    package static let repeated = Self(rawValue: "repeated")
    /// The value comes from control solution, a demonstration or a test, so it is not a person's.
    package static let nobodys = Self(rawValue: "nobodys")
    /// The part is a list of values over time, or of a meal's parts.
    package static let parts = Self(rawValue: "parts")
    /// The record has no values.
    package static let noValues = Self(rawValue: "noValues")
    /// The record is deleted, and its former values are unknown.
    package static let deleted = Self(rawValue: "deleted")

    /// The reason as a sentence without its subject; for a code of a newer version the code itself.
    package var sentence: String { Self.sentences[self] ?? rawValue }

    private static let sentences: [Self: String] = [
        .unknownMetric: "is not a metric in the table",
        .noCode: "has no LOINC or MDC code with exactly this meaning",
        .unknownUnit: "is not measured in its unit",
        .repeated: "occurs twice; the first value is used",
        .nobodys: "is not a person's: it measured control solution, a demonstration or a test",
        .parts: "has values over time or parts of a meal, which the bundle has no field for",
        .noValues: "has no values",
        .deleted: "is deleted, and its values are no longer stored",
    ]
}

/// What was left out of a record.
package struct FHIRLeftOut: Hashable, Sendable {
    /// The metric; nil for the whole record or its parts.
    package let metric: MetricName?
    /// The reason.
    package let reason: FHIRRefusal
}

/// FHIR's coverage of the table of metrics, for documents and pages.
package enum FHIRCoverage {
    /// One unit of a metric with its codes.
    package struct Row: Hashable, Sendable {
        /// The metric.
        package let metric: MetricName
        /// The UCUM unit.
        package let unit: String
        /// The codes; empty if the unit is refused.
        package let codes: ValueCodes
        /// The category; nil if the unit is refused.
        package let category: String?
    }

    /// All metrics in the order of the table; units with other codes have separate rows.
    package static let rows: [Row] = MetricTable.metrics.flatMap { metric in
        let units = [metric.canonicalUnit.ucum] + metric.clinical.loincByUnit.keys.sorted()
        return units.map { unit in
            let codes = metric.codes(unit: unit, flags: [], others: [])
            let category = codes.isEmpty ? nil : metric.clinical.category.rawValue
            return Row(metric: metric.name, unit: unit, codes: codes, category: category)
        }
    }
}
