import Archive
import HealthInputs
import HealthTypes
import Testing
import VitalRecords

/// What public reports say of files of Health Auto Export; the values are made up.
@Suite struct AutoExportCaseTests {
    private func read(_ text: String) throws -> Reading {
        var reading = Reading()
        var reader = AutoExportReader()
        let bytes = Array(text.utf8)
        reading.reports = [try reader.read({ PlainReader(BytesInMemory(bytes)) }, into: &reading.sink)]
        return reading
    }

    private func metric(_ name: String, _ unit: String, _ points: [String]) -> String {
        "{\"name\":\"\(name)\",\"units\":\"\(unit)\",\"data\":[\(points.joined(separator: ","))]}"
    }

    private func file(_ metrics: [String]) -> String {
        "{\"data\":{\"metrics\":[\(metrics.joined(separator: ","))]}}"
    }

    private func sums(_ days: [String]) -> [String] {
        days.map { "{\"qty\":50000,\"date\":\"2026-\($0) 00:00:00 +0100\"}" }
    }

    // MARK: Sums

    @Test("sums of weeks and of months are no sums of days")
    func longSums() throws {
        let weeks = metric("step_count", "count", sums(["03-02", "03-09", "03-23"]))
        let months = metric("active_energy", "kJ", sums(["01-01", "02-01", "03-01"]))
        for (metric, count) in [(weeks, 3), (months, 3)] {
            let reading = try read(file([metric]))
            #expect(reading.dayTotals("StepCount").isEmpty && reading.dayTotals("ActiveEnergyBurned").isEmpty)
            #expect(reading.reports[0].leftOut.count(of: .noMeasurement) == count)
            #expect(reading.reports[0].elements.values.reduce(0, +) == count)
        }
    }

    @Test("a metric of one day a week stays, as do days that another metric shows")
    func rareDays() throws {
        let cycling = metric("cycling_distance", "km", sums(["03-01", "03-08", "03-15"]))
        #expect(try read(file([cycling])).dayTotals("DistanceCycling").count == 3)
        let steps = metric("step_count", "count", sums(["03-01", "03-08"]))
        let energy = metric("active_energy", "kJ", sums(["03-07", "03-08"]))
        let reading = try read(file([steps, energy]))
        #expect(reading.dayTotals("StepCount").count == 2 && reading.dayTotals("ActiveEnergyBurned").count == 2)
        #expect(try read(file([metric("step_count", "count", sums(["03-01"]))])).dayTotals("StepCount").count == 1)
    }

    @Test("a value whose unit the file does not name is left out if phones write several units")
    func unitsMissing() throws {
        func reading(_ name: String, _ unit: String) throws -> Reading {
            try read(file([metric(name, unit, ["{\"qty\":154,\"date\":\"2026-03-04 08:00:00 +0100\"}"])]))
        }
        #expect(try reading("weight_body_mass", "lb").samples("BodyMass").map(\.unit) == ["lb"])
        #expect(try reading("weight_body_mass", "").samples("BodyMass").allSatisfy { $0.unit != "kg" })
        #expect(try reading("heart_rate", "").samples("TypeIdentifierHeartRate").map(\.unit) == ["count/min"])
    }

    // MARK: Nights

    private func night(_ core: String, _ inBed: String) -> String {
        let times = "\"sleepStart\":\"2026-03-04 23:00:00 +0100\",\"sleepEnd\":\"2026-03-05 03:00:00 +0100\""
        return "{\(times),\"core\":\(core),\"inBed\":\(inBed)}"
    }

    @Test("a night has the unit that its metric names", arguments: [("hr", "4", "4.5"), ("min", "240", "270")])
    func unitsOfNights(unit: String, core: String, inBed: String) throws {
        let reading = try read(file([metric("sleep_analysis", unit, [night(core, inBed)])]))
        let lengths = reading.samples("SleepAnalysis").map { $0.sample.end - $0.sample.start }
        #expect(lengths == [16_200, 14_400])
    }

    @Test("a length that no night has is left out and counted (Lybron/health-auto-export issue 18)")
    func endlessNights() throws {
        let reading = try read(file([metric("sleep_analysis", "hr", [night("4", "808742.3")])]))
        #expect(reading.samples("SleepAnalysis").count == 1)
        #expect(reading.reports[0].leftOut.count(of: .impossible) == 1)
    }

    @Test("a stage in the phone's language has its number")
    func translatedStages() throws {
        func stage(_ word: String, _ rest: String) -> String {
            let times = "\"startDate\":\"2026-03-04 23:00:00 +0100\",\"endDate\":\"2026-03-05 03:00:00 +0100\""
            return "{\(times),\"value\":\"\(word)\"\(rest)}"
        }
        let points = [stage("Despierto", ",\"rawValue\":2"), stage("Profundo", ""), stage("X", ",\"rawValue\":9")]
        let reading = try read(file([metric("sleep_analysis", "hr", points)]))
        #expect(reading.samples("SleepAnalysis").map(\.sample.value) == [DecimalNumber(HealthCategory.awake)])
        #expect(reading.damage.count == 2)
    }

    // MARK: Workouts

    /// A workout of half an hour with heart rates of given minutes.
    private func workout(_ points: [(minute: Int, rate: Int)], summary: String = "") throws -> Reading {
        let rates = points.map { point in
            "{\"date\":\"2026-03-01 07:\(point.minute):00 +0100\",\"Avg\":\(point.rate),\"units\":\"bpm\"}"
        }
        let times = "\"start\":\"2026-03-01 07:00:30 +0100\",\"end\":\"2026-03-01 07:30:00 +0100\""
        let heart = "\"heartRateData\":[\(rates.joined(separator: ","))]"
        return try read("{\"data\":{\"workouts\":[{\"name\":\"Run\",\(heart),\(times)\(summary)}]}}")
    }

    private func heart(_ reading: Reading) throws -> HealthStatistic? {
        try #require(reading.workouts.first).statistics.first { $0.type == HealthIdentifier.heartRate }
    }

    @Test("heart rates after a workout are its recovery (Lybron/health-auto-export issue 60)")
    func recovery() throws {
        let summary = ",\"avgHeartRate\":{\"qty\":110,\"units\":\"bpm\"}"
        let reading = try workout([(30, 130), (31, 90)], summary: summary)
        #expect(try heart(reading) == nil)
        #expect(reading.reports[0].leftOut.count(of: .noMeasurement) == 1)
    }

    @Test("heart rates of a workout and of its recovery give those of the workout")
    func heartRates() throws {
        let statistic = try #require(try heart(try workout([(10, 140), (20, 150), (30, 90)])))
        #expect(statistic.average == 145 && statistic.minimum == 140 && statistic.maximum == 150)
    }

    @Test("more heart rates than are kept give no average of a part, and are counted")
    func tooManyHeartRates() throws {
        let points = Array(repeating: "{\"avg\":90}", count: 100_002).joined(separator: ",")
        func read(_ summary: String) throws -> Reading {
            try workout([], summary: ",\"heartRateData\":[\(points)]\(summary)")
        }
        let reading = try read("")
        #expect(try heart(reading) == nil)
        #expect(reading.reports[0].leftOut.count(of: .incomplete) == 2)
        #expect(try heart(try read(",\"avgHeartRate\":{\"qty\":110,\"units\":\"bpm\"}"))?.average == 110)
    }
}
