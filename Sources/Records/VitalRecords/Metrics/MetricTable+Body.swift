extension MetricTable {
    /// Metrics of scales and tape measures.
    static let body: [Metric] = [
        Metric(
            .bodyWeight,
            units: .bodyMasses,
            inform: .published("kg"),
            legacy: [.weight: "weight"],
            plausible: 1...500,
            loinc: "29463-7",
            mdc: 188_736,
            clinical: .weight
        ),
        Metric(
            .bmi,
            units: [.kilogramPerSquareMetre],
            inform: .published("kg/m2"),
            legacy: [.weight: "bmi"],
            plausible: 5...150,
            loinc: "39156-5",
            mdc: 188_752,
            clinical: .massIndex
        ),
        Metric(
            .bodyHeight,
            units: .bodyLengths,
            inform: .assumed("cm"),
            legacy: [.weight: "height"],
            plausible: 20...280,
            loinc: "8302-2",
            mdc: 188_740,
            clinical: .height
        ),
        Metric(
            .bodyFat,
            units: .percents,
            inform: .assumed("%"),
            legacy: [.weight: "fat_percent"],
            plausible: 1...90,
            loinc: "41982-0",
            mdc: 188_748,
            clinical: .composition("MDC_BODY_FAT", units: ["%"])
        ),
        // The legacy name is inferred: its three fields are those that a manufacturer of scales calls fat free mass,
        // fat ratio and fat mass weight.
        Metric("body_fat_mass", units: .bodyMasses, inform: .assumed("kg"), legacy: [.weight: "mass_weight"]),
        Metric(
            .bodyLeanMass,
            units: .bodyMasses,
            inform: .assumed("kg"),
            legacy: [.weight: "free_mass"],
            mdc: 188_756,
            clinical: .composition("MDC_MASS_BODY_FAT_FREE")
        ),
        Metric("body_muscle", units: .percents, inform: .assumed("%"), plausible: 1...100),
        Metric("body_muscle_mass", units: .bodyMasses, inform: .assumed("kg")),
        Metric("body_water", units: .percents, inform: .assumed("%"), plausible: 1...100),
        Metric(
            "body_water_mass",
            units: .bodyMasses,
            inform: .assumed("kg"),
            mdc: 188_764,
            clinical: .composition("MDC_BODY_WATER")
        ),
        Metric("body_bone", units: .percents, inform: .assumed("%"), plausible: 0...100),
        Metric("body_bone_mass", units: .bodyMasses, inform: .assumed("kg")),
        // Scales report their own rating, not a mass.
        Metric("visceral_fat", units: [.count], inform: .assumed("count")),
        Metric("body_arms", units: .bodyLengths, inform: .assumed("cm")),
        Metric("body_chest", units: .bodyLengths, inform: .assumed("cm")),
        Metric("body_hips", units: .bodyLengths, inform: .assumed("cm")),
        Metric("body_waist", units: .bodyLengths, inform: .assumed("cm")),
        Metric("body_thighs", units: .bodyLengths, inform: .assumed("cm")),
        Metric(
            .basalMetabolicRate,
            units: [.kilocaloriePerDay, .kilojoulePerDayAsKilocaloriePerDay],
            inform: .assumed("kcal/day")
        ),
        // Neither API has these two, which standard scales send.
        Metric(
            .bodySoftLeanMass,
            units: .bodyMasses,
            mdc: 188_760,
            clinical: .composition("MDC_MASS_BODY_SOFT_LEAN")
        ),
        Metric(.bodyImpedance, units: [.ohm], plausible: 50...3_000),
    ]
}
