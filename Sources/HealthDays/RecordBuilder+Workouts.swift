internal import HealthInputs
internal import VitalRecords

extension RecordBuilder {
    /// Gives the workouts of a period.
    mutating func addWorkouts(
        _ workouts: [HealthWorkout],
        _ samples: [Int: [Int: [StoredSample]]],
        _ collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        let pulses = collector.types.firstIndex { $0.identifier == HealthIdentifier.heartRate }.flatMap { samples[$0] }
        seenWorkouts.removeAll(keepingCapacity: true)
        for workout in workouts.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            let day = history.day(at: workout.start)
            guard options.includes(day) else { continue }
            let source = collector.sources[workout.source]
            // Pauses and so the end can differ between two exports; the start does not.
            let type = HealthIdentifier.workout + "/" + workout.activity
            let key = maker.sampleKey(type, source, workout.start, workout.start, 0)
            guard seenWorkouts.insert(key).inserted else { continue }
            let summary = WorkoutSummary(workout, pulses: pulses?[workout.source] ?? [], units: collector.units)
            unknownUnits += summary.unknownUnits
            let reading = maker.sample(
                .fitness,
                key: key,
                at: workout.start,
                utcOffset: history.offset(at: workout.start),
                source,
                summary.measurements,
                details: RecordDetails(
                    end: ReadingMaker.date(workout.end),
                    name: summary.name,
                    category: summary.category
                )
            )
            try emit(HealthRecord(reading, day))
        }
    }
}
