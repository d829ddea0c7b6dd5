internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

extension RecordBuilder {
    /// Emits one record for each workout of a period, in time order.
    mutating func emitWorkouts(
        _ workouts: [HealthWorkout],
        samples: [Int: [Int: [StoredSample]]],
        of collector: HealthCollector,
        _ emit: (HealthRecord) throws -> Void
    ) throws {
        let pulses = collector.types.firstIndex { $0.identifier == HealthIdentifier.heartRate }.flatMap { samples[$0] }
        var seen: Set<SampleGroup.Place> = []
        for workout in workouts.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            let place = SampleGroup.Place(
                identifier: workout.activity,
                source: workout.source,
                start: workout.start,
                end: workout.start,
                ordinal: 0
            )
            let day = frame.history.day(at: workout.start)
            guard frame.options.includes(day), seen.insert(place).inserted else { continue }
            let summary = WorkoutSummary(workout, pulses: pulses?[workout.source] ?? [], units: collector.units)
            frame.unknownUnits += summary.unknownUnits
            try emit(record(workout, summary: summary, on: day, source: collector.sources[workout.source]))
        }
    }

    private mutating func record(
        _ workout: HealthWorkout,
        summary: WorkoutSummary,
        on day: LocalDay,
        source: HealthSource
    ) -> HealthRecord {
        HealthRecord(
            type: .fitness,
            day: day,
            measurements: summary.measurements,
            details: RecordDetails(
                end: HealthRecord.date(workout.end),
                name: summary.name,
                category: summary.category
            ),
            identity: .workout(activity: workout.activity),
            start: workout.start,
            end: workout.end,
            utcOffset: frame.history.offset(at: workout.start),
            source: source,
            context: frame.context
        )
    }
}
