internal import Foundation
internal import VitalRecords

/// A value as a person typed it: `systolic=128`, `body_temperature=38.5C`, `blood_pressure=128/81`.
struct TypedValue: Sendable {
    /// The metric.
    let metric: Metric
    private let value: DecimalNumber
    private let unit: MetricUnit?

    /// Whether the unit must be asked for.
    var lacksUnit: Bool { unit == nil && metric.unit(ofBare: value) == nil }

    /// Parses arguments; a blood pressure is two values.
    ///
    /// - Throws: ``CommandFailure`` that names the error.
    static func all(_ arguments: [String]) throws -> [TypedValue] {
        try single(arguments).map { try TypedValue($0) }
    }

    /// Splits arguments into one value each: `blood_pressure=128/81` has two metrics.
    ///
    /// - Throws: ``CommandFailure`` if it has only one number.
    static func single(_ arguments: [String]) throws -> [String] {
        try arguments.flatMap { argument in
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, ["blood_pressure", "bp"].contains(parts[0]) else { return [argument] }
            let numbers = parts[1].split(separator: "/").map { $0.trimmingCharacters(in: .whitespaces) }
            let units = numbers.map { $0.dropFirst(TypedNumber.prefix(of: $0[...]).count) }
            guard numbers.count == 2 else {
                let hint = numbers.count > 2 ? ", and the pulse as pulse=64" : ""
                throw CommandFailure.input("\(parts[0]) is two numbers: write \(parts[0])=128/81\(hint)")
            }
            // A unit that is written once belongs to both.
            let (upper, lower) = (units[0].isEmpty ? units[1] : "", units[1].isEmpty ? units[0] : "")
            return ["systolic=\(numbers[0])\(upper)", "diastolic=\(numbers[1])\(lower)"]
        }
    }

    /// Parses `metric=value[unit]`.
    ///
    /// - Throws: ``CommandFailure`` that names the error.
    init(_ text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else {
            // The message omits the text, because it may be a person's value.
            throw CommandFailure.input("a value has no '=': write metric=value, for example systolic=128")
        }
        let name = MetricName(rawValue: String(parts[0]))
        guard let metric = MetricTable.metric(named: name) else {
            throw CommandFailure.input("'\(name.rawValue.prefix(64))' is not a metric\(Self.hint(name.rawValue))")
        }
        try self.init(metric, said: parts[1])
    }

    private init(_ metric: Metric, said: Substring) throws {
        self.metric = metric
        if let code = metric.code(of: String(said)) {
            (value, unit) = (code, metric.canonicalUnit)
            return
        }
        if let amount = TypedAmount(sum: said, of: metric) {
            (value, unit) = (amount.value, amount.unit)
            return
        }
        let digits = TypedNumber.prefix(of: said)
        guard let number = TypedNumber(String(digits), point: ".") else {
            throw CommandFailure.input("\(metric.name) has no number: write \(metric.name)=\(metric.example)")
        }
        let word = said[digits.endIndex...].trimmingCharacters(in: .whitespaces)
        unit = word.isEmpty ? nil : metric.unit(typed: word)
        guard word.isEmpty || unit != nil else { throw Self.noUnit(metric, word: word) }
        guard let value = number.value(of: metric, unit: unit?.ucum) else {
            throw CommandFailure.input(
                "\(metric.name): '\(digits)' has two meanings: write a fraction after a point, thousands without a sign"
            )
        }
        self.value = value
    }

    /// The value; a missing unit is the seat's unit, or the metric's usual one.
    ///
    /// - Parameter units: UCUM codes for values typed without a unit.
    /// - Throws: ``CommandFailure`` that asks for the unit.
    func measurement(in units: [MetricName: String] = [:]) throws -> VitalRecords.Measurement {
        guard let known = unit ?? units[metric.name].flatMap({ metric.unit($0) }) ?? metric.unit(ofBare: value) else {
            let meant = ValueCheck.usualUnits(for: value, of: metric)
            let words = metric.units.map(\.typed).joined(separator: ", ")
            let question = meant.isEmpty ? "" : " did you mean \(meant.joined(separator: " or "))?"
            throw CommandFailure.input("\(metric.name) needs a unit after the number (\(words)):\(question)")
        }
        return VitalRecords.Measurement(metric: metric.name, value: value, unit: known.ucum, origin: .manual)
    }

    private static func noUnit(_ metric: Metric, word: String) -> CommandFailure {
        if word.first == "," {
            return .input("\(metric.name): write the fraction after a point, as in \(metric.name)=6.2")
        }
        let units = metric.units.map(\.typed).joined(separator: ", ")
        return .input("\(metric.name) is not measured in '\(word.prefix(32))': use one of \(units)")
    }

    /// Suggests metrics whose names share a word.
    private static func hint(_ name: String) -> String {
        let words = Set(name.lowercased().split(separator: "_"))
        let close = MetricTable.metrics.map(\.name.rawValue).filter {
            !words.isDisjoint(with: $0.split(separator: "_"))
        }
        return close.isEmpty
            ? ": metric names look like systolic, body_weight, blood_glucose"
            : ": did you mean \(close.prefix(8).joined(separator: ", "))?"
    }
}

extension TypedValue {
    /// Rejects very unusual values unless the person insists.
    ///
    /// - Parameter typed: The metrics that were typed; nil for all.
    /// - Throws: ``CommandFailure`` `unusualValue` with the range and suggestions.
    static func check(
        _ measurements: [VitalRecords.Measurement],
        typed: Set<MetricName>? = nil,
        unusual: Bool
    ) throws {
        guard !unusual, let slip = ValueCheck.unusual(in: measurements, typed: typed) else { return }
        let question = slip.question.map { "; \($0)" } ?? "."
        throw CommandFailure(
            "unusualValue",
            message: "\(slip.message)\(question) Add --unusual if it is right",
            exitCode: 65
        )
    }
}

extension Metric {
    fileprivate var example: String {
        guard words.isEmpty else { return words.values.sorted().joined(separator: " or ") }
        return "1\(canonicalUnit.sign.isEmpty ? "" : canonicalUnit.typed)"
    }
}
