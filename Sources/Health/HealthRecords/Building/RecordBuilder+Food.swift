internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

extension RecordBuilder {
    /// Adds food and drink to the days of their sources.
    mutating func addFoods(_ row: HealthMapping, _ found: [Int: [StoredSample]], _ collector: HealthCollector) {
        guard let metric = row.metric else { return }
        for (source, samples) in found {
            for sample in samples {
                let day = history.day(at: sample.start)
                guard options.includes(day), isWhole(row.identifier, day), let value = ExactSum(sample.value) else {
                    continue
                }
                let key = FoodDay.Key(day: day, source: source)
                foodDays[key, default: FoodDay(moment: sample.start)].sums.add(value, to: metric, unit: sample.unit)
            }
        }
    }

    /// Adds what was eaten together as the meals of its day; the day's sums have it already.
    mutating func addMeals(_ meals: [HealthCorrelation], _ collector: HealthCollector) {
        for meal in meals.sorted(by: { $0.start < $1.start }) {
            let day = history.day(at: meal.start)
            guard options.includes(day) else { continue }
            let values = meal.samples.compactMap { sample -> (MetricName, ExactSum, unit: Int)? in
                let row = collector.types[sample.type].rows.first { $0.aggregation == .daySum }
                guard let metric = row?.metric, let value = ExactSum(sample.value) else { return nil }
                return (metric, value, sample.unit ?? -1)
            }
            guard !values.isEmpty else { continue }
            let key = FoodDay.Key(day: day, source: meal.source)
            foodDays[key, default: FoodDay(moment: meal.start)]
                .add(values, meal: HealthRecord.short(meal.name ?? "Meal"), at: meal.start)
        }
    }

    mutating func emitFoods(
        endingBefore limit: Int64,
        _ collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        let sorted = foodDays.sorted { ($0.key.day, $0.key.source) < ($1.key.day, $1.key.source) }
        for (key, food) in sorted {
            let extent = history.extent(at: food.moment)
            guard extent.end < limit else { continue }
            foodDays[key] = nil
            let measurements = measurements(food.sums, collector.units)
            guard !measurements.isEmpty else { continue }
            let segments = food.meals.sorted { $0.start < $1.start }.map {
                RecordSegment(name: $0.name, measurements: self.measurements($0.sums, collector.units))
            }
            let source = collector.sources[key.source]
            let details = RecordDetails(segments: segments)
            try emit(summary(.nutrition, .basicNutrition, key.day, extent, source, measurements, details: details))
        }
    }

    private static let foodRows = HealthMappingTable.rows.filter { $0.aggregation == .daySum }

    private mutating func measurements(_ sums: DaySums, _ units: [String]) -> [Measurement] {
        var found: [Measurement] = []
        let metrics = sums.metrics
        for row in Self.foodRows {
            guard let metric = row.metric, metrics.contains(metric), let unit = row.unit else { continue }
            guard let value = sums.total(metric, units: units) else {
                unknownUnits += 1
                continue
            }
            found.append(Measurement(metric: metric, value: value, unit: unit))
        }
        return found
    }
}
