extension MetricTable {
    /// Laboratory values of blood; except coagulation, the Inform API has none of them.
    static let laboratory: [Metric] = [
        lab("blood_calcium", units: [.milligramPerDecilitre], loinc: "17861-6"),
        lab("blood_chromium", units: [.microgramPerLitre]),
        lab("blood_folic_acid", units: [.nanogramPerMillilitre], loinc: "2284-8"),
        lab("blood_magnesium", units: [.milligramPerDecilitre], loinc: "19123-9"),
        lab("blood_potassium", units: [.milliequivalentPerLitre, .millimolePerLitreOfOneCharge], loinc: "2823-3"),
        lab("blood_sodium", units: [.milliequivalentPerLitre, .millimolePerLitreOfOneCharge], loinc: "2951-2"),
        lab("blood_vitamin_b12", units: [.picogramPerMillilitre], loinc: "2132-9"),
        lab("blood_zinc", units: [.microgramPerDecilitre]),
        lab("creatine_kinase", units: [.unitPerLitre], loinc: "2157-6"),
        lab("crp", units: [.milligramPerLitre], loinc: "1988-5"),
        lab("ferritin", units: [.nanogramPerMillilitre], loinc: "2276-4"),
        lab("hdl", units: .cholesterols, loinc: "2085-9", molar: "14646-4"),
        lab("hscrp", units: [.milligramPerLitre], loinc: "30522-7"),
        lab("il6", units: [.picogramPerMillilitre], loinc: "26881-3"),
        lab("ldl", units: .cholesterols, loinc: "2089-1", molar: "22748-8"),
        lab("testosterone", units: [.nanogramPerDecilitre], loinc: "2986-8"),
        lab("total_cholesterol", units: .cholesterols, loinc: "2093-3", molar: "14647-2"),
        lab("tsh", units: [.milliunitPerLitre], loinc: "3016-3"),
        lab("uric_acid", units: [.milligramPerDecilitre], loinc: "3084-1"),
        lab("vitamin_d", units: [.nanogramPerMillilitre]),
        lab("white_cell_count", units: [.cellsPerMicrolitre], loinc: "26464-8"),
        // The legacy API's field for the INR is not public.
        Metric(
            "inr",
            units: [.normalizedRatio],
            inform: .assumed("INR"),
            plausible: 0...20,
            loinc: "34714-6",
            clinical: ClinicalUse(category: .laboratory, meter: .coagulationMeter)
        ),
        Metric("pt", units: [.second], inform: .assumed("s")),
    ]

    /// Makes a row whose legacy field has the metric's own name.
    ///
    /// - Parameter molar: The LOINC code of values in mmol/L, if the metric's own code is for a mass.
    private static func lab(
        _ name: MetricName,
        units: [MetricUnit],
        loinc: String? = nil,
        molar: String? = nil
    ) -> Metric {
        Metric(
            name,
            units: units,
            legacy: [.biometrics: name.rawValue],
            loinc: loinc,
            clinical: ClinicalUse(category: .laboratory, loincByUnit: molar.map { ["mmol/L": $0] } ?? [:])
        )
    }
}
