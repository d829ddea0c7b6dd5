import Archive
import FoundationEssentials
import HealthInputs
import HealthRecords
import HealthTypes
import Testing
import VitalRecords

@Suite("records of samples")
struct RecordTests {
    private let glucose = "HKQuantityTypeIdentifierBloodGlucose"

    @Test("samples keep their original digits and unit")
    func digits() throws {
        let body =
            Export.record(
                glucose,
                "5.50",
                "mmol&lt;180.1558800000541&gt;/L",
                from: "2026-03-01 08:00:00",
                metadata: ["HKBloodGlucoseMealTime": "1", "HKWasUserEntered": "1"]
            )
            + Export.record("HKQuantityTypeIdentifierOxygenSaturation", "0.97", "%", from: "2026-03-01 08:00:00")
            + Export.record("HKQuantityTypeIdentifierBodyTemperature", "98.60", "degF", from: "2026-03-01 08:00:00")
            + Export.record("HKQuantityTypeIdentifierHeartRate", "1.25", "count/s", from: "2026-03-01 08:00:00")
        let records = try Export.run(body, Export.options([.diabetes, .biometrics])).records
        let all = Dictionary(uniqueKeysWithValues: records.flatMap(\.measurements).map { ($0.metric, $0) })
        #expect(all[.bloodGlucose]?.value.description == "5.50")
        #expect(all[.bloodGlucose]?.unit == "mmol/L")
        #expect(all[.bloodGlucose]?.origin == .manual)
        // People expect percentages, although HealthKit writes fractions.
        #expect(all[.spo2]?.value.description == "97")
        #expect(all[.spo2]?.unit == "%")
        #expect(all[.bodyTemperature]?.value.description == "98.60")
        #expect(all[.bodyTemperature]?.unit == "[degF]")
        #expect(all[.pulse]?.value == 75)
        #expect(records.first { $0.type == .diabetes }?.reading?.context?.meal == "before_meal")
        let spo2 = try #require(all[.spo2])
        #expect(try MetricTable.metric(named: .spo2)?.canonicalValue(of: spo2) == 97)
    }

    @Test("systolic and diastolic of the same time are one record, with or without a correlation")
    func pressure() throws {
        func half(_ name: String, _ value: String, _ time: String) -> String {
            Export.record("HKQuantityTypeIdentifierBloodPressure" + name, value, "mmHg", from: time, by: "Cuff")
        }
        let first = half("Systolic", "120", "2026-03-01 08:00:00") + half("Diastolic", "80", "2026-03-01 08:00:00")
        let correlation =
            "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"Cuff\" "
            + "startDate=\"2026-03-01 08:00:00 +0000\" endDate=\"2026-03-01 08:00:00 +0000\">\(first)</Correlation>"
        let lone = half("Systolic", "130", "2026-03-01 09:00:00")
        for body in [first + lone, first + lone + correlation, correlation] {
            let records = try Export.run(body, Export.options([.biometrics])).records
            #expect(records.count == 1)
            #expect(records.first?.value(.systolic) == 120)
            #expect(records.first?.value(.diastolic) == 80)
        }
    }

    /// A blood pressure as Apple writes it: both values, and again inside a correlation.
    private func pressure(_ high: String, _ low: String, lowAt second: String = "00") -> String {
        func half(_ name: String, _ value: String, _ second: String) -> String {
            let identifier = "HKQuantityTypeIdentifierBloodPressure" + name
            return Export.record(identifier, value, "mmHg", from: "2026-03-01 08:00:" + second, by: "Cuff")
        }
        let halves = half("Systolic", high, "00") + half("Diastolic", low, second)
        let head = "<Correlation type=\"\(HealthIdentifier.bloodPressure)\" sourceName=\"Cuff\" "
        let times = "startDate=\"2026-03-01 08:00:00 +0000\" endDate=\"2026-03-01 08:00:00 +0000\""
        return halves + head + times + ">" + halves + "</Correlation>\n"
    }

    @Test("two blood pressures of one time keep their own values")
    func twoPressures() throws {
        let both = [("140", "70"), ("120", "90")]
        for pairs in [both, both.reversed()] {
            let body = pairs.map { pressure($0, $1) }.joined()
            let records = try Export.run(body, Export.options([.biometrics])).records
            #expect(records.map { $0.value(.systolic) } == [120, 140])
            #expect(records.map { $0.value(.diastolic) } == [90, 70])
            #expect(Set(records.compactMap { $0.reading?.readingKey }).count == 2)
        }
        // A value without a partner spoils neither of them.
        let lone = Export.record(HealthIdentifier.systolic, "99", "mmHg", from: "2026-03-01 08:00:00", by: "Cuff")
        let (records, report) = try Export.run(
            both.map { pressure($0, $1) }.joined() + lone,
            Export.options([.biometrics])
        )
        #expect(records.map { $0.value(.diastolic) } == [90, 70])
        #expect(report.leftOut.count(of: .incomplete) == 1)
    }

    @Test("a person typed both values of a pair whose group says so")
    func typedPressure() throws {
        let typed = "<MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>"
        let body = pressure("140", "70").replacing("+0000\"><Record", with: "+0000\">\(typed)<Record")
        let records = try Export.run(body + pressure("130", "80"), Export.options([.biometrics])).records
        #expect(records.map { $0.measurements.map(\.origin) } == [[.device, .device], [.manual, .manual]])
    }

    @Test("values that the export pairs are one blood pressure, although their times differ")
    func pressureOfTwoTimes() throws {
        let (records, report) = try Export.run(pressure("140", "70", lowAt: "02"), Export.options([.biometrics]))
        #expect(records.map { $0.value(.systolic) } == [140] && records.map { $0.value(.diastolic) } == [70])
        #expect(report.leftOut.count() == 0)
    }

    @Test("a scale's simultaneous values are one record")
    func scale() throws {
        func part(_ name: String, _ value: String, _ unit: String, _ time: String = "2026-03-01 07:00:00") -> String {
            Export.record("HKQuantityTypeIdentifier" + name, value, unit, from: time, by: "Scale")
        }
        let body =
            part("BodyMass", "176.37", "lb") + part("BodyMassIndex", "24.7", "count")
            + part("BodyFatPercentage", "0.213", "%") + part("LeanBodyMass", "62.9", "kg")
            + part("BodyMass", "80.0", "kg", "2026-03-02 07:00:00")
        let records = try Export.run(body, Export.options([.weight])).records
        #expect(records.map(\.measurements.count) == [4, 1])
        #expect(records.first?.measurements.map(\.unit) == ["kg/m2", "%", "kg", "[lb_av]"])
    }

    @Test("one heart rate in each quarter of an hour, or all")
    func thinning() throws {
        let body = (0..<60).map {
            Export.record(
                "HKQuantityTypeIdentifierHeartRate",
                "\(60 + $0)",
                "count/min",
                from: "2026-03-01 08:\($0 < 10 ? "0" : "")\($0):30"
            )
        }.joined()
        var options = try Export.options([.biometrics])
        #expect(try Export.run(body, options).records.map { $0.value(.pulse) } == [60, 75, 90, 105])
        options.pulseInterval = 0
        #expect(try Export.run(body, options).records.count == 60)
    }

    @Test("a workout's values come from its statistics or attributes, and the heart rate from its samples")
    func workouts() throws {
        let times = "startDate=\"2026-03-01 08:00:00 +0000\" endDate=\"2026-03-01 08:30:00 +0000\""
        let new =
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeTraditionalStrengthTraining\" duration=\"25.5\" "
            + "durationUnit=\"min\" totalDistance=\"9\" totalDistanceUnit=\"km\" sourceName=\"Watch\" \(times)>"
            + "<WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceCycling\" sum=\"2\" unit=\"mi\"/>"
            + "<WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" sum=\"418.4\" unit=\"kJ\"/>"
            + "<WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\" average=\"140.5\" minimum=\"90\" "
            + "maximum=\"170\" unit=\"count/min\"/></Workout>"
        let old =
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" totalDistance=\"5.2\" "
            + "totalDistanceUnit=\"km\" totalEnergyBurned=\"300\" totalEnergyBurnedUnit=\"Cal\" sourceName=\"App\" \(times)/>"
        let rates = [("100", "08:00:00"), ("121", "08:30:00"), ("180", "08:30:01")].map {
            Export.record("HKQuantityTypeIdentifierHeartRate", $0.0, "count/min", from: "2026-03-01 \($0.1)", by: "App")
        }.joined()
        let records = try Export.run(rates + new + old + new, Export.options([.fitness])).records
        #expect(records.count == 2)
        let strength = try #require(records.first { $0.details?.category == "traditional_strength_training" })
        #expect(strength.details?.name == "Traditional Strength Training")
        #expect(strength.value(.activeDuration) == 1_530)
        #expect(strength.measurements.first { $0.metric == .distance }?.unit == "[mi_i]")
        #expect(strength.value(.avgHeartRate) == DecimalNumber("140.5"))
        let run = try #require(records.first { $0.details?.category == "running" })
        #expect(run.value(.activeDuration) == 1_800)
        #expect(run.value(.distance) == DecimalNumber("5.2"))
        #expect(run.value(.energyBurned) == 300)
        #expect(run.value(.avgHeartRate) == DecimalNumber("110.5"))
        #expect(run.value(.maxHeartRate) == 121)
    }

    @Test("food is one daily sum for each source, with its meals as parts")
    func food() throws {
        func food(_ name: String, _ value: String, _ unit: String, _ time: String) -> String {
            Export.record(
                "HKQuantityTypeIdentifierDietary" + name,
                value,
                unit,
                from: "2026-03-01 \(time)",
                by: "Diary"
            )
        }
        let breakfast = food("EnergyConsumed", "400", "kcal", "08:00:00") + food("Protein", "20", "g", "08:00:00")
        let meal =
            "<Correlation type=\"HKCorrelationTypeIdentifierFood\" sourceName=\"Diary\" startDate=\"2026-03-01 "
            + "08:00:00 +0000\" endDate=\"2026-03-01 08:00:00 +0000\"><MetadataEntry key=\"HKFoodType\" value=\"Eggs\"/>"
            + "<MetadataEntry key=\"HKFoodMeal\" value=\"Breakfast\"/>\(breakfast)</Correlation>"
        let water = Export.record(
            "HKQuantityTypeIdentifierDietaryWater",
            "8",
            "fl_oz_us",
            from: "2026-03-01 10:00:00",
            by: "Bottle"
        )
        let body = breakfast + food("EnergyConsumed", "100", "kcal", "11:00:00") + water + meal
        let records = try Export.run(body, Export.options([.basicNutrition])).records
        #expect(records.count == 2)
        let diary = try #require(records.first { $0.value(.protein) != nil })
        #expect(diary.value(.energyConsumed) == 500)
        #expect(diary.details?.segments.map(\.name) == ["Breakfast"])
        #expect(diary.details?.segments.first?.measurements.map(\.value) == [400, 20])
        #expect(records.compactMap { $0.value(.water) } == [DecimalNumber("236.588236")])
    }

    @Test("steps in quarters of an hour, for the last days only")
    func intraday() throws {
        let body =
            Export.record("30", from: "2026-03-20 08:10:00", to: "2026-03-20 08:25:00")
            + Export.record("9", from: "2026-03-13 08:10:00", to: "2026-03-13 08:12:00")
        let records = try Export.run(body, Export.options([.intraday])).records
        #expect(records.map(\.day.description) == ["2026-03-20"])
        let series = try #require(records.first?.details?.series.first)
        #expect(series.points.map(\.value) == [10, 20])
        #expect(records.first?.details?.granularity == Granularity(interval: 15, unit: "minute"))
        #expect(try Export.run(body, Export.options([.routine])).records.allSatisfy { $0.type == .routine })
    }

    @Test("the bus accepts every reading")
    func validity() throws {
        let body =
            Export.record(
                "5",
                from: "2026-03-01 08:00:00",
                to: "2026-03-01 08:01:00",
                by: String(repeating: "x", count: 400)
            )
            + Export.record(glucose, "100", "mg/dL", from: "2026-03-01 08:00:00")
        for record in try Export.run(body, Export.options()).records {
            let reading = try #require(record.reading)
            try reading.validate(now: reading.receivedAt)
            #expect(reading.source.platform == "apple_health")
        }
    }

    @Test(
        "without a date of its making, an input gives the short intervals of its last week",
        arguments: [
            false, true,
        ]
    )
    func intradayWithoutExportDate(isInParts: Bool) throws {
        var body = ""
        for day in 1...28 {
            let date = "2026-02-" + (day < 10 ? "0" : "") + "\(day) "
            for hour in 10...19 {
                body += Export.record("30", from: date + "\(hour):00:00", to: date + "\(hour):20:00")
            }
        }
        for day in 1...9 {
            body += Export.record("30", from: "2026-03-0\(day) 10:00:00", to: "2026-03-0\(day) 10:20:00")
        }
        // A wrong clock leaves no day out.
        body += Export.record("1", from: "2027-03-09 10:00:00", to: "2027-03-09 10:20:00")
        var options = try Export.options([.routine, .intraday])
        options.receivedAt = Date(timeIntervalSince1970: 1_773_090_000)
        if isInParts { options.memoryBudget = 1_000 }
        let bytes = BytesInMemory(Array("<HealthData>\(body)</HealthData>".utf8))
        let (records, report) = try Export.run(bytes, options)
        #expect((report.passes > 1) == isInParts)
        let days = records.filter { $0.type == .intraday }.map(\.day.description)
        // It was received on 9 March.
        #expect(days == (3...9).map { "2026-03-0\($0)" } + ["2027-03-09"])
    }
}
