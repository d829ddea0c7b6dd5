import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// Scales that are read without a connection, from their adverts to the server.
@Suite(.serialized) struct AdvertLineTests {
    private let address = "F0:0D:00:00:00:01"

    /// A scale that repeats its last weighing until the test ends; the first weighing comes before any pairing.
    private func settings(_ profile: String, quirks: String = "[]") -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 51, "timing": {"scanGap": 0, "connect": 0.05, "disconnect": 0.2}, "devices": [
              {"address": "\(address)", "name": "MIBFS", "profile": "\(profile)", "quirks": \(quirks), "advertisingSeconds": 600,
               "measurements": [{"atSeconds": 0.5, "kilograms": 98.7}]}]}
            """
        return settings
    }

    private func pair(_ line: RunningLine, as peripheralID: Int) async throws -> PeripheralPaired {
        let body = PairPeripheral(
            device: try line.radio.device(address),
            peripheralID: peripheralID,
            seat: LineSetup.seat
        )
        return try await LineSetup.patiently {
            try await line.radio.ask(ReaderTopics.pairPeripheral, body: body)
        }
    }

    private func weigh(_ line: RunningLine, _ values: String) async throws {
        try await line.radio.control(#"{"do": "measure", "device": "\#(address)", \#(values)}"#)
    }

    /// The server's stored requests.
    private func journal(_ line: RunningLine) -> String {
        (try? String(contentsOf: URL(filePath: line.folder.journal), encoding: .utf8)) ?? ""
    }

    private func expectNoConnection(_ line: RunningLine) throws {
        let truth = try String(contentsOf: URL(filePath: line.folder.truth(.first)), encoding: .utf8)
        #expect(truth.contains(#""measured""#) && !truth.contains(#""connected""#) && !truth.contains(#""paired""#))
    }

    @Test func aPairedScalesWeighingsReachTheServerOnceThroughKills() async throws {
        try await RunningLine.with(settings("advertBodyScale")) { line in
            #expect(try await pair(line, as: 10_081).assigned == true)
            try await LineSetup.setPassive(line.connection, peripherals: [10_080, 10_081])
            try await weigh(line, #""kilograms": 72.4, "impedanceOhm": 512"#)
            try await line.wait("the first weighing") { journal(line).contains("72.4") }
            // During a weighing, and then while the scale repeats it.
            try await weigh(line, #""kilograms": 73.6, "impedanceOhm": 513"#)
            try await line.kill("device-reader")
            try await line.wait("the weighing that a kill cut") { journal(line).contains("73.6") }
            for actor in ["ble-scanner", "device-reader"] { try await line.kill(actor) }
            try await weigh(line, #""kilograms": 74.8, "impedanceOhm": 514"#)
            try await line.wait("the weighing after both were killed") { journal(line).contains("74.8") }
            try await weigh(line, #""kilograms": 75.9"#)
            try await line.wait("the last weighing") { journal(line).contains("75.9") }
            #expect(try await line.summary().accepted == 4)
            #expect(try await line.summary().duplicates == 0)
            #expect(!journal(line).contains("98.7"), "it was before anybody said whose the scale is")
            try expectNoConnection(line)
        }
    }

    /// A person asks for a weight before using an unpaired scale: the request names the person.
    @Test func aWeightThatSomebodyWaitsForIsTheSeats() async throws {
        try await RunningLine.with(settings("advertBodyScale")) { line in
            let request = ReadPeripheral(
                device: try line.radio.device(address),
                peripheralID: 10_081,
                seat: LineSetup.seat,
                seconds: 60
            )
            try await EventWatch.with(line, [ReaderTopics.readingProgress.descriptor]) { watch in
                let reading = Task {
                    try await LineSetup.patiently {
                        try await line.radio.ask(ReaderTopics.readPeripheral, body: request)
                    }
                }
                #expect(try await watch.first(ReaderTopics.readingProgress, during: reading).phase == .waiting)
                try await weigh(line, #""kilograms": 72.4, "impedanceOhm": 512"#)
                let read = try await reading.value
                // An impedance that is heard seconds later is not part of this answer, but of the record.
                #expect(read.records.first?.measurements.first?.unit == "kg")
                try await line.wait("the impedance") {
                    let history = try await line.connection.requests.call(
                        SessionOperations.recordHistory,
                        hub: BusAddress.siteHub,
                        body: RecordHistoryRequest(seat: LineSetup.seat)
                    )
                    return history.records.map { $0.record.measurements.map(\.unit) } == [["kg", "Ohm"]]
                }
                #expect(read.records.count == 1 && read.records.first?.seat?.rawValue == LineSetup.seat)
            }
            try await line.waitForAccepted(1)
            try expectNoConnection(line)
        }
    }

    /// For a scale whose clock was never set, only the hub knows the time of a weighing.
    @Test func aScaleWhoseClockWasNeverSetIsBookedToo() async throws {
        try await RunningLine.with(settings("advertScale", quirks: #"["clockNotSet"]"#)) { line in
            #expect(try await pair(line, as: 10_080).assigned == true)
            try await LineSetup.setPassive(line.connection, peripherals: [10_080])
            for weight in ["72.4", "72.4", "73.6"] {
                let before = try await line.summary().accepted
                try await weigh(line, #""kilograms": \#(weight)"#)
                try await line.wait("a weighing") { try await line.summary().accepted > before }
            }
            #expect(try await line.summary().accepted == 3)
            #expect(try await line.summary().duplicates == 0)
            try expectNoConnection(line)
        }
    }
}
