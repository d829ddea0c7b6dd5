internal import VitalRecords

/// What one source tells of a day's food.
struct FoodDay {
    /// Whose and which day's.
    struct Key: Hashable {
        let day: LocalDay
        let source: Int
    }

    /// A moment of it.
    let moment: Int64
    var sums = DaySums()
    /// The meals by their names, in the order of the day.
    var meals: [(name: String, start: Int64, sums: DaySums)] = []
    var isUserEntered = false

    init(moment: Int64) {
        self.moment = moment
    }

    /// Adds a food's values to the meal of a name; beyond the most parts that a record can have, to the last one.
    mutating func add(_ values: [(MetricName, ExactSum, unit: Int)], meal name: String, at time: Int64) {
        var place = meals.firstIndex { $0.name == name }
        if place == nil, meals.count >= Reading.maximumDetailsEntries { place = meals.count - 1 }
        if place == nil { meals.append((name, time, DaySums())) }
        let index = place ?? meals.count - 1
        for (metric, value, unit) in values { meals[index].sums.add(value, to: metric, unit: unit) }
    }
}
