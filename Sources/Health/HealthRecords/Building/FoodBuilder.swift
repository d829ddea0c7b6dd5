internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// Builds the nutrition records: one for each local day and source, with the day's meals as segments.
struct FoodBuilder {
    private static let rows = HealthMappingTable.rows.filter { $0.aggregation == .daySum }

    private var days: [FoodDay.Key: FoodDay] = [:]

    /// Adds samples of food and drink to the days of their sources.
    mutating func add(_ row: HealthMapping, samples found: [Int: [StoredSample]], frame: inout RecordFrame) {
        guard let metric = row.metric else { return }
        for (source, samples) in found {
            for sample in samples {
                let day = frame.history.day(at: sample.start)
                guard frame.wants(row.identifier, on: day), let value = ExactSum(sample.value) else { continue }
                let key = FoodDay.Key(day: day, source: source)
                days[key, default: FoodDay(moment: sample.start)].sums.add(value, to: metric, unit: sample.unit)
            }
        }
    }

    /// Adds a source's own total of a day, which replaces the sum of its samples.
    mutating func add(_ total: RankedTotal, of metric: MetricName, to key: FoodDay.Key, at moment: Int64) {
        days[key, default: FoodDay(moment: moment)].sums.take(total, of: metric)
    }

    /// Adds foods eaten together as meals of their day; the day's sums already include them.
    mutating func addMeals(_ meals: [HealthCorrelation], of collector: HealthCollector, frame: inout RecordFrame) {
        for meal in meals.sorted(by: { $0.start < $1.start }) {
            let day = frame.history.day(at: meal.start)
            guard frame.options.includes(day) else { continue }
            let values = meal.samples.compactMap { sample -> (MetricName, ExactSum, unit: Int)? in
                let row = collector.types[sample.type].rows.first { $0.aggregation == .daySum }
                guard let metric = row?.metric, let value = ExactSum(sample.value) else { return nil }
                return (metric, value, sample.unit ?? -1)
            }
            guard !values.isEmpty else { continue }
            let key = FoodDay.Key(day: day, source: meal.source)
            days[key, default: FoodDay(moment: meal.start)]
                .add(values, meal: HealthRecord.short(meal.name ?? "Meal"), at: meal.start)
        }
    }

    /// Emits the days that end before a time, ordered by day and source.
    mutating func emit(
        endingBefore limit: Int64,
        of collector: HealthCollector,
        frame: inout RecordFrame,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        let sorted = days.sorted { ($0.key.day, $0.key.source) < ($1.key.day, $1.key.source) }
        for (key, food) in sorted {
            let extent = frame.history.extent(at: food.moment)
            guard extent.end < limit else { continue }
            days[key] = nil
            let measurements = Self.measurements(food.sums, units: collector.units, frame: &frame)
            guard !measurements.isEmpty else { continue }
            let segments = food.meals.sorted { $0.start < $1.start }.map { meal in
                RecordSegment(
                    name: meal.name,
                    measurements: Self.measurements(meal.sums, units: collector.units, frame: &frame)
                )
            }
            try emit(
                frame.summary(
                    .nutrition,
                    of: .basicNutrition,
                    on: key.day,
                    extent: extent,
                    source: collector.sources[key.source],
                    measurements: measurements,
                    details: RecordDetails(segments: segments)
                )
            )
        }
    }

    private static func measurements(_ sums: DaySums, units: [String], frame: inout RecordFrame) -> [Measurement] {
        var found: [Measurement] = []
        let metrics = sums.metrics
        for row in rows {
            guard let metric = row.metric, metrics.contains(metric), let unit = row.unit else { continue }
            guard let value = sums.total(metric, units: units) else {
                frame.unknownUnits += 1
                continue
            }
            found.append(Measurement(metric: metric, value: value, unit: unit))
        }
        return found
    }
}
