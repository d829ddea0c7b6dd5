import Foundation
import HubRunner
import SimulatedHub
import Testing

/// Clocks that only a maker's own command reveals, on a whole hub.
@Suite struct VendorClockTests {
    /// The error of the meter's clock in seconds: more than a day, and not a whole number of hours.
    private static let clockError = -100_000

    /// Without its clock each record would seem older than a day and be held.
    @Test func aCareSensMetersRecordsHaveTheirTimes() async throws {
        let values = [101, 102, 103]
        let records = values.map { #"{"atSeconds": 0.1, "milligramsPerDecilitre": \#($0)}"# }
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 8, "timing": \(LineScenario.quick), "faults": [], "devices": [
             {"address": "F0:0D:00:00:00:FE", "name": "CareSens 0042", "profile": "glucose", "idleSeconds": 0.3,
              "quirks": ["careSensClock"], "clockOffsetSeconds": \(Self.clockError),
              "measurements": [\(records.joined(separator: ","))]}]}
            """
        settings.configuration = [
            "device-reader": ["read.idle": "500ms", "clock.set": "true", "clock.trusted": "true"]
        ]
        try await RunningLine.with(settings) { line in
            let start = Date()
            try await LineSetup.setPassive(line.connection, peripherals: [1000])
            try await line.wait("every record of the meter") {
                Set(line.cloud.delivered("blood_glucose").map(\.value)).isSuperset(of: values.map(Double.init))
            }
            for (value, time) in line.cloud.delivered("blood_glucose") {
                let off = try #require(time).timeIntervalSince(start)
                #expect(abs(off) < 300, "\(value) is \(off) s off")
            }
        }
    }
}
