import BusContract
import ContractLiterals
import Foundation
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// A QN scale and a Generic Health Sensor on a whole hub, from their links to the server.
@Suite(.serialized) struct SensorLineTests {
    private static let (qn, sensor) = ("F0:0D:00:00:00:02", "F0:0D:00:00:00:03")
    private static let rows = [10_127, 10_150]

    /// The sensor's link breaks in the middle of its third record.
    private static var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        let fault = #"{"kind": "dropAtStep", "device": "\#(sensor)", "step": "stream", "frames": 5, "count": 1}"#
        settings.scenario = """
            {"seed": 11,
             "timing": {"scanGap": 0, "connect": 0.05, "disconnect": 0.1, "discoverServices": 0.1, "gatt": 0.03},
             "faults": [\(fault)],
             "devices": [
               {"address": "\(qn)", "name": "QN-Scale", "profile": "qnScale"},
               {"address": "\(sensor)", "name": "Thermometer", "profile": "healthSensor", "pairing": "justWorks"}]}
            """
        return settings
    }

    @Test func whatTheyMeasureArrivesOnce() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await pair(line)
            for address in [Self.qn, Self.sensor] { try await assign(line, address) }
            for value in 361...366 { try await measure(line, Self.sensor, #""celsius": \#(Double(value) / 10)"#) }
            try await LineSetup.setPassive(line.connection, peripherals: Self.rows)
            try await line.wait("the broken link") { line.radio.hasStruck("dropAtStep", device: Self.sensor) }
            // The person presses the button again.
            try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.sensor)"}"#)
            try await line.wait("every value of the sensor") { line.cloud.created.count >= 6 }
            // A scale advertises only for some seconds, so a person steps on it while the radio is free.
            try await measure(line, Self.qn, #""kilograms": 60.5"#)
            try await line.wait("the weight") { line.cloud.created.count >= 7 }
            #expect(line.cloud.delivered("body_weight").map(\.value) == [60.5])
            let temperatures = line.cloud.delivered("body_temperature").map(\.value).sorted()
            #expect(temperatures == [36.1, 36.2, 36.3, 36.4, 36.5, 36.6])
            #expect(line.cloud.created.count == 7, "each once")
        }
    }

    /// Pairs the sensor for no seat, while its button is pressed.
    private func pair(_ line: RunningLine) async throws {
        let body = PairPeripheral(device: try line.radio.device(Self.sensor), peripheralID: 10_150)
        _ = try await LineSetup.patiently {
            try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.sensor)"}"#)
            return try await line.connection.requests.call(
                ReaderTopics.pairPeripheral,
                hub: LineSetup.hub,
                body: body,
                timeout: Patience.limit
            )
        }
    }

    /// Assigns a device from before its first record on.
    private func assign(_ line: RunningLine, _ address: String) async throws {
        let body = AssignDevice(
            device: try line.radio.device(address),
            userIndex: nil,
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

    private func measure(_ line: RunningLine, _ address: String, _ values: String) async throws {
        try await line.radio.control(#"{"do": "measure", "device": "\#(address)", \#(values)}"#)
    }
}
