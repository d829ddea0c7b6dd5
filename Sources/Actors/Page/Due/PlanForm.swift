internal import FoundationEssentials
internal import VitalRecords

/// Reads and fills the form of a plan; pure.
struct PlanForm {
    let language: PageTexts.Language

    /// The fields of the form, with the present plan.
    func fields(_ plan: CarePlan?) -> [[String: Any]] {
        CarePlan.metrics.map { metric in
            let rule = plan?.rules.first { $0.metric == metric }
            return [
                "metric": metric.rawValue, "name": name(metric),
                "times": rule?.times.map(Self.text).joined(separator: " ") ?? "",
                "hours": rule?.hours.map(String.init) ?? "",
            ]
        }
    }

    /// The templates for the form's choice.
    var templates: [[String: Any]] {
        PlanTemplate.all.map { ["name": $0.name, "words": language.word($0.name, of: "planTemplate")] }
    }

    /// The rules in words, such as `Pulse: 06:00, 14:00`.
    func words(_ plan: CarePlan) -> [String] {
        plan.rules.map { rule in
            let when =
                rule.hours.map { language["plan.every", ["count": "\($0)"]] }
                ?? rule.times.map(Self.text).joined(separator: ", ")
            return "\(name(rule.metric)): \(when)"
        }
    }

    /// The plan that a form asks for: a template, the typed rules, or nil to remove it.
    ///
    /// - Throws: ``PageError`` `malformed`.
    static func plan(_ form: PageForm) throws -> CarePlan? {
        switch form["kind"] {
        case "off": return nil
        case "template":
            guard let template = PlanTemplate.named(try form.needed("template")) else {
                throw PageError(.malformed, text: "error.form")
            }
            return template.plan
        case "typed":
            let (times, hours) = (form.beginning("times."), form.beginning("hours."))
            return CarePlan(
                rules: try CarePlan.metrics.compactMap { metric in
                    try rule(metric, times: times[metric.rawValue] ?? "", hours: hours[metric.rawValue] ?? "")
                }
            )
        default: throw PageError(.malformed, text: "error.form")
        }
    }

    private static func rule(_ metric: MetricName, times: String, hours: String) throws -> CarePlan.Rule? {
        let words = times.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }).map(String.init)
        let minutes = try words.map(minute)
        let hours = hours.trimmingPrefix(while: \.isWhitespace)
        guard !hours.isEmpty else {
            guard !minutes.isEmpty else { return nil }
            guard minutes.count <= CarePlan.mostTimes else { throw PageError(.malformed, text: "error.planMany") }
            return CarePlan.Rule(metric: metric, times: Set(minutes).sorted())
        }
        guard minutes.isEmpty else { throw PageError(.malformed, text: "error.planBoth") }
        guard let number = Int(hours.prefix(4)), CarePlan.hours.contains(number) else {
            throw PageError(.malformed, text: "error.planHours")
        }
        return CarePlan.Rule(metric: metric, hours: number)
    }

    /// The minutes after midnight of a typed time: `6`, `6:00`, `06.00` or `6h30`.
    private static func minute(_ text: String) throws -> Int {
        let parts = text.split(whereSeparator: { ":.h".contains($0) }).map { Int($0) }
        let numbers = parts.compactMap(\.self)
        guard (1...2).contains(parts.count), numbers.count == parts.count, text.utf8.count <= 5,
            (0..<24).contains(numbers[0]), (0..<60).contains(numbers.count > 1 ? numbers[1] : 0)
        else { throw PageError(.malformed, text: "error.planTime", parts: ["text": String(text.prefix(12))]) }
        return numbers[0] * 60 + (numbers.count > 1 ? numbers[1] : 0)
    }

    private static func text(_ minute: Int) -> String {
        let two = { (number: Int) in String("0\(number)".suffix(2)) }
        return "\(two(minute / 60)):\(two(minute % 60))"
    }

    private func name(_ metric: MetricName) -> String {
        language.metric(metric, isPair: metric == .systolic)
    }
}
