import Foundation
import LoadFacts

/// One measured figure, as it is printed and kept.
struct FigureLine: Codable, Sendable {
    /// What was measured.
    var figure: String
    /// The median over the rounds.
    var value: Double
    /// The unit of value, limit and spread.
    var unit: String
    /// What the value is held against: the median of the same run's rounds, or a fixed number.
    var limit: Double
    /// Where the limit comes from: `goal`, or `peer` and which.
    var limitIs: String
    /// The median of the rounds' value through limit.
    var ratio: Double
    /// What the ratio should be.
    var goal: String
    /// Whether it is.
    var met: Bool
    /// How many rounds were measured.
    var rounds: Int
    /// The least and the greatest value of a round.
    var spread: [Double]
    /// The least and the greatest ratio of a round.
    var ratioSpread: [Double]
    /// What else was seen.
    var details: [String: Double]?
    /// When and of what it was measured.
    var date: String?
    var commit: String?

    /// Sums rounds up.
    init(
        _ figure: String,
        unit: String,
        values: [Double],
        limits: [Double],
        limitIs: String,
        goal: Goal,
        details: [String: Double] = [:]
    ) {
        // Of what should not be at all there is no multiple: its ratio is the value.
        let ratios = zip(values, limits).map { $1 == 0 ? $0 : $0 / $1 }
        self.figure = figure
        self.unit = unit
        self.limitIs = limitIs
        self.goal = goal.words
        value = Statistics.median(values).shortened
        limit = Statistics.median(limits).shortened
        ratio = Statistics.median(ratios).shortened
        met = goal.isMet(Statistics.median(ratios))
        rounds = values.count
        spread = Statistics.range(values)
        ratioSpread = Statistics.range(ratios)
        self.details = details.isEmpty ? nil : details.mapValues(\.shortened)
    }

    /// The line.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
