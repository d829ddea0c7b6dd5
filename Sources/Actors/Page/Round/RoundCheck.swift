internal import FoundationEssentials
internal import VitalRecords

/// Checks the values of a round's form while a person types them; pure.
///
/// It refuses nothing: ``RoundReader`` and the session manager check what is saved.
struct RoundCheck {
    /// Something about a value that a person should look at.
    struct Finding: Encodable, Equatable {
        let metric: String
        let words: String
        /// What may have been meant, the likeliest first.
        let guesses: [Guess]
    }

    /// A guess that a person can take over.
    struct Guess: Encodable, Equatable {
        let words: String
        /// The text of each field, by metric.
        let fill: [String: String]
    }

    let language: PageTexts.Language

    private var slips: SlipWords { SlipWords(language: language) }

    /// What is unlikely in a form; at most one finding for each field.
    func findings(_ form: PageForm) -> [Finding] {
        let (units, isConfirmed) = (form.beginning("unit."), form["unusual"] != nil)
        var (found, measured) = ([Finding](), [Measurement]())
        for metric in RoundForm.groups.flatMap(\.metrics).compactMap(MetricTable.metric(named:)) {
            guard let text = form["value.\(metric.name.rawValue)"] else { continue }
            let number: DecimalNumber
            do throws(PageError) {
                number = try .read(text, of: metric, unit: units[metric.name.rawValue])
            } catch {
                found.append(finding(metric.name, error: error))
                continue
            }
            guard let unit = units[metric.name.rawValue] ?? metric.unit(ofBare: number)?.ucum else {
                found.append(finding(metric.name, error: slips.unit(of: metric, value: number)))
                continue
            }
            let value = Measurement(metric: metric.name, value: number, unit: unit, origin: .manual)
            if let slip = range(value, isConfirmed: isConfirmed) { found.append(slip) } else { measured.append(value) }
        }
        return found + (isConfirmed ? [] : order(measured))
    }

    private func finding(_ metric: MetricName, error: PageError) -> Finding {
        Finding(metric: metric.rawValue, words: error.words(in: language), guesses: [])
    }

    private func range(_ value: Measurement, isConfirmed: Bool) -> Finding? {
        if let slip = ValueCheck.impossible(in: [value]) { return finding(slip, of: value, isImpossible: true) }
        // A pressure alone is half a pair while the other one is typed.
        guard !isConfirmed, let slip = ValueCheck.unusual(in: [value]), case .range = slip.cause else { return nil }
        return finding(slip, of: value)
    }

    private func order(_ values: [Measurement]) -> [Finding] {
        guard let slip = ValueCheck.unusual(in: values), case .order = slip.cause,
            let value = values.first(where: { $0.metric == slip.metric }),
            let finding = finding(slip, of: value)
        else { return [] }
        return [finding]
    }

    private func finding(_ slip: UnusualValue, of value: Measurement, isImpossible: Bool = false) -> Finding? {
        guard let words = slips.words(slip, isImpossible: isImpossible) else { return nil }
        let guesses = slip.suggestions.compactMap { guess($0, slip: slip, value: value) }
        return Finding(metric: slip.metric.rawValue, words: words, guesses: guesses)
    }

    /// A guess such as `38.5 °C`, converted to the field's own unit, or `120/80 mmHg` for two fields.
    private func guess(_ text: String, slip: UnusualValue, value: Measurement) -> Guess? {
        let number = text.prefix { $0 != " " }
        let sign = text.dropFirst(number.count).trimmingPrefix(" ")
        if case .order(let less, let more) = slip.cause {
            let halves = number.split(separator: "/").map(String.init)
            guard halves.count == 2 else { return nil }
            let fill = [more.rawValue: language.number(halves[0]), less.rawValue: language.number(halves[1])]
            return Guess(words: language.number(text), fill: fill)
        }
        guard let metric = MetricTable.metric(named: slip.metric), let meant = DecimalNumber(String(number)),
            let unit = metric.units.first(where: { $0.sign == sign }),
            // Absent is nil: a guess that does not convert is only words.
            let own = try? metric.convert(meant, from: unit.ucum, to: value.unit, fractionDigits: 1)
        else { return nil }
        let fill = unit.ucum == value.unit ? meant : own
        let shown = metric.unit(value.unit).map { "\(fill) \($0.sign)" } ?? "\(fill)"
        return Guess(words: language.number(shown), fill: [slip.metric.rawValue: language.number("\(fill)")])
    }
}
