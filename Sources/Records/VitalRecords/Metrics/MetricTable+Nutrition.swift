extension MetricTable {
    /// Nutrients and drinks.
    ///
    /// The legacy API's pages name grams for sodium and water; its samples are in milligrams and millilitres, like
    /// Inform.
    static let nutrition: [Metric] = [
        Metric(
            .energyConsumed,
            .energies,
            inform: .published("kcal"),
            legacy: [.nutrition: "calories"],
            plausible: 0...30_000
        ),
        Metric(.carbohydrate, .grams, inform: .published("g"), legacy: [.nutrition: "carbohydrates"]),
        Metric(.fat, .grams, inform: .published("g"), legacy: [.nutrition: "fat"]),
        Metric(.protein, .grams, inform: .published("g"), legacy: [.nutrition: "protein"]),
        Metric(.dietaryFiber, .grams, inform: .published("g"), legacy: [.nutrition: "fiber"]),
        Metric(.sodium, .milligrams, inform: .published("mg"), legacy: [.nutrition: "sodium"]),
        Metric(
            .water,
            .drinks,
            inform: .published("mL"),
            legacy: [.nutrition: "water", .routine: "water"],
            plausible: 0...50_000
        ),
        Metric(.saturatedFat, .grams, inform: .assumed("g")),
        Metric("unsaturated_fat", .grams, inform: .assumed("g")),
        Metric("sugars", .grams, inform: .assumed("g")),
        Metric(.cholesterol, .milligrams, inform: .assumed("mg")),
        Metric(.calcium, .milligrams, inform: .assumed("mg")),
    ]
}
