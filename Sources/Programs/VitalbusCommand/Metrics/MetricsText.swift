/// Metrics in Prometheus' text format 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats).
package struct MetricsText: Sendable {
    /// The format's media type.
    package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private struct Sample: Sendable {
        let labels: String
        let value: Double
    }

    private var samples: [HealthMetric: [Sample]] = [:]

    /// Creates an empty page.
    package init() {}

    /// Adds a sample; each combination of metric and labels may occur only once.
    ///
    /// - Parameter labels: Names (`[a-z_]+`) and any values.
    package mutating func add(_ metric: HealthMetric, of labels: KeyValuePairs<String, String>, value: Double) {
        let text = labels.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        samples[metric, default: []].append(Sample(labels: text.isEmpty ? "" : "{\(text)}", value: value))
    }

    /// The page's text.
    package var text: String {
        var text = ""
        for metric in HealthMetric.allCases {
            guard let samples = samples[metric] else { continue }
            text += "# HELP \(metric.rawValue) \(metric.help)\n# TYPE \(metric.rawValue) \(metric.kind.rawValue)\n"
            for sample in samples { text += "\(metric.rawValue)\(sample.labels) \(Self.number(sample.value))\n" }
        }
        return text
    }

    /// Escapes the three characters that a label's value must not contain.
    private static func escaped(_ value: String) -> String {
        var text = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }

    /// Formats a number for Go's `ParseFloat`.
    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
