internal import GRDB
internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

extension HealthConnectPass {
    /// The meal relations that are used (Android's `BloodGlucoseRecord.RelationToMealType`).
    private static let meals: [Int64: HealthSampleFlags] = [3: .beforeMeal, 4: .afterMeal]

    /// Android's `Metadata.RECORDING_METHOD_MANUAL_ENTRY`.
    private static let typedByPerson: Int64 = 3

    /// Reads a table of numeric samples.
    mutating func numbers(
        _ table: HealthConnectTable,
        into sink: inout some HealthSink,
        _ progress: (UInt64) throws -> Void
    ) throws {
        let times: [String] = [table.start] + (table.end.map { [$0] } ?? [])
        guard has(table.name, names: times) else { return }
        let measures = table.measures.filter { has(table.name, names: [$0.column]) }
        let zone = table.end == nil ? "zone_offset" : "start_zone_offset"
        let wanted = [zone, "app_info_id", "relation_to_meal", "recording_method", "meal_name", "meal_type"]
        let extras = wanted.filter { has(table.name, names: [$0]) }
        let names = (times + measures.map(\.column) + extras).joined(separator: ", ")
        let types = measures.map { writer.type($0.identifier, into: &sink) }
        try each(table.name, selection: "SELECT " + names, progress) { pass, row in
            guard let start = pass.seconds(row[table.start]) else { return pass.note(table.name) }
            let end = table.end.flatMap { pass.seconds(row[$0]) } ?? start
            if row.hasColumn(zone) { pass.hint(row[zone], at: start, into: &sink) }
            var foods: [HealthSample] = []
            for (measure, type) in zip(measures, types) {
                let cell: DatabaseValue = row[measure.column]
                guard !cell.isNull else { continue }
                guard let value = pass.decimal(cell)?.shifted(measure.places) else {
                    pass.note(table.name)
                    continue
                }
                var draft = pass.draft(type, unit: measure.unit, start: start, end: end, value: value, row: row)
                // Android's own database stores this number in a text column.
                if row.hasColumn("relation_to_meal"), let meal = pass.number(row["relation_to_meal"]) {
                    draft.flags.formUnion(Self.meals[meal] ?? [])
                }
                guard table.isFood else {
                    pass.writer.deliver(draft, at: 0, into: &sink)
                    continue
                }
                pass.writer.count(type)
                if let sample = pass.writer.sample(draft, at: 0, into: &sink) { foods.append(sample) }
            }
            if !foods.isEmpty { sink.receive(.correlation(pass.meal(foods, row: row))) }
        }
    }

    /// Android's `MealType`.
    private static let foods: [Int64: String] = [1: "Breakfast", 2: "Lunch", 3: "Dinner", 4: "Snack"]

    /// The samples of a food with the name of its meal, or its own.
    private func meal(_ samples: [HealthSample], row: Row) -> HealthCorrelation {
        let kind = row.hasColumn("meal_type") ? number(row["meal_type"]).flatMap { Self.foods[$0] } : nil
        let name = row.hasColumn("meal_name") ? text(row["meal_name"])?.cut(toBytes: 256) : nil
        return HealthCorrelation(
            type: HealthIdentifier.food,
            source: samples[0].source,
            start: samples[0].start,
            end: samples[0].end,
            name: kind ?? name,
            samples: samples
        )
    }

    /// Reads heart rates, whose values are in a separate table.
    mutating func heartRates(_ sink: inout some HealthSink, _ progress: (UInt64) throws -> Void) throws {
        let series = "heart_rate_record_series_table"
        let parent = "heart_rate_record_table"
        guard has(series, names: ["parent_key", "beats_per_minute", "epoch_millis"]),
            has(parent, names: ["row_id", "app_info_id"])
        else { return }
        let type = writer.type("HKQuantityTypeIdentifierHeartRate", into: &sink)
        let selection = """
            SELECT s.beats_per_minute AS value, s.epoch_millis AS time, p.app_info_id AS app_info_id \
            FROM \(series) s LEFT JOIN \(parent) p ON p.row_id = s.parent_key
            """
        try each(series, of: parent, selection: selection, progress) { pass, row in
            guard let time = pass.seconds(row["time"]), let value = pass.decimal(row["value"]) else {
                return pass.note(series)
            }
            pass.writer.deliver(
                pass.draft(type, unit: "count/min", start: time, end: time, value: value, row: row),
                at: 0,
                into: &sink
            )
        }
    }

    /// Reads blood pressures.
    mutating func pressures(_ sink: inout some HealthSink, _ progress: (UInt64) throws -> Void) throws {
        let table = "blood_pressure_record_table"
        guard has(table, names: ["time", "systolic", "diastolic", "app_info_id"]) else { return }
        let types = ["Systolic", "Diastolic"].map {
            writer.type("HKQuantityTypeIdentifierBloodPressure" + $0, into: &sink)
        }
        let method = has(table, names: ["recording_method"]) ? ", recording_method" : ""
        let selection = "SELECT time, systolic, diastolic, app_info_id" + method
        try each(table, selection: selection, progress) { pass, row in
            guard let time = pass.seconds(row["time"]), let systolic = pass.decimal(row["systolic"]),
                let diastolic = pass.decimal(row["diastolic"])
            else { return pass.note(table) }
            pass.writer.count(HealthIdentifier.bloodPressure)
            let samples = zip(types, [systolic, diastolic]).compactMap { type, value in
                pass.writer.sample(
                    pass.draft(type, unit: "mmHg", start: time, end: time, value: value, row: row),
                    at: 0,
                    into: &sink
                )
            }
            guard !samples.isEmpty else { return }
            let source = pass.writer.source(pass.source(row), into: &sink)
            let type = HealthIdentifier.bloodPressure
            sink.receive(
                .correlation(
                    HealthCorrelation(type: type, source: source, start: time, end: time, samples: samples)
                )
            )
        }
    }

    /// Makes a sample from a row.
    func draft(
        _ type: Int,
        unit: String?,
        start: Int64,
        end: Int64,
        value: DecimalNumber,
        row: Row
    ) -> HealthDraft {
        HealthDraft(
            type: type,
            source: source(row),
            unit: unit,
            start: start,
            end: end,
            value: value,
            flags: isTyped(row) ? .userEntered : []
        )
    }

    /// Whether a person typed a row's values.
    func isTyped(_ row: Row) -> Bool {
        row.hasColumn("recording_method") && number(row["recording_method"]) == Self.typedByPerson
    }

    /// Reports a row as damage; it is left out.
    mutating func note(_ table: String) {
        writer.report.damage.note(
            0,
            element: table,
            message: "a time or a value of a row cannot be read; it was left out"
        )
    }
}
