extension MetricTable {
    /// Laboratory values of blood; except coagulation, the Inform API has none of them.
    static let laboratory: [Metric] = [
        lab("blood_calcium", [.milligramPerDecilitre], loinc: "17861-6"),
        lab("blood_chromium", [.microgramPerLitre]),
        lab("blood_folic_acid", [.nanogramPerMillilitre], loinc: "2284-8"),
        lab("blood_magnesium", [.milligramPerDecilitre], loinc: "19123-9"),
        lab("blood_potassium", [.milliequivalentPerLitre, .millimolePerLitreOfOneCharge], loinc: "2823-3"),
        lab("blood_sodium", [.milliequivalentPerLitre, .millimolePerLitreOfOneCharge], loinc: "2951-2"),
        lab("blood_vitamin_b12", [.picogramPerMillilitre], loinc: "2132-9"),
        lab("blood_zinc", [.microgramPerDecilitre]),
        lab("creatine_kinase", [.unitPerLitre], loinc: "2157-6"),
        lab("crp", [.milligramPerLitre], loinc: "1988-5"),
        lab("ferritin", [.nanogramPerMillilitre], loinc: "2276-4"),
        lab("hdl", .cholesterols, loinc: "2085-9"),
        lab("hscrp", [.milligramPerLitre], loinc: "30522-7"),
        lab("il6", [.picogramPerMillilitre], loinc: "26881-3"),
        lab("ldl", .cholesterols, loinc: "2089-1"),
        lab("testosterone", [.nanogramPerDecilitre], loinc: "2986-8"),
        lab("total_cholesterol", .cholesterols, loinc: "2093-3"),
        lab("tsh", [.milliunitPerLitre], loinc: "3016-3"),
        lab("uric_acid", [.milligramPerDecilitre], loinc: "3084-1"),
        lab("vitamin_d", [.nanogramPerMillilitre]),
        lab("white_cell_count", [.cellsPerMicrolitre], loinc: "26464-8"),
        // The legacy API's field for the INR is not public.
        Metric("inr", [.normalizedRatio], inform: .assumed("INR"), plausible: 0...20, loinc: "34714-6"),
        Metric("pt", [.second], inform: .assumed("s")),
    ]

    /// Makes a row whose legacy field has the metric's own name.
    private static func lab(_ name: MetricName, _ units: [MetricUnit], loinc: String? = nil) -> Metric {
        Metric(name, units, legacy: [.biometrics: name.rawValue], loinc: loinc)
    }
}
