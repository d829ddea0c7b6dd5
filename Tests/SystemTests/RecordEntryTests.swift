import Foundation
import LineFixture
import Processes
import Testing
import VitalRecords

/// Records that no device on the bus measured, from the command line and the intake to the server.
@Suite(.serialized, .timeLimit(.minutes(3))) struct RecordEntryTests {
    private static var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.configuration["uploader"] = ["destination.inform.paths.intraday": "/connect/provider/data/intraday"]
        return settings
    }

    @Test func whatIsTypedIsAtTheServer() async throws {
        try await RunningLine.with(Self.settings) { line in
            let run = try await ProgramRun(
                "vitalbus",
                [
                    "record", "add", "--state", line.folder.state, "--seat", LineSetup.seat, "--type", "diabetes",
                    "--meal", "before", "blood_glucose=6.2mmol/L",
                ]
            )
            #expect(run.exit == .code(0), "\(run.text)")
            let words = run.lines.last?.split(separator: " ").map(String.init) ?? []
            #expect(words.first == "record" && words.last == "accepted", "\(run.text)")
            try await line.waitForAccepted(1)
            #expect(try await line.accepted().map(\.logID).first == words.dropFirst().first)
        }
    }

    /// The simulated server checks each type's own shape.
    @Test func everyTypeIsAtTheServer() async throws {
        try await RunningLine.with(Self.settings) { line in
            let readings = try Self.readings()
            #expect(try await line.submit(readings) == Array(repeating: "accepted", count: readings.count))
            try await line.waitForAccepted(readings.count)
            #expect(try await line.told("submissionFailed").isEmpty)
        }
    }

    private static func readings() throws -> [Reading] {
        let start = Date()
        func value(_ metric: MetricName, _ value: DecimalNumber, _ unit: String) -> VitalRecords.Measurement {
            VitalRecords.Measurement(metric: metric, value: value, unit: unit, origin: .manual)
        }
        let meal = RecordSegment(name: "Lunch", measurements: [value(.energyConsumed, 520, "kcal")])
        let steps = MeasurementSeries(metric: .steps, unit: "1", points: [SeriesPoint(time: start, value: 12)])
        let span = RecordDetails(end: start.addingTimeInterval(60))
        let intraday = RecordDetails(granularity: Granularity(interval: 15, unit: "minute"), series: [steps])
        let low = ReadingContext(outOfBounds: [OutOfBounds(metric: .bloodGlucose, direction: .low)])
        let all: [(RecordType, [VitalRecords.Measurement], RecordDetails?, ReadingContext?)] = [
            (.biometrics, [value(.systolic, 128, "mm[Hg]")], nil, nil), (.diabetes, [], nil, low),
            (.fitness, [value(.workoutDuration, 30, "min")], RecordDetails(name: "Run", category: "running"), nil),
            (.nutrition, [], RecordDetails(segments: [meal]), nil), (.routine, [value(.steps, 8_123, "1")], span, nil),
            (.sleep, [value(.sleepDuration, 7, "h")], span, nil), (.weight, [value(.bodyWeight, 80, "kg")], nil, nil),
            (.intraday, [], intraday, nil),
        ]
        return try all.map { type, measurements, details, context in
            var reading = try RunningLine.reading(1)
            reading.readingKey = .random()
            reading.type = type
            reading.measurements = measurements
            reading.details = details
            reading.context = context
            return reading
        }
    }
}
