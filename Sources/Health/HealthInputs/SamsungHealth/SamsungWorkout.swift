internal import HealthTypes
internal import VitalRecords

/// The rows of the table of workouts.
///
/// Types are numbers of Samsung's SDK; unlisted ones are `Other`.
struct SamsungWorkout {
    private let header: CSVHeader

    init(_ header: CSVHeader) {
        self.header = header
    }

    /// Delivers a row.
    func deliver(
        _ row: CSVReader,
        columns: SamsungColumns,
        name: String,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        let element = "HKWorkoutTypeIdentifier"
        writer.count(element)
        guard let times = columns.times(row) else {
            return writer.report.damage.note(
                row.offset,
                element: element,
                message: "its times cannot be read; it was left out"
            )
        }
        guard let period = writer.times(times.start, end: times.end, at: row.offset, element: element) else { return }
        let kind = header.column("exercise_type").flatMap { row.integer($0) } ?? 0
        sink.receive(
            .workout(
                HealthWorkout(
                    activity: WorkoutTable.identifier(samsung: kind),
                    source: writer.source(SamsungPass.source, into: &sink),
                    start: period.0,
                    end: period.1,
                    duration: value("duration", row: row)?.shifted(3)?.withoutTrailingFractionZeros,
                    statistics: statistics(row)
                )
            )
        )
    }

    private func statistics(_ row: CSVReader) -> [HealthStatistic] {
        var found: [HealthStatistic] = []
        if let distance = value("distance", row: row) {
            found.append(HealthStatistic(type: HealthWorkout.totalDistance, unit: "m", sum: distance))
        }
        if let energy = value("calorie", row: row) {
            found.append(HealthStatistic(type: HealthWorkout.totalEnergy, unit: "kcal", sum: energy))
        }
        let average = value("mean_heart_rate", row: row)
        let minimum = value("min_heart_rate", row: row)
        let maximum = value("max_heart_rate", row: row)
        if average != nil || minimum != nil || maximum != nil {
            let type = "HKQuantityTypeIdentifierHeartRate"
            found.append(
                HealthStatistic(type: type, unit: "count/min", average: average, minimum: minimum, maximum: maximum)
            )
        }
        return found
    }

    /// A column's number; 0 means none.
    private func value(_ column: String, row: CSVReader) -> DecimalNumber? {
        guard let value = header.column(column).flatMap({ row.decimal($0) }), value.mantissa > 0 else { return nil }
        return value
    }
}
