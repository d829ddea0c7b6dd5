/// Metrics of one quantity that people write in more than one unit, such as all body weights: one choice for all.
public struct UnitFamily: Hashable, Sendable {
    /// The metric for which the unit is chosen.
    public let leader: MetricName
    /// The units that people write, the canonical one first.
    public let units: [MetricUnit]

    /// Every family, in the order of a round.
    public static let all: [UnitFamily] = [
        UnitFamily(leader: .systolic, units: .bloodPressures),
        UnitFamily(leader: .bodyTemperature, units: [.celsius, .fahrenheitAsCelsius]),
        UnitFamily(leader: .bloodGlucose, units: .glucoses),
        UnitFamily(leader: .bodyWeight, units: [.kilogram, .poundAsKilogram, .stoneAsKilogram]),
        UnitFamily(leader: .bodyHeight, units: [.centimetre, .metreAsCentimetre, .inchAsCentimetre]),
        UnitFamily(leader: "total_cholesterol", units: .cholesterols),
    ]

    private static let byMetric: [MetricName: UnitFamily] = {
        let pairs = all.flatMap { family in
            let units = MetricTable.metric(named: family.leader)?.units
            return MetricTable.metrics.filter { $0.units == units }.map { ($0.name, family) }
        }
        return Dictionary(pairs) { first, _ in first }
    }()

    /// The family of a metric; nil if people write it in one unit.
    public static func of(_ metric: MetricName) -> UnitFamily? { byMetric[metric] }

    /// The family's unit with a UCUM code; nil for a unit that people do not write, such as a kelvin.
    public func unit(_ ucum: String) -> MetricUnit? { units.first { $0.ucum == ucum } }
}

extension Measurement {
    /// The most fraction digits of a converted value of a family.
    private static var mostDigits: Int { 3 }

    /// The value in another unit of its metric, as exact as the device measured (``Metric/convert(_:from:to:)``).
    ///
    /// A value of a ``UnitFamily`` has at most 3 fraction digits. In its own unit it has all its digits, so a typed
    /// value is shown as typed. Nil if it cannot be converted.
    public func converted(to ucum: String) -> Measurement? {
        guard let row = MetricTable.metric(named: metric), row.unit(ucum) != nil else { return nil }
        guard ucum != unit else { return self }
        // Absent is nil: a value that does not fit is not converted.
        guard var result = try? row.convert(value, from: unit, to: ucum) else { return nil }
        if UnitFamily.of(metric) != nil, result.fractionDigits > Self.mostDigits {
            guard let short = try? row.convert(value, from: unit, to: ucum, fractionDigits: Self.mostDigits) else {
                return nil
            }
            result = short
        }
        return Measurement(metric: metric, value: result, unit: ucum, origin: origin)
    }
}
