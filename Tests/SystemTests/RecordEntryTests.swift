import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub
import Testing
import VitalRecords

/// Records that no device measured, from the command line and the intake to the server.
@Suite(.serialized) struct RecordEntryTests {
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
            #expect(try await line.cloud.accepted().map(\.logID).first == words.dropFirst().first)
        }
    }

    private static let second = "room-2"

    /// Runs `vitalbus` against the line.
    private static func command(_ line: RunningLine, _ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun("vitalbus", arguments + ["--state", line.folder.state])
    }

    /// Two seats, one of them with its own unit.
    @Test func slipsOfTheFingerAreRefusedByEveryWay() async throws {
        var settings = Self.settings
        settings.configuration["session-manager"] = [
            "seats": "\(LineSetup.seat),\(Self.second)", "seat-units": "\(LineSetup.seat)/blood_glucose=mmol/L",
        ]
        try await RunningLine.with(settings) { line in
            let add = ["record", "add", "--seat", LineSetup.seat, "--type"]
            for (words, hint) in [
                (["biometrics", "blood_pressure=1280/81"], "did you mean 128 mmHg?"),
                (["biometrics", "blood_pressure=128/181"], "did you mean 181/128 mmHg?"),
                (["biometrics", "systolic=-5", "diastolic=80"], "30 to 300 mmHg"),
                (["biometrics", "body_temperature=385"], "did you mean 38.5 °C?"),
                (["weight", "body_weight=7000kg"], "did you mean 70 kg?"),
                (["diabetes", "blood_glucose=6.2", "--seat", Self.second], "did you mean 6.2 mmol/L?"),
            ] {
                let run = try await ProgramRun("vitalbus", add + words + ["--state", line.folder.state])
                #expect(run.exit == .code(65), "\(words) \(run.text)")
                #expect(run.text.contains(hint), "\(words) \(run.text)")
            }
            // Other clients are held to the same check.
            var slip = try RunningLine.reading(1)
            slip.measurements[0] = VitalRecords.Measurement(metric: .systolic, value: 1_280, unit: "mm[Hg]")
            #expect(try await line.submit([slip, try RunningLine.reading(2)]) == ["refused", "accepted"])
            let glucose = try await ProgramRun(
                "vitalbus",
                add + ["diabetes", "blood_glucose=6.2", "--state", line.folder.state]
            )
            #expect(glucose.exit == .code(0), "\(glucose.text)")
            #expect(glucose.text.contains("blood_glucose 6.2 mmol/L, 20"), "\(glucose.text)")
            #expect(glucose.text.contains("\(LineSetup.seat) (user \(LineSetup.person.user))"), "\(glucose.text)")
            let high = add + ["biometrics", "blood_pressure=310/81", "--unusual", "--state", line.folder.state]
            #expect(try await ProgramRun("vitalbus", high).exit == .code(0))
            try await line.waitForAccepted(3)
            #expect(try await line.told("readingHeld").isEmpty)
            try await Self.checkCorrections(line)
            try await Self.checkNotifications(line)
        }
    }

    private static func checkCorrections(_ line: RunningLine) async throws {
        var cuff = try RunningLine.reading(3)
        cuff.source.kind = .bluetooth
        cuff.seat = nil
        #expect(try await line.submit([cuff]) == ["held"])
        let confirm = [
            "held", "confirm", cuff.readingKey.rawValue, "--seat", LineSetup.seat, "--state", line.folder.state,
        ]
        let slip = try await ProgramRun("vitalbus", confirm + ["--value", "systolic=1280"])
        #expect(slip.exit == .code(65) && slip.text.contains("did you mean 128 mmHg?"), "\(slip.text)")
        let wrong = VitalRecords.Measurement(metric: .diastolic, value: 181, unit: "mm[Hg]")
        let body = ConfirmReading(readingKey: cuff.readingKey, seat: LineSetup.seat, measurements: [wrong])
        await #expect {
            _ = try await line.connection.requests.call(
                SessionOperations.confirmReading,
                hub: BusAddress.siteHub,
                body: body
            )
        } throws: {
            ($0 as? BusError)?.code == .unusualValue
        }
        let right = try await ProgramRun("vitalbus", confirm + ["--value", "systolic=128"])
        #expect(right.exit == .code(0) && right.text.contains("128/53 mmHg, 20"), "\(right.text)")
        try await line.waitForAccepted(4)
    }

    private static func checkNotifications(_ line: RunningLine) async throws {
        struct Line: Decodable {
            struct Data: Decodable { let seat: String?, hub: String }
            let name: String, data: Data
        }
        // The server has a record before its event is published.
        try await line.wait("the word of four records") {
            let run = try await command(line, "notifications", "--json")
            let told = try run.lines.filter { $0.hasPrefix("{") }.map {
                try JSONDecoder().decode(Line.self, from: Foundation.Data($0.utf8))
            }
            return told.count { $0.name == "recordSubmitted" && $0.data.seat == LineSetup.seat } == 4
        }
    }

    /// The simulated server checks each type's format.
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
            (.biometrics, [value(.pulse, 64, "/min")], nil, nil), (.diabetes, [], nil, low),
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
