package import VitalRecords

/// Why something of a record has no resource: one word for each reason.
package struct FHIRRefusal: OpenString {
    /// The word as it appears in lists.
    package let rawValue: String

    /// Makes the value from any word, known or not.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The table of metrics does not have it.
    package static let unknownMetric = Self(rawValue: "unknownMetric")
    /// No registry has a code with exactly its meaning.
    package static let noCode = Self(rawValue: "noCode")
    /// Its unit is none of its metric.
    package static let unknownUnit = Self(rawValue: "unknownUnit")
    /// The record has two values of it, and this is the second.
    package static let repeated = Self(rawValue: "repeated")
    /// It is of control solution, a demonstration or a test: nobody's.
    package static let nobodys = Self(rawValue: "nobodys")
    /// It is a list of values over time, or of a meal's parts.
    package static let parts = Self(rawValue: "parts")
    /// The record has no values.
    package static let noValues = Self(rawValue: "noValues")
    /// The record is deleted, and what it had is not known any more.
    package static let deleted = Self(rawValue: "deleted")

    /// What is so, as a sentence without its subject; the word itself where a newer version made it.
    package var sentence: String { Self.sentences[self] ?? rawValue }

    private static let sentences: [Self: String] = [
        .unknownMetric: "is not a metric of the table",
        .noCode: "has no code of LOINC or MDC with exactly its meaning",
        .unknownUnit: "is not measured in its unit",
        .repeated: "is there twice, and the first value is used",
        .nobodys: "is of control solution, a demonstration or a test, not of a person",
        .parts: "has values over time or parts of a meal, which have no place here",
        .noValues: "has no values",
        .deleted: "is deleted, and what it had is not kept",
    ]
}

/// What was left out of a record.
package struct FHIRLeftOut: Hashable, Sendable {
    /// The metric; nil for the whole record or its parts.
    package let metric: MetricName?
    /// Why.
    package let reason: FHIRRefusal
}

/// What FHIR has of the table of metrics, for documents and pages.
package enum FHIRCoverage {
    /// One unit of a metric with its codes.
    package struct Row: Hashable, Sendable {
        /// The metric.
        package let metric: MetricName
        /// The UCUM unit.
        package let unit: String
        /// The codes; empty where it is refused.
        package let codes: ValueCodes
        /// The category; nil where it is refused.
        package let category: String?
    }

    /// All metrics in the order of the table, with units of other codes in rows of their own.
    package static let rows: [Row] = MetricTable.metrics.flatMap { metric in
        let units = [metric.canonicalUnit.ucum] + metric.clinical.loincByUnit.keys.sorted()
        return units.map { unit in
            let codes = metric.codes(unit: unit, flags: [], others: [])
            let category = codes.isEmpty ? nil : metric.clinical.category.rawValue
            return Row(metric: metric.name, unit: unit, codes: codes, category: category)
        }
    }
}
