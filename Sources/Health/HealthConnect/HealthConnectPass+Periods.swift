internal import GRDB
internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

extension HealthConnectPass {
    /// Sleep stages by Android's `SleepSessionRecord.StageType`; out of bed is not a stage here.
    private static let stages: [Int64: Int64] = [
        1: HealthCategory.awake, 2: HealthCategory.asleepUnspecified, 4: HealthCategory.asleepCore,
        5: HealthCategory.asleepDeep, 6: HealthCategory.asleepREM, 7: HealthCategory.awake,
    ]

    /// Reads nights: the time in bed, and the stages or, without stages, the sleep as a whole.
    mutating func nights(_ sink: inout some HealthSink, _ progress: (UInt64) throws -> Void) throws {
        let table = "sleep_session_record_table"
        guard has(table, names: ["row_id", "start_time", "end_time", "app_info_id"]) else { return }
        let type = writer.type(HealthIdentifier.sleep, into: &sink)
        let hasStages = has(
            "sleep_stages_table",
            names: ["parent_key", "stage_start_time", "stage_end_time", "stage_type"]
        )
        let staged =
            hasStages
            ? "row_id IN (SELECT parent_key FROM sleep_stages_table)" : "0"
        let zone = has(table, names: ["start_zone_offset"]) ? "start_zone_offset" : "NULL"
        let selection = """
            SELECT start_time, end_time, app_info_id, \(zone) AS zone, \(staged) AS staged FROM \(table)
            """
        try each(table, selection: selection, progress) { pass, row in
            guard let start = pass.seconds(row["start_time"]), let end = pass.seconds(row["end_time"]) else {
                return pass.note(table)
            }
            pass.hint(row["zone"], at: start, into: &sink)
            pass.deliver(type, value: HealthCategory.inBed, start: start, end: end, row: row, into: &sink)
            if pass.integer(row["staged"]) == 0 {
                pass.deliver(
                    type,
                    value: HealthCategory.asleepUnspecified,
                    start: start,
                    end: end,
                    row: row,
                    into: &sink
                )
            }
        }
        if hasStages { try stages(type, parent: table, into: &sink, progress) }
    }

    private mutating func stages(
        _ type: Int,
        parent: String,
        into sink: inout some HealthSink,
        _ progress: (UInt64) throws -> Void
    ) throws {
        let table = "sleep_stages_table"
        let selection = """
            SELECT t.stage_start_time AS start, t.stage_end_time AS end, t.stage_type AS stage, \
            p.app_info_id AS app_info_id FROM \(table) t LEFT JOIN \(parent) p ON p.row_id = t.parent_key
            """
        try each(table, selection: selection, progress) { pass, row in
            guard let start = pass.seconds(row["start"]), let end = pass.seconds(row["end"]),
                let stage = pass.integer(row["stage"])
            else { return pass.note(table) }
            guard let value = Self.stages[stage] else { return }
            pass.deliver(type, value: value, start: start, end: end, row: row, into: &sink)
        }
    }

    private mutating func deliver(
        _ type: Int,
        value: Int64,
        start: Int64,
        end: Int64,
        row: Row,
        into sink: inout some HealthSink
    ) {
        writer.deliver(
            draft(type, unit: nil, start: start, end: end, value: DecimalNumber(value), row: row),
            at: 0,
            into: &sink
        )
    }

    /// Reads sessions of mindfulness.
    mutating func mindfulness(_ sink: inout some HealthSink, _ progress: (UInt64) throws -> Void) throws {
        let table = "mindfulness_session_record_table"
        guard has(table, names: ["start_time", "end_time", "app_info_id"]) else { return }
        let type = writer.type(HealthIdentifier.mindful, into: &sink)
        try each(table, selection: "SELECT start_time, end_time, app_info_id", progress) { pass, row in
            guard let start = pass.seconds(row["start_time"]), let end = pass.seconds(row["end_time"]) else {
                return pass.note(table)
            }
            pass.deliver(type, value: HealthCategory.notApplicable, start: start, end: end, row: row, into: &sink)
        }
    }

    /// Reads workouts; their distance and energy are in the tables of numbers.
    mutating func workouts(_ sink: inout some HealthSink, _ progress: (UInt64) throws -> Void) throws {
        let table = "exercise_session_record_table"
        guard has(table, names: ["start_time", "end_time", "exercise_type", "app_info_id"]) else { return }
        let method = has(table, names: ["recording_method"]) ? ", recording_method" : ""
        let selection = "SELECT start_time, end_time, exercise_type, app_info_id" + method
        try each(table, selection: selection, progress) { pass, row in
            pass.writer.count(HealthIdentifier.workout)
            guard let start = pass.seconds(row["start_time"]), let end = pass.seconds(row["end_time"]) else {
                return pass.note(table)
            }
            guard let times = pass.writer.times(start, end: end, at: 0, element: HealthIdentifier.workout) else {
                return
            }
            let activity = WorkoutTable.identifier(healthConnect: pass.integer(row["exercise_type"]) ?? 0)
            let source = pass.writer.source(pass.source(row), into: &sink)
            var workout = HealthWorkout(activity: activity, source: source, start: times.0, end: times.1)
            workout.isUserEntered = pass.isTyped(row)
            sink.receive(.workout(workout))
        }
    }
}
