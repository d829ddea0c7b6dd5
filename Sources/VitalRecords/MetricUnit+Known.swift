extension MetricUnit {
    static let mmHg = MetricUnit("mm[Hg]", label: "mmHg")
    /// 1 mm[Hg] is 0.133322387415 kPa exactly (UCUM, `m[Hg]` = 133.322387415 kPa).
    static let kPaAsMmHg = MetricUnit("kPa", label: "kPa", times: 1_000_000_000_000, over: 133_322_387_415)
    static let perMinute = MetricUnit("/min", label: "bpm")
    static let percent = MetricUnit("%", label: "%")
    static let celsius = MetricUnit("Cel", label: "°C")
    static let fahrenheitAsCelsius = MetricUnit("[degF]", label: "°F", offset: -32, times: 5, over: 9)
    static let kilogram = MetricUnit("kg", label: "kg")
    /// 1 pound is 0.45359237 kg exactly (international avoirdupois pound).
    static let poundAsKilogram = MetricUnit("[lb_av]", label: "lb", times: 45_359_237, over: 100_000_000)
    static let milligramPerDecilitre = MetricUnit("mg/dL", label: "mg/dL")
    /// 1 mmol of glucose is 180.156 mg (molar mass of C6H12O6), so 1 mmol/L is 18.0156 mg/dL.
    static let glucoseMillimolePerLitre = MetricUnit("mmol/L", label: "mmol/L", times: 180_156, over: 10_000)
}
