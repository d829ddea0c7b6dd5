/// A unit of a metric with its exact conversion to the metric's canonical unit.
///
/// canonical value = (value + `offset`) × `numerator` / `denominator`
public struct MetricUnit: Hashable, Sendable {
    /// The UCUM code, such as `mm[Hg]`.
    public let ucum: String
    /// The symbol for people, such as `mmHg`.
    public let label: String
    /// The offset that is added first.
    public let offset: DecimalNumber
    /// The factor's numerator.
    ///
    /// Not zero.
    public let numerator: Int64
    /// The factor's denominator.
    ///
    /// Not zero.
    public let denominator: Int64

    init(
        _ ucum: String,
        label: String,
        offset: DecimalNumber = 0,
        times numerator: Int64 = 1,
        over denominator: Int64 = 1
    ) {
        self.ucum = ucum
        self.label = label
        self.offset = offset
        self.numerator = numerator
        self.denominator = denominator
    }
}

/// The units of the table's rows.
///
/// A constant named `…As…` converts to that canonical unit. Factors are exact by definition unless a comment names
/// their source.
extension MetricUnit {
    // MARK: Counts and ratios
    static let count = MetricUnit("1", label: "count")
    static let perMinute = MetricUnit("/min", label: "bpm")
    static let breathsPerMinute = MetricUnit("/min", label: "breaths/min")
    static let turnsPerMinute = MetricUnit("/min", label: "r/min")
    static let percent = MetricUnit("%", label: "%")
    static let fractionAsPercent = MetricUnit("1", label: "fraction", times: 100)
    static let ratio = MetricUnit("1", label: "ratio")

    // MARK: Pressure and temperature
    static let mmHg = MetricUnit("mm[Hg]", label: "mmHg")
    /// The conventional millimetre of mercury is 133.322387415 Pa (NIST SP 811).
    static let kPaAsMmHg = MetricUnit("kPa", label: "kPa", times: 1_000_000_000_000, over: 133_322_387_415)
    static let celsius = MetricUnit("Cel", label: "°C")
    static let fahrenheitAsCelsius = MetricUnit("[degF]", label: "°F", offset: -32, times: 5, over: 9)
    static let kelvinAsCelsius = MetricUnit("K", label: "K", offset: DecimalNumber(mantissa: -27_315, exponent: -2))
    /// A temperature difference, so without the offset between scales.
    static let celsiusDifference = MetricUnit("Cel", label: "°C")
    static let fahrenheitDifferenceAsCelsius = MetricUnit("[degF]", label: "°F", times: 5, over: 9)

    // MARK: Mass
    static let kilogram = MetricUnit("kg", label: "kg")
    static let poundAsKilogram = MetricUnit("[lb_av]", label: "lb", times: 45_359_237, over: 100_000_000)
    static let stoneAsKilogram = MetricUnit("[stone_av]", label: "st", times: 635_029_318, over: 100_000_000)
    static let gramAsKilogram = MetricUnit("g", label: "g", over: 1_000)
    static let gram = MetricUnit("g", label: "g")
    static let milligramAsGram = MetricUnit("mg", label: "mg", over: 1_000)
    static let ounceAsGram = MetricUnit("[oz_av]", label: "oz", times: 28_349_523_125, over: 1_000_000_000)
    static let milligram = MetricUnit("mg", label: "mg")
    static let gramAsMilligram = MetricUnit("g", label: "g", times: 1_000)

    // MARK: Length and volume
    static let metre = MetricUnit("m", label: "m")
    static let kilometreAsMetre = MetricUnit("km", label: "km", times: 1_000)
    static let mileAsMetre = MetricUnit("[mi_i]", label: "mi", times: 1_609_344, over: 1_000)
    static let yardAsMetre = MetricUnit("[yd_i]", label: "yd", times: 9_144, over: 10_000)
    static let footAsMetre = MetricUnit("[ft_i]", label: "ft", times: 3_048, over: 10_000)
    static let centimetreAsMetre = MetricUnit("cm", label: "cm", over: 100)
    static let centimetre = MetricUnit("cm", label: "cm")
    static let metreAsCentimetre = MetricUnit("m", label: "m", times: 100)
    static let inchAsCentimetre = MetricUnit("[in_i]", label: "in", times: 254, over: 100)
    static let footAsCentimetre = MetricUnit("[ft_i]", label: "ft", times: 3_048, over: 100)
    static let millilitre = MetricUnit("mL", label: "mL")
    static let litreAsMillilitre = MetricUnit("L", label: "L", times: 1_000)
    static let usFluidOunceAsMillilitre =
        MetricUnit("[foz_us]", label: "fl oz (US)", times: 295_735_295_625, over: 10_000_000_000)
    static let imperialFluidOunceAsMillilitre =
        MetricUnit("[foz_br]", label: "fl oz (UK)", times: 284_130_625, over: 10_000_000)
    static let usCupAsMillilitre = MetricUnit("[cup_us]", label: "cup (US)", times: 2_365_882_365, over: 10_000_000)
    static let litre = MetricUnit("L", label: "L")
    static let millilitreAsLitre = MetricUnit("mL", label: "mL", over: 1_000)

    // MARK: Time, speed and power
    static let second = MetricUnit("s", label: "s")
    static let millisecondAsSecond = MetricUnit("ms", label: "ms", over: 1_000)
    static let minuteAsSecond = MetricUnit("min", label: "min", times: 60)
    static let hourAsSecond = MetricUnit("h", label: "h", times: 3_600)
    static let millisecond = MetricUnit("ms", label: "ms")
    static let secondAsMillisecond = MetricUnit("s", label: "s", times: 1_000)
    static let metrePerSecond = MetricUnit("m/s", label: "m/s")
    static let kilometrePerHourAsMetrePerSecond = MetricUnit("km/h", label: "km/h", times: 5, over: 18)
    static let milePerHourAsMetrePerSecond = MetricUnit("[mi_i]/h", label: "mph", times: 1_609_344, over: 3_600_000)
    static let minutePerKilometre = MetricUnit("min/km", label: "min/km")
    static let watt = MetricUnit("W", label: "W")
    static let litrePerMinute = MetricUnit("L/min", label: "L/min")
    static let litrePerSecondAsLitrePerMinute = MetricUnit("L/s", label: "L/s", times: 60)
    static let litrePerSecond = MetricUnit("L/s", label: "L/s")

    // MARK: Energy; a calorie is the thermochemical one, 4.184 J
    static let kilocalorie = MetricUnit("kcal", label: "kcal")
    static let kilojouleAsKilocalorie = MetricUnit("kJ", label: "kJ", times: 1_000, over: 4_184)
    static let jouleAsKilocalorie = MetricUnit("J", label: "J", over: 4_184)
    static let kilocaloriePerDay = MetricUnit("kcal/d", label: "kcal/d")
    static let kilojoulePerDayAsKilocaloriePerDay = MetricUnit("kJ/d", label: "kJ/d", times: 1_000, over: 4_184)

    // MARK: Blood
    static let milligramPerDecilitre = MetricUnit("mg/dL", label: "mg/dL")
    /// The molar mass of glucose is 180.156 g/mol.
    static let glucoseMillimolePerLitre = MetricUnit("mmol/L", label: "mmol/L", times: 180_156, over: 10_000)
    /// The molar mass of cholesterol is 386.65 g/mol.
    static let cholesterolMillimolePerLitre = MetricUnit("mmol/L", label: "mmol/L", times: 38_665, over: 1_000)
    static let milligramPerLitre = MetricUnit("mg/L", label: "mg/L")
    static let microgramPerLitre = MetricUnit("ug/L", label: "µg/L")
    static let microgramPerDecilitre = MetricUnit("ug/dL", label: "µg/dL")
    static let nanogramPerMillilitre = MetricUnit("ng/mL", label: "ng/mL")
    static let nanogramPerDecilitre = MetricUnit("ng/dL", label: "ng/dL")
    static let picogramPerMillilitre = MetricUnit("pg/mL", label: "pg/mL")
    static let milliequivalentPerLitre = MetricUnit("meq/L", label: "mEq/L")
    /// For the legacy API's `mEq/L` of monovalent ions, which is the same number.
    static let millimolePerLitreOfOneCharge = MetricUnit("mmol/L", label: "mmol/L")
    static let unitPerLitre = MetricUnit("U/L", label: "U/L")
    static let milliunitPerLitre = MetricUnit("m[IU]/L", label: "mIU/L")
    static let cellsPerMicrolitre = MetricUnit("/uL", label: "cells/µL")
    static let insulinUnit = MetricUnit("[IU]", label: "U")
    static let millimolePerLitre = MetricUnit("mmol/L", label: "mmol/L")
    static let normalizedRatio = MetricUnit("{INR}", label: "INR")

    // MARK: Body
    static let ohm = MetricUnit("Ohm", label: "Ω")
    static let kilogramPerSquareMetre = MetricUnit("kg/m2", label: "kg/m2")
    static let oxygenPerKilogramMinute = MetricUnit("mL/kg/min", label: "mL/kg/min")
}

extension MetricUnit {
    /// Concentrations for which laboratories of other countries use moles or another volume.
    static let ofLaboratories: [MetricUnit] = [
        .milligramPerDecilitre, .milligramPerLitre, .microgramPerLitre, .microgramPerDecilitre, .nanogramPerMillilitre,
        .nanogramPerDecilitre, .picogramPerMillilitre, .cellsPerMicrolitre,
    ]
}

extension [MetricUnit] {
    static let bloodPressures: [MetricUnit] = [.mmHg, .kPaAsMmHg]
    static let temperatures: [MetricUnit] = [.celsius, .fahrenheitAsCelsius, .kelvinAsCelsius]
    static let bodyMasses: [MetricUnit] = [.kilogram, .poundAsKilogram, .stoneAsKilogram, .gramAsKilogram]
    static let grams: [MetricUnit] = [.gram, .milligramAsGram, .ounceAsGram]
    static let milligrams: [MetricUnit] = [.milligram, .gramAsMilligram]
    static let distances: [MetricUnit] = [
        .metre, .kilometreAsMetre, .mileAsMetre, .yardAsMetre, .footAsMetre, .centimetreAsMetre,
    ]
    static let bodyLengths: [MetricUnit] = [.centimetre, .metreAsCentimetre, .inchAsCentimetre, .footAsCentimetre]
    static let drinks: [MetricUnit] = [
        .millilitre, .litreAsMillilitre, .usFluidOunceAsMillilitre, .imperialFluidOunceAsMillilitre,
        .usCupAsMillilitre,
    ]
    static let durations: [MetricUnit] = [.second, .millisecondAsSecond, .minuteAsSecond, .hourAsSecond]
    static let energies: [MetricUnit] = [.kilocalorie, .kilojouleAsKilocalorie, .jouleAsKilocalorie]
    static let speeds: [MetricUnit] = [
        .metrePerSecond, .kilometrePerHourAsMetrePerSecond, .milePerHourAsMetrePerSecond,
    ]
    static let percents: [MetricUnit] = [.percent, .fractionAsPercent]
    static let glucoses: [MetricUnit] = [.milligramPerDecilitre, .glucoseMillimolePerLitre]
    static let cholesterols: [MetricUnit] = [.milligramPerDecilitre, .cholesterolMillimolePerLitre]
    static let airVolumes: [MetricUnit] = [.litre, .millilitreAsLitre]
}

extension MetricUnit {
    /// The symbol after a value; empty if the number needs none, as for steps.
    public var sign: String {
        switch label {
        case "count", "ratio", "fraction": ""
        case "kg/m2": "kg/m²"
        default: label
        }
    }

    /// The unit as typed after a number, without spaces: `mmol/L`, `C`, `lb`.
    public var typed: String { label.filter { $0 != "°" } }

    /// Whether a word names the unit: its UCUM code, its symbol or a common spelling, in any case.
    public func isMeant(by word: String) -> Bool {
        let plain = Self.plain(word)
        guard !plain.isEmpty else { return false }
        return [ucum, label, sign].contains { Self.plain($0) == plain } || Self.words[ucum]?.contains(plain) == true
    }

    /// Normalises a word: lower case, no spaces or degree signs, plain letters in place of special characters.
    private static func plain(_ word: String) -> String {
        String(word.lowercased().compactMap { $0 == "°" || $0.isWhitespace ? nil : special[$0] ?? $0 })
    }

    private static let special: [Character: Character] = ["µ": "u", "μ": "u", "℃": "c", "℉": "f", "％": "%"]

    /// Common spellings of units, in lower case and without spaces.
    private static let words: [String: [String]] = [
        "mm[Hg]": ["mmhg"], "kPa": ["kpa"], "/min": ["bpm", "1/min", "/min", "perminute"],
        "Cel": ["c", "degc", "celsius"], "[degF]": ["f", "degf", "fahrenheit"], "K": ["k", "kelvin"],
        "kg": ["kg", "kgs", "kilo", "kilos", "kilogram", "kilograms"], "g": ["g", "gram", "grams"],
        "[lb_av]": ["lb", "lbs", "pound", "pounds"], "[stone_av]": ["st", "stone", "stones"],
        "[oz_av]": ["oz", "ounce", "ounces"], "mg/dL": ["mg/dl", "mgdl"], "mmol/L": ["mmol/l", "mmol"],
        "%": ["%", "percent", "pct"], "1": ["x", "times", "steps", "count"],
        "m": ["m", "metre", "metres", "meter", "meters"], "km": ["km", "kilometres", "kilometers"], "cm": ["cm"],
        "[mi_i]": ["mi", "mile", "miles"], "[yd_i]": ["yd", "yard", "yards"],
        "[ft_i]": ["ft", "foot", "feet", "'", "’", "′"],
        "[in_i]": ["in", "inch", "inches", "\"", "”", "″", "''", "’’", "′′"], "s": ["s", "sec", "second", "seconds"],
        "min": ["min", "mins", "minute", "minutes", "m"], "h": ["h", "hr", "hrs", "hour", "hours"],
        "mL": ["ml"], "L": ["l", "litre", "litres", "liter", "liters"], "[IU]": ["u", "iu", "units"],
    ]
}

extension Metric {
    /// Finds the metric's unit that a person typed, as `mmol/l`, `C`, `lbs`, `°F`, `%`; nil if it has none.
    public func unit(typed word: String) -> MetricUnit? {
        units.first { $0.ucum == word || $0.label == word } ?? units.first { $0.isMeant(by: word) }
    }

    /// Whether a typed value must have its unit, because a value in one common unit could pass for one in another.
    public var needsUnit: Bool {
        [[MetricUnit].glucoses, .cholesterols, .bodyMasses, .temperatures].contains(units)
    }
}
