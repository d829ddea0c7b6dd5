extension MetricTable {
    /// Nutrients and drinks.
    ///
    /// The legacy API's pages name grams for sodium and water; its samples are in milligrams and millilitres, like
    /// Inform.
    static let nutrition: [Metric] = [
        Metric(
            .energyConsumed,
            units: .energies,
            inform: .published("kcal"),
            legacy: [.nutrition: "calories"],
            plausible: 0...30_000
        ),
        Metric(.carbohydrate, units: .grams, inform: .published("g"), legacy: [.nutrition: "carbohydrates"]),
        Metric(.fat, units: .grams, inform: .published("g"), legacy: [.nutrition: "fat"]),
        Metric(.protein, units: .grams, inform: .published("g"), legacy: [.nutrition: "protein"]),
        Metric(.dietaryFiber, units: .grams, inform: .published("g"), legacy: [.nutrition: "fiber"]),
        Metric(.sodium, units: .milligrams, inform: .published("mg"), legacy: [.nutrition: "sodium"]),
        Metric(
            .water,
            units: .drinks,
            inform: .published("mL"),
            legacy: [.nutrition: "water", .routine: "water"],
            plausible: 0...50_000
        ),
        Metric(.saturatedFat, units: .grams, inform: .assumed("g")),
        Metric("unsaturated_fat", units: .grams, inform: .assumed("g")),
        Metric("sugars", units: .grams, inform: .assumed("g")),
        Metric(.cholesterol, units: .milligrams, inform: .assumed("mg")),
        Metric(.calcium, units: .milligrams, inform: .assumed("mg")),
    ]
}
