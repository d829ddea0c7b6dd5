/// A table of Samsung Health, identified by the name in its first line, and its HealthKit equivalents.
struct SamsungTable: Hashable {
    /// The shape of its rows.
    enum Shape: Hashable {
        /// Numbers at a time.
        case samples
        /// Numbers of a food.
        case food
        /// Totals of a local day, several rows for one day.
        case days
        /// A night.
        case sleep
        /// Stages of nights.
        case stages
        /// Workouts.
        case workouts
        /// Systolic and diastolic pressure.
        case bloodPressure
        /// Rows that do not become records, or that another table repeats.
        case counted
    }

    /// A column and its HealthKit equivalent.
    struct Measure: Hashable {
        let column: String
        let identifier: String
        let unit: String
        /// How many places the decimal point moves to the left: 2 from percent to a fraction.
        var places: Int8 = 0

        init(_ column: String, name: String, unit: String, places: Int8 = 0) {
            self.column = column
            identifier = "HKQuantityTypeIdentifier" + name
            self.unit = unit
            self.places = places
        }
    }

    let shape: Shape
    let measures: [Measure]

    /// Looks up a table by name; unknown ones are only counted.
    ///
    /// The data that Samsung sends on request names tables by their data type, without the app's `shealth.tracker`.
    init(named name: String) {
        let own = name.replacing("com.samsung.health.", with: "com.samsung.shealth.")
        let tracked = own.replacing("com.samsung.shealth.", with: "com.samsung.shealth.tracker.")
        self = Self.table[name] ?? Self.table[own] ?? Self.table[tracked] ?? SamsungTable(.counted)
    }

    private init(_ shape: Shape, measures: [Measure] = []) {
        self.shape = shape
        self.measures = measures
    }

    // The tables of steps by the minute repeat those of days, so they are only counted, and so is the days' summary.
    private static let table: [String: SamsungTable] = [
        "com.samsung.shealth.step_daily_trend": SamsungTable(
            .days,
            measures: [
                Measure("count", name: "StepCount", unit: "count"),
                Measure("distance", name: "DistanceWalkingRunning", unit: "m"),
            ]
        ),
        "com.samsung.shealth.activity.day_summary": SamsungTable(
            .days,
            measures: [Measure("active_time", name: "AppleExerciseTime", unit: "s", places: 3)]
        ),
        "com.samsung.health.weight": SamsungTable(
            .samples,
            measures: [
                Measure("weight", name: "BodyMass", unit: "kg"),
                Measure("body_fat", name: "BodyFatPercentage", unit: "%", places: 2),
                Measure("fat_free_mass", name: "LeanBodyMass", unit: "kg"),
            ]
        ),
        "com.samsung.health.height": SamsungTable(.samples, measures: [Measure("height", name: "Height", unit: "cm")]),
        "com.samsung.shealth.tracker.heart_rate": SamsungTable(
            .samples,
            measures: [Measure("heart_rate", name: "HeartRate", unit: "count/min")]
        ),
        "com.samsung.shealth.tracker.oxygen_saturation": SamsungTable(
            .samples,
            measures: [Measure("spo2", name: "OxygenSaturation", unit: "%", places: 2)]
        ),
        "com.samsung.health.body_temperature": SamsungTable(
            .samples,
            measures: [Measure("temperature", name: "BodyTemperature", unit: "degC")]
        ),
        "com.samsung.shealth.blood_glucose": SamsungTable(
            .samples,
            measures: [Measure("glucose", name: "BloodGlucose", unit: "mmol/L")]
        ),
        "com.samsung.health.floors_climbed": SamsungTable(
            .samples,
            measures: [Measure("floor", name: "FlightsClimbed", unit: "count")]
        ),
        "com.samsung.health.water_intake": SamsungTable(
            .samples,
            measures: [Measure("amount", name: "DietaryWater", unit: "mL")]
        ),
        "com.samsung.health.nutrition": SamsungTable(
            .food,
            measures: [
                Measure("calorie", name: "DietaryEnergyConsumed", unit: "kcal"),
                Measure("carbohydrate", name: "DietaryCarbohydrates", unit: "g"),
                Measure("protein", name: "DietaryProtein", unit: "g"),
                Measure("total_fat", name: "DietaryFatTotal", unit: "g"),
                Measure("saturated_fat", name: "DietaryFatSaturated", unit: "g"),
                Measure("dietary_fiber", name: "DietaryFiber", unit: "g"),
                Measure("sodium", name: "DietarySodium", unit: "mg"),
                Measure("cholesterol", name: "DietaryCholesterol", unit: "mg"),
            ]
        ),
        "com.samsung.shealth.blood_pressure": SamsungTable(
            .bloodPressure,
            measures: [
                Measure("systolic", name: "BloodPressureSystolic", unit: "mmHg"),
                Measure("diastolic", name: "BloodPressureDiastolic", unit: "mmHg"),
                Measure("pulse", name: "HeartRate", unit: "count/min"),
            ]
        ),
        "com.samsung.shealth.sleep": SamsungTable(.sleep), "com.samsung.health.sleep": SamsungTable(.sleep),
        "com.samsung.health.sleep_stage": SamsungTable(.stages),
        "com.samsung.shealth.exercise": SamsungTable(.workouts),
        "com.samsung.health.exercise": SamsungTable(.workouts),
    ]
}

/// The columns of a Samsung Health table.
struct SamsungColumns {
    let header: CSVHeader
    let start: Int?
    let end: Int?
    let offset: Int?
    let day: Int?
    let sourceType: Int?
    /// The columns of a scale that do not become records: muscle, water, visceral fat and basal energy.
    let composition: [Int]

    init(_ header: CSVHeader) {
        self.header = header
        start = header.column("start_time")
        end = header.column("end_time")
        offset = header.column("time_offset")
        day = header.column("day_time")
        sourceType = header.column("source_type")
        composition = Self.parts.compactMap(header.column)
    }

    private static let parts = [
        "skeletal_muscle", "skeletal_muscle_mass", "muscle_mass", "total_body_water", "vfa_level",
        "basal_metabolic_rate",
    ]

    /// The row's times, in UTC whatever its offset; a row without an end is an instant.
    func times(_ row: CSVReader) -> (start: Int64, end: Int64)? {
        guard let start = time(row, column: start) else { return nil }
        return (start, time(row, column: end) ?? start)
    }

    /// The phone's UTC offset, from `UTC+0900`, in seconds.
    func utcOffset(_ row: CSVReader) -> Int? {
        guard let offset else { return nil }
        let text = row.text(offset)
        guard text.hasPrefix("UTC") else { return nil }
        return CivilMoment("1970-01-01 00:00:00 " + text.dropFirst(3))?.offset
    }

    /// The row's local day, given as its midnight in UTC in milliseconds, or as a date.
    func localDay(_ row: CSVReader) -> Int? {
        guard let day else { return nil }
        if let milliseconds = row.integer(day) {
            let number = Int(milliseconds / 86_400_000)
            return milliseconds >= 0 ? number : nil
        }
        return row.moment(day)?.day
    }

    private func time(_ row: CSVReader, column: Int?) -> Int64? {
        guard let column else { return nil }
        if let moment = row.moment(column) { return moment.offset == nil ? moment.clock : moment.time }
        return row.integer(column).map { $0 / 1_000 }
    }
}
