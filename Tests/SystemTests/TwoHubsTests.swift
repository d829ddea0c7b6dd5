import ActorRuntime
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

/// Two hubs, each with its own radio, that hear one cuff: one record, whichever hub reads it, and however often.
@Suite struct TwoHubsTests {
    private static let other = "room-2"
    private static let cuff = "F0:0D:00:00:00:01"

    /// The scenario of both radios: the same cuff, as two copies that measure on command.
    ///
    /// - Parameter idle: How long the cuff keeps a link on which nothing happens, in seconds.
    private static func scenario(rssi: Int, faults: String = "", idle: Double = 0.3) -> String {
        """
        {"seed": 9, "timing": \(LineScenario.quick), "faults": [\(faults)],
         "devices": [{"address": "\(cuff)", "idleSeconds": \(idle), "rssi": \(rssi)}]}
        """
    }

    private static func settings(faults: String = "", idle: Double = 0.3) -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.secondHub = other
        settings.scenario = scenario(rssi: -50, faults: faults, idle: idle)
        settings.configuration = ["device-reader": ["health.interval": "1s", "read.idle": "500ms"]]
        return settings
    }

    /// Assigns the cuff to the person, because a hub in another room has no seat here.
    ///
    /// The assignment begins earlier: a cuff's clock has whole seconds, so a measurement in the same second would seem
    /// older.
    private func assign(_ line: RunningLine) async throws {
        let device = try line.radio.device(Self.cuff)
        let earlier = Date(timeIntervalSinceNow: -60)
        _ = try await LineSetup.patiently {
            try await line.connection.requests.call(
                SessionOperations.assignDevice,
                hub: BusAddress.siteHub,
                body: AssignDevice(device: device, seat: LineSetup.seat, from: earlier),
                timeout: Patience.answer
            )
        }
    }

    /// A 2A35 frame with the current time, or without one.
    private static func frame(_ number: Int, hasTime: Bool) -> String {
        let values = [UInt8(120 + number), 0, 80, 0, 93, 0]
        let bytes = [hasTime ? 0x02 : 0x00] + values + (hasTime ? now() : [])
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The local time in the devices' format.
    private static func now() -> [UInt8] {
        let parts = Calendar(identifier: .gregorian)
            .dateComponents([.year, .month, .day, .hour, .minute, .second], from: Date())
        let year = parts.year ?? 0
        let rest = [parts.month, parts.day, parts.hour, parts.minute, parts.second].map { UInt8($0 ?? 0) }
        return [UInt8(year & 0xFF), UInt8(year >> 8)] + rest
    }

    /// Makes both copies of the cuff measure the same.
    private func measure(_ line: RunningLine, _ frame: String) async throws {
        let request = #"{"do": "measure", "device": "\#(Self.cuff)", "frame": "\#(frame)"}"#
        try await line.radio.control(request)
        try await line.radio.control(request, around: .second)
    }

    /// The number of confirmed readings of each copy.
    private func confirmed(_ line: RunningLine) -> [Int] {
        [SimulatedRadio.first, .second].map { GroundTruth(line.folder.truth($0)).confirmed }
    }

    /// Waits until both copies have this many confirmed readings.
    private func waitForBoth(_ line: RunningLine, _ count: Int) async throws {
        try await line.wait("\(count) confirmed readings at both radios") {
            confirmed(line).allSatisfy { $0 >= count }
        }
    }

    /// Every reading by both readers is one record.
    private func expectRecords(_ line: RunningLine, _ readers: ReaderWatch, reads: Int, _ count: Int) async throws {
        try await line.wait("\(reads) readings in empty outboxes") {
            readers.sum(of: "read") >= reads && readers.outboxes == 0
        }
        try await line.wait("\(count) records that were told") { try await line.toldSubmitted().count >= count }
        let summary = try await line.summary()
        #expect(summary.accepted == count)
        #expect(summary.duplicates == 0)
        #expect(try await line.toldSubmitted().count == count)
        #expect(try await line.queued().isEmpty)
    }

    /// Before the hubs know of each other both read the cuff: it is still one record, even without a device time.
    @Test func aCuffThatTwoHubsHearBecomesOneRecord() async throws {
        // A measurement without a time counts as current only if the model has no memory.
        let catalogue = FileManager.default.temporaryDirectory.appending(path: "vitalbus-\(UUID().uuidString).json")
        try Data(#"{"override": [{"id": 3000, "hasMemory": false}]}"#.utf8).write(to: catalogue)
        defer { try? FileManager.default.removeItem(at: catalogue) }
        // A long link, so that the other copy is silent before its hub's turn.
        var settings = Self.settings(idle: 3)
        settings.configuration["device-reader"]?["read.idle"] = "5s"
        for actor in ["ble-scanner", "device-reader"] {
            settings.configuration[actor, default: [:]]["catalogue.file"] = catalogue.path
        }
        try await RunningLine.with(settings) { line in
            try await line.radio.startSecondHub(scenario: Self.scenario(rssi: -80, idle: 3))
            try await assign(line)
            try await ReaderWatch.with(line) { readers in
                try await measure(line, Self.frame(0, hasTime: false))
                try await waitForBoth(line, 1)
                try await expectRecords(line, readers, reads: 2, 1)
                // Now they know of each other: one reads, and the other waits until it has finished.
                try await measure(line, Self.frame(1, hasTime: true))
                try await line.wait("a second confirmed reading") { confirmed(line).contains(2) }
                // The real cuff has nothing more to send.
                let left: SimulatedRadio = confirmed(line).first == 2 ? .second : .first
                try await line.radio.control(#"{"do": "clear", "device": "\#(Self.cuff)"}"#, around: left)
                try await line.radio.control(#"{"do": "silence", "device": "\#(Self.cuff)"}"#, around: left)
                try await expectRecords(line, readers, reads: 3, 2)
                #expect(confirmed(line).sorted() == [1, 2], "both read it")
            }
        }
    }

    /// The broker is stopped while one hub reads: the other hub does not learn of it and reads too, and it is still one
    /// record.
    @Test func withoutABrokerBothReadAndItIsOneRecord() async throws {
        let late = #"{"kind": "servicesResolvedLate", "seconds": 4, "count": 1}"#
        try await RunningLine.with(Self.settings(faults: late)) { line in
            try await line.radio.startSecondHub(scenario: Self.scenario(rssi: -80, faults: late))
            try await assign(line)
            try await ReaderWatch.with(line) { readers in
                try await measure(line, Self.frame(0, hasTime: true))
                try await line.wait("a link") { [SimulatedRadio.first, .second].contains { isConnected(line, $0) } }
                // Sightings travel over the broker too: a hub that does not know the cuff cannot read it.
                try await line.wait("both hubs to know the cuff") { readers.knowers == 2 }
                try await line.hold("broker")
                try await waitForBoth(line, 1)
                try await line.letGo("broker")
                try await expectRecords(line, readers, reads: 2, 1)
            }
        }
    }

    private func isConnected(_ line: RunningLine, _ radio: SimulatedRadio) -> Bool {
        let text = (try? String(contentsOf: URL(filePath: line.folder.truth(radio)), encoding: .utf8)) ?? ""
        return text.contains(#""event":"connected""#)
    }
}
