import Archive
import HealthInputs
import HealthTypes
import Testing
import VitalRecords
import health_fuzz

/// Google Fit's folder `All Data`: the values that its tables lack.
@Suite struct TakeoutDataTests {
    private static let start: Int64 = 1_774_393_200

    private static func file(_ stream: String, _ points: [String], origin: String = "") -> String {
        let all = points.enumerated().map { index, values in
            let from = start + Int64(index) * 60
            return """
                {"fitValue": [\(values)], "originDataSourceId": "\(origin)", "endTimeNanos": \(from + 60)000000000, \
                "dataTypeName": "x", "startTimeNanos": \(from)000000000, "modifiedTimeMillis": 1, "rawTimestampNanos": 0}
                """
        }
        return "{\n  \"Data Source\": \"\(stream)\",\n  \"Data Points\": [\(all.joined(separator: ","))]\n}"
    }

    private static func number(_ value: String, _ kind: String = "fpVal") -> String {
        "{\"value\": {\"\(kind)\": \(value)}}"
    }

    private func read(_ files: [(String, String)]) throws -> Reading {
        var reading = Reading()
        let files = files.map { name, text in
            let bytes = Array(text.utf8)
            return HealthFile(name: name) { () throws(ArchiveError) in PlainReader(BytesInMemory(bytes)) }
        }
        let reader = HealthFilesReader(kind: .takeoutFit, clock: Reading.berlin)
        reading.reports = [try reader.read(files, into: &reading.sink)]
        return reading
    }

    private static let merged = "derived:com.google.heart_rate.bpm:com.google.android.gms:merge_heart_rate_bpm"

    @Test func aFileIsKnownByItsContent() throws {
        let bytes = Array(Self.file(Self.merged, [Self.number("60.0")]).utf8)
        #expect(try HealthInput(BytesInMemory(bytes)).kind == .takeoutFit)
    }

    @Test func quantitiesHaveTheirTimesAndApps() throws {
        let reading = try read([
            (
                "hr.json",
                Self.file(
                    Self.merged,
                    [Self.number("60.0"), Self.number("0.0")],
                    origin: "raw:com.google.heart_rate.bpm:com.example.band:x"
                )
            ),
            ("weight.json", Self.file("raw:com.google.weight:com.example.scale:", [Self.number("70.5")])),
            (
                "height.json",
                Self.file("derived:com.google.height:com.google.android.gms:merge_height", [Self.number("1.75")])
            ),
            (
                "glucose.json",
                Self.file(
                    "raw:com.google.blood_glucose:com.example.meter:",
                    [Self.number("5.6") + "," + Self.number("3", "intVal")]
                )
            ),
        ])
        #expect(reading.damage.isEmpty, "\(reading.damage)")
        let rates = reading.samples("HeartRate")
        #expect(rates.map(\.sample.value) == [60] && rates.map(\.source) == ["com.example.band"])
        #expect(rates.map(\.sample.start) == [Self.start])
        #expect(reading.reports[0].leftOut.count(of: .noMeasurement) == 1)
        #expect(reading.samples("BodyMass").map(\.source) == ["com.example.scale"])
        #expect(reading.samples("Height").map(\.source) == ["Google Fit"])
        #expect(reading.samples("BloodGlucose").map(\.sample.flags) == [.beforeMeal])
    }

    @Test func ofSeveralStreamsOfATypeOneCounts() throws {
        let raw = "raw:com.google.heart_rate.bpm:com.example.band:x"
        let reading = try read([
            ("a.json", Self.file(raw, [Self.number("60.0"), Self.number("61.0")])),
            ("b.json", Self.file(Self.merged, [Self.number("60.0"), Self.number("61.0")], origin: raw)),
        ])
        #expect(reading.samples("HeartRate").map(\.sample.value) == [60, 61])
        #expect(reading.reports[0].leftOut.count(of: .repeated) == 2)
        // Without a merged stream all streams count.
        let other = "raw:com.google.heart_rate.bpm:com.example.ring:x"
        let both = try read([
            ("a.json", Self.file(raw, [Self.number("60.0")])), ("b.json", Self.file(other, [Self.number("62.0")])),
        ])
        #expect(both.samples("HeartRate").count == 2)
    }

    @Test func sumsCountOnlyWithoutTables() throws {
        let steps = (
            "steps.json",
            Self.file(
                "derived:com.google.step_count.delta:com.google.android.gms:estimated_steps",
                [Self.number("40", "intVal")]
            )
        )
        let delta = (
            "delta.json",
            Self.file(
                "derived:com.google.step_count.delta:com.google.android.gms:merge_step_deltas",
                [Self.number("30", "intVal")]
            )
        )
        let alone = try read([steps, delta])
        #expect(alone.samples("StepCount").map(\.sample.value) == [40])
        let table =
            "Date,Move Minutes count,Calories (kcal),Distance (m),Step count,Average weight (kg)\n2026-03-25,30,1900.5,2500.5,3500,70.1\n"
        let weight = ("weight.json", Self.file("raw:com.google.weight:com.example.scale:", [Self.number("70.5")]))
        let both = try read([("Daily activity metrics.csv", table), steps, weight])
        #expect(both.samples("StepCount").isEmpty && both.dayTotals("StepCount") == ["2026-03-25": 3_500])
        // Each weight with a time takes precedence over a day's mean.
        #expect(both.samples("BodyMass").map(\.sample.value) == [DecimalNumber("70.5")])
        #expect(both.reports[0].leftOut.count(of: .repeated) == 2)
    }

    @Test func pressuresFoodsAndStagesAreRead() throws {
        let pressure = [Self.number("128.0"), Self.number("81.0"), Self.number("1", "intVal")].joined(separator: ",")
        let food = """
            {"value": {"mapVal": [{"key": "calories", "value": {"fpVal": 174.0}}, {"key": "protein", "value": {"fpVal": 6.5}},
            {"key": "vitamin_c", "value": {"fpVal": 3.0}}]}}, {"value": {"intVal": 2}}, {"value": {"stringVal": "Porridge"}}
            """
        let stages = (1...6).map { Self.number("\($0)", "intVal") }
        let reading = try read([
            (
                "bp.json",
                Self.file("raw:com.google.blood_pressure:com.example.cuff:", [pressure, Self.number("128.0")])
            ),
            ("food.json", Self.file("raw:com.google.nutrition:com.example.diary:", [food])),
            ("sleep.json", Self.file("derived:com.google.sleep.segment:com.google.android.gms:merged", stages)),
            ("other.json", Self.file("raw:com.google.cycling.pedaling.cadence:com.example.bike:", [Self.number("80")])),
        ])
        #expect(reading.samples("Systolic").map(\.sample.value) == [128])
        #expect(reading.samples("Diastolic").map(\.sample.value) == [81])
        #expect(reading.damage.count == 1)
        #expect(reading.samples("DietaryEnergyConsumed").map(\.sample.value) == [174])
        let meals = reading.sink.items.compactMap { item -> String? in
            guard case .event(.correlation(let group)) = item, group.type == HealthIdentifier.food else { return nil }
            return group.name
        }
        #expect(meals == ["Breakfast"])
        #expect(
            reading.samples("SleepAnalysis").map(\.sample.value.mantissa) == [
                HealthCategory.awake, HealthCategory.asleepUnspecified, HealthCategory.asleepCore,
                HealthCategory.asleepDeep, HealthCategory.asleepREM,
            ]
        )
        #expect(reading.reports[0].elements["Google Fit com.google.cycling.pedaling.cadence"] == 1)
    }
}
