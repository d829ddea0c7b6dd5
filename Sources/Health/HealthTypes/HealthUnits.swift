package import VitalRecords

/// HealthKit's unit names in terms of the table of metrics.
package enum HealthUnits {
    /// A unit of the table and the exact factor to it.
    package struct Way: Hashable {
        /// The unit of the table.
        package let ucum: String
        /// The factor that a value is multiplied by.
        package var numerator: Int64 = 1
        /// The divisor of a value.
        package var denominator: Int64 = 1
    }

    /// The conversions from a HealthKit unit to units of a metric; nil if there is none.
    package static func way(for metric: MetricName, from name: String) -> Way? {
        guard let row = MetricTable.metric(named: metric) else { return nil }
        return candidates(metric, name: name).first { row.unit($0.ucum) != nil }
    }

    private static func candidates(_ metric: MetricName, name: String) -> [Way] {
        if name.hasPrefix("mmol<"), name.hasSuffix(">/L") || name.hasSuffix(">/l") { return [Way(ucum: "mmol/L")] }
        // HealthKit writes a fraction and calls it percent; people read and type percentages.
        if name == "%" { return [Way(ucum: "%", numerator: 100), Way(ucum: "1")] }
        if metric == .bmi, name == "count" || name.isEmpty { return [Way(ucum: "kg/m2")] }
        return table[name] ?? []
    }

    private static let table: [String: [Way]] = [
        "count": [Way(ucum: "1")], "": [Way(ucum: "1")],
        "count/min": [Way(ucum: "/min")], "bpm": [Way(ucum: "/min")],
        "count/s": [Way(ucum: "/min", numerator: 60)], "count/hr": [Way(ucum: "/min", denominator: 60)],
        "m": [Way(ucum: "m")], "km": [Way(ucum: "km"), Way(ucum: "m", numerator: 1_000)],
        "cm": [Way(ucum: "cm")], "mm": [Way(ucum: "cm", denominator: 10)],
        "mi": [Way(ucum: "[mi_i]")], "yd": [Way(ucum: "[yd_i]")], "ft": [Way(ucum: "[ft_i]")],
        "in": [Way(ucum: "[in_i]"), Way(ucum: "cm", numerator: 254, denominator: 100)],
        "Cal": [Way(ucum: "kcal")], "kcal": [Way(ucum: "kcal")], "cal": [Way(ucum: "kcal", denominator: 1_000)],
        "kJ": [Way(ucum: "kJ")], "J": [Way(ucum: "J")],
        "kg": [Way(ucum: "kg"), Way(ucum: "g", numerator: 1_000)],
        "g": [Way(ucum: "kg", denominator: 1_000), Way(ucum: "g")],
        "mg": [Way(ucum: "mg")], "mcg": [Way(ucum: "mg", denominator: 1_000)],
        "lb": [Way(ucum: "[lb_av]"), Way(ucum: "[oz_av]", numerator: 16)], "st": [Way(ucum: "[stone_av]")],
        "oz": [Way(ucum: "[oz_av]"), Way(ucum: "[lb_av]", denominator: 16)],
        "degC": [Way(ucum: "Cel")], "degF": [Way(ucum: "[degF]")], "K": [Way(ucum: "K")],
        "mg/dL": [Way(ucum: "mg/dL")], "mg/dl": [Way(ucum: "mg/dL")],
        "mmol/L": [Way(ucum: "mmol/L")], "mmol/l": [Way(ucum: "mmol/L")],
        "mmHg": [Way(ucum: "mm[Hg]")], "kPa": [Way(ucum: "kPa")],
        "s": [Way(ucum: "s")], "min": [Way(ucum: "min")], "hr": [Way(ucum: "h")], "ms": [Way(ucum: "ms")],
        "mL": [Way(ucum: "mL")], "L": [Way(ucum: "L")], "fl_oz_us": [Way(ucum: "[foz_us]")],
        "fl_oz_imp": [Way(ucum: "[foz_br]")], "cup_us": [Way(ucum: "[cup_us]")],
        "cup_imp": [Way(ucum: "[foz_br]", numerator: 10)], "pt_us": [Way(ucum: "[foz_us]", numerator: 16)],
        "pt_imp": [Way(ucum: "[foz_br]", numerator: 20)],
    ]

    /// Converts a value to a unit of the metric; nil if the metric does not have its unit.
    package static func measurement(
        _ metric: MetricName,
        value: DecimalNumber,
        unit name: String,
        origin: MeasurementOrigin = .device
    ) -> Measurement? {
        guard let way = way(for: metric, from: name), let scaled = scale(value, way: way) else { return nil }
        return Measurement(metric: metric, value: scaled, unit: way.ucum, origin: origin)
    }

    /// Converts a value to the metric's canonical unit with up to 6 fraction digits; nil if the metric does not have
    /// its unit.
    package static func canonical(_ metric: MetricName, value: DecimalNumber, unit name: String) -> DecimalNumber? {
        guard let measurement = measurement(metric, value: value, unit: name) else { return nil }
        // Absent is nil: a unit of another metric has no value in this one.
        let exact = try? MetricTable.metric(named: metric)?.canonicalValue(of: measurement)
        return exact?.rounded(fractionDigits: 6)?.withoutTrailingFractionZeros
    }

    /// Multiplies a value by the factor of a way; nil if it does not fit.
    package static func scale(_ value: DecimalNumber, way: Way) -> DecimalNumber? {
        guard way.numerator != 1 || way.denominator != 1 else { return value }
        let digits = min(18, value.fractionDigits + 4)
        return value.multiplied(by: way.numerator, over: way.denominator, fractionDigits: digits)?
            .withoutTrailingFractionZeros
    }
}

/// The conversions from the input's units to one metric's, each looked up once.
package struct UnitWays {
    private let metric: MetricName
    private let units: [String]
    private var ways: [Int: HealthUnits.Way?] = [:]

    /// Makes conversions to a metric's units.
    ///
    /// - Parameter units: The names of the input's units, by number.
    package init(_ metric: MetricName, units: [String]) {
        self.metric = metric
        self.units = units
    }

    /// Converts a value to a unit of the metric; nil if the metric does not have its unit.
    package mutating func measure(_ value: DecimalNumber, unit: Int) -> (value: DecimalNumber, ucum: String)? {
        let way: HealthUnits.Way?
        if let known = ways[unit] {
            way = known
        } else {
            way = HealthUnits.way(for: metric, from: units.indices.contains(unit) ? units[unit] : "")
            ways[unit] = .some(way)
        }
        guard let way, let scaled = HealthUnits.scale(value, way: way) else { return nil }
        return (scaled, way.ucum)
    }
}
