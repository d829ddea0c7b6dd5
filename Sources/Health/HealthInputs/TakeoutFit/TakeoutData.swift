internal import HealthTypes
internal import VitalRecords

/// A file of Google Fit's folder `All Data`: the points of one stream.
enum TakeoutData {
    /// The stream of a file, by its name within Google Fit: `derived:com.google.weight:com.google.android.gms:merge_weight`.
    struct Stream: Hashable {
        /// The whole name.
        let name: String
        /// The type of its points: `com.google.weight`.
        let type: String
        /// The package of the app.
        let app: String
        /// Its precedence within its type: streams that Google Fit merged come first, the apps' own streams last.
        let rank: Int

        init?(_ name: String) {
            let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard parts.count > 2, parts[0] == "derived" || parts[0] == "raw" else { return nil }
            self.name = name
            type = parts[1]
            app = parts[2]
            let rest = parts.dropFirst(3).joined(separator: ":")
            rank = rest.hasPrefix("estimated") ? 0 : parts[2...].contains { $0.hasPrefix("merge") } ? 1 : 2
        }

        /// Reads the stream from a file's first bytes; nil for any other file.
        init?(head: [UInt8]) {
            let text = String(decoding: head.prefix(1_024), as: UTF8.self)
            guard let start = text.firstRange(of: "\"Data Source\"")?.upperBound else { return nil }
            let quoted = text[start...].split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
            guard quoted.count > 1 else { return nil }
            self.init(String(quoted[1]))
        }
    }

    /// Chooses the streams to read: those with the best rank of each type.
    struct Choice: Hashable {
        private var best: [String: Int] = [:]
        /// Whether the input has daily tables, which contain the sums.
        let hasTables: Bool

        init(_ streams: [Stream], hasTables: Bool) {
            self.hasTables = hasTables
            for stream in streams { best[stream.type] = min(best[stream.type] ?? .max, stream.rank) }
        }

        /// Whether another stream or table repeats a stream.
        func isRepeated(_ stream: Stream) -> Bool {
            stream.rank > best[stream.type] ?? .max || (hasTables && TakeoutData.sums[stream.type] != nil)
        }

        /// Whether a type has separate points.
        func has(_ type: String) -> Bool { best[type] != nil }
    }

    /// The type of a weight.
    static let weight = "com.google.weight"

    /// A quantity and its HealthKit equivalent.
    struct Quantity: Hashable {
        let identifier: String
        let unit: String
        var places: Int8 = 0

        init(_ name: String, unit: String, places: Int8 = 0) {
            identifier = HealthIdentifier.quantity(name)
            self.unit = unit
            self.places = places
        }
    }

    /// Quantities whose daily sums are in a table.
    static let sums: [String: Quantity] = [
        "com.google.step_count.delta": Quantity("StepCount", unit: "count"),
        "com.google.distance.delta": Quantity("DistanceWalkingRunning", unit: "m"),
        "com.google.active_minutes": Quantity("AppleExerciseTime", unit: "min"),
    ]

    /// Quantities whose single values become records.
    static let quantities: [String: Quantity] = [
        "com.google.heart_rate.bpm": Quantity("HeartRate", unit: "count/min"),
        weight: Quantity("BodyMass", unit: "kg"),
        "com.google.height": Quantity("Height", unit: "m"),
        "com.google.body.fat.percentage": Quantity("BodyFatPercentage", unit: "%", places: 2),
        "com.google.oxygen_saturation": Quantity("OxygenSaturation", unit: "%", places: 2),
        "com.google.body.temperature": Quantity("BodyTemperature", unit: "degC"),
        "com.google.blood_glucose": Quantity("BloodGlucose", unit: "mmol/L"),
        "com.google.hydration": Quantity("DietaryWater", unit: "L"),
    ]

    /// Nutrients by Google Fit's names, without those given as a share of a daily need.
    static let nutrients: [String: Quantity] = [
        "calories": Quantity("DietaryEnergyConsumed", unit: "kcal"),
        "carbs.total": Quantity("DietaryCarbohydrates", unit: "g"), "protein": Quantity("DietaryProtein", unit: "g"),
        "fat.total": Quantity("DietaryFatTotal", unit: "g"),
        "fat.saturated": Quantity("DietaryFatSaturated", unit: "g"),
        "dietary_fiber": Quantity("DietaryFiber", unit: "g"), "sodium": Quantity("DietarySodium", unit: "mg"),
        "cholesterol": Quantity("DietaryCholesterol", unit: "mg"),
    ]

    /// The stages of `com.google.sleep.segment`; out of bed is not a stage.
    static let stages: [Int64: Int64] = [
        1: HealthCategory.awake, 2: HealthCategory.asleepUnspecified, 4: HealthCategory.asleepCore,
        5: HealthCategory.asleepDeep, 6: HealthCategory.asleepREM,
    ]

    /// The relations to a meal of `com.google.blood_glucose`.
    static let meals: [Int64: HealthSampleFlags] = [3: .beforeMeal, 4: .afterMeal]

    /// The meals of `com.google.nutrition`.
    static let foods: [Int64: String] = [2: "Breakfast", 3: "Lunch", 4: "Dinner", 5: "Snack"]
}
