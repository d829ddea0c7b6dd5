/// The columns of Google Fit's tables; their names are in the account's language.
struct TakeoutColumns {
    /// The meaning of a column whose values become records.
    enum Meaning: Hashable {
        case steps
        case distance
        case moveMinutes
        case weight
    }

    let meanings: [Meaning: Int]
    /// The columns of means, which do not become records, by the names that they are counted under.
    let means: [(name: String, column: Int)]

    /// Finds the columns by parts of their names that are common to all languages; the first one of a meaning counts.
    init(_ header: CSVHeader) {
        var found: [Meaning: Int] = [:]
        for (index, name) in header.names.enumerated().dropFirst() {
            guard let meaning = Self.meaning(name), found[meaning] == nil else { continue }
            found[meaning] = index
        }
        meanings = found
        means = Self.units.compactMap { unit, name in
            header.names.firstIndex { $0.hasSuffix(unit) }.map { (name, $0) }
        }
    }

    private static let units = [("(bpm)", "Google Fit mean heart rate"), ("(%)", "Google Fit mean oxygen saturation")]

    /// Whether column names are those of the table of all days.
    ///
    /// Tables of other programs also have energy, weights or lengths, but not energy with steps, distances or the
    /// limits of a day's weights, and tables of food have grams.
    static func areDays(_ line: String) -> Bool {
        let names = line.lowercased().split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard names.contains(where: { $0.hasSuffix("(kcal)") }), !names.contains(where: { $0.hasSuffix("(g)") }) else {
            return false
        }
        return names.count { $0.hasSuffix("(kg)") } > 1
            || names.contains { meaning($0).map { $0 != .weight } ?? false }
    }

    /// Whether a table that begins so has a column of weights.
    static func haveWeights(_ head: [UInt8]) -> Bool {
        let names = InputHead.lines(head).first?.lowercased().split(separator: ",") ?? []
        return names.contains { meaning(String($0)) == .weight }
    }

    private static func meaning(_ name: String) -> Meaning? {
        if name.hasSuffix("(kg)") { return isLimit(name) ? nil : .weight }
        if name.hasSuffix("(m)") { return .distance }
        guard !name.hasSuffix(")") else { return nil }
        if stepWords.contains(where: { TextSearch.contains(name, word: $0) }) { return .steps }
        if name.hasPrefix("move minutes") || moveWords.contains(where: { TextSearch.contains(name, word: $0) }) {
            return .moveMinutes
        }
        return nil
    }

    /// Whether it is a maximum or minimum; the mean comes first in every language.
    private static func isLimit(_ name: String) -> Bool { name.hasPrefix("max") || name.hasPrefix("min") }

    private static let stepWords = [
        "step count", "steps", "schritt", "nombre de pas", "pasos", "passi", "passos", "stappen", "steg", "skritt",
        "skridt", "kroków", "krok", "шаг", "步数", "步數", "歩数", "걸음", "adım",
    ]
    private static let moveWords = [
        "bewegungsminuten", "aktivitätsminuten", "aktive minuten", "minutes d'activité", "minutos en movimiento",
        "minutos activos",
    ]
}

extension TakeoutColumns {
    /// The columns in order.
    var sorted: [(Meaning, Int)] {
        meanings.map { ($0.key, $0.value) }.sorted { $0.1 < $1.1 }
    }
}

extension TakeoutColumns.Meaning {
    /// The HealthKit identifier without its prefix.
    var identifier: String {
        switch self {
        case .steps: "StepCount"
        case .distance: "DistanceWalkingRunning"
        case .moveMinutes: "AppleExerciseTime"
        case .weight: "BodyMass"
        }
    }

    /// The unit as HealthKit writes it.
    var unit: String {
        switch self {
        case .steps: "count"
        case .distance: "m"
        case .moveMinutes: "min"
        case .weight: "kg"
        }
    }
}
