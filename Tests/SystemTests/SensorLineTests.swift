import BusContract
import ContractLiterals
import Foundation
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// A QN scale, a Medisana scale and a Generic Health Sensor on a whole hub, from their links to the server.
@Suite(.serialized) struct SensorLineTests {
    private static let (medisana, qn, sensor) = ("F0:0D:00:00:00:01", "F0:0D:00:00:00:02", "F0:0D:00:00:00:03")
    private static let rows = [10_127, 10_129, 10_150]

    /// The sensor's link breaks in the middle of its third record, and the scale's after its second weight.
    private static var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        let faults = [(sensor, 5), (medisana, 2)].map { device, frames in
            #"{"kind": "dropAtStep", "device": "\#(device)", "step": "stream", "frames": \#(frames), "count": 1}"#
        }
        settings.scenario = """
            {"seed": 11,
             "timing": {"scanGap": 0, "connect": 0.05, "disconnect": 0.1, "discoverServices": 0.1, "gatt": 0.03},
             "faults": [\(faults.joined(separator: ","))],
             "devices": [
               {"address": "\(medisana)", "name": "0202B6000001", "profile": "medisanaScale"},
               {"address": "\(qn)", "name": "QN-Scale", "profile": "qnScale"},
               {"address": "\(sensor)", "name": "Thermometer", "profile": "healthSensor", "pairing": "justWorks"}]}
            """
        return settings
    }

    @Test func whatTheyMeasureArrivesOnce() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await pair(line)
            for address in [Self.qn, Self.sensor] { try await assign(line, address) }
            // A weight of a scale that names its users is only ever that user's.
            try await assign(line, Self.medisana, user: 1)
            for value in 361...366 { try await measure(line, Self.sensor, #""celsius": \#(Double(value) / 10)"#) }
            for value in 71...74 {
                try await measure(line, Self.medisana, #""kilograms": \#(value), "user": 1, "bodyFatPercent": 23.5"#)
            }
            try await measure(line, Self.medisana, #""kilograms": 50, "user": 2"#)
            try await LineSetup.setPassive(line.connection, peripherals: Self.rows)
            for device in [Self.sensor, Self.medisana] {
                try await line.wait("the broken link") { line.radio.hasStruck("dropAtStep", device: device) }
            }
            // The person presses the button again.
            try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.sensor)"}"#)
            try await line.wait("every value of the sensor and the storing scale") { line.cloud.created.count >= 10 }
            // A scale advertises only for some seconds, so a person steps on it while the radio is free.
            try await measure(line, Self.qn, #""kilograms": 60.5"#)
            try await line.wait("the weight") { line.cloud.created.count >= 11 }
            #expect(line.cloud.delivered("body_weight").map(\.value).sorted() == [60.5, 71, 72, 73, 74])
            #expect(line.cloud.delivered("body_fat").map(\.value) == [23.5, 23.5, 23.5, 23.5])
            let temperatures = line.cloud.delivered("body_temperature").map(\.value).sorted()
            #expect(temperatures == [36.1, 36.2, 36.3, 36.4, 36.5, 36.6])
            #expect(line.cloud.created.count == 11, "each once")
            #expect(try await held(line, of: Self.medisana) == [50], "the other user's")
        }
    }

    /// Pairs the sensor for no seat, while its button is pressed.
    private func pair(_ line: RunningLine) async throws {
        let body = PairPeripheral(device: try line.radio.device(Self.sensor), peripheralID: 10_150)
        _ = try await LineSetup.patiently {
            try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.sensor)"}"#)
            return try await line.radio.ask(ReaderTopics.pairPeripheral, body: body)
        }
    }

    /// Assigns a device from before its first record on.
    private func assign(_ line: RunningLine, _ address: String, user: Int? = nil) async throws {
        let body = AssignDevice(
            device: try line.radio.device(address),
            userIndex: user,
            seat: LineSetup.seat,
            from: Date(timeIntervalSinceNow: -3_600)
        )
        _ = try await LineSetup.patiently {
            try await line.connection.requests.call(
                SessionOperations.assignDevice,
                hub: BusAddress.siteHub,
                body: body,
                timeout: Patience.answer
            )
        }
    }

    /// The weights of a device that wait for a person's decision.
    private func held(_ line: RunningLine, of address: String) async throws -> [DecimalNumber] {
        let device = try line.radio.device(address)
        let page = try await line.connection.requests.call(
            SessionOperations.heldReadings,
            hub: BusAddress.siteHub,
            body: PageRequest(device: device),
            timeout: Patience.answer
        )
        return page.readings.flatMap(\.reading.measurements).filter { $0.metric == .bodyWeight }.map(\.value)
    }

    private func measure(_ line: RunningLine, _ address: String, _ values: String) async throws {
        try await line.radio.control(#"{"do": "measure", "device": "\#(address)", \#(values)}"#)
    }
}
