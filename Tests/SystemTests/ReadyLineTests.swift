import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub
import Synchronization
import TestSupport
import Testing
import VitalRecords
import XMLOracle

/// The events when devices are switched on by hand, at a hub with two seats and the shipped catalogue.
@Suite(.serialized) struct ReadyLineTests {
    /// A device that a person switches on before the measurement.
    private struct Waiting {
        let address: String
        let name: String
        let profile: String
        let peripheralID: Int
        let values: String
    }

    private static let waiting = [
        Waiting(
            address: "F0:0D:00:00:00:01",
            name: "Thermometer",
            profile: "thermometer",
            peripheralID: 4000,
            values: #""celsius": 37.6"#
        ),
        Waiting(
            address: "F0:0D:00:00:00:02",
            name: "Oximeter",
            profile: "pulseOximeter",
            peripheralID: 2000,
            values: #""spo2": 97, "pulse": 61"#
        ),
        Waiting(
            address: "F0:0D:00:00:00:03",
            name: "Scale",
            profile: "weightScale",
            peripheralID: 5000,
            values: #""kilograms": 72.5"#
        ),
        Waiting(
            address: "F0:0D:00:00:00:04",
            name: "Cuff by hand",
            profile: "bloodPressure",
            peripheralID: 3000,
            values: #""systolic": 121, "diastolic": 81, "pulse": 61"#
        ),
        // Read by the standard profile, if the device supports it.
        Waiting(
            address: "F0:0D:00:00:00:07",
            name: "PHTM60",
            profile: "thermometer",
            peripheralID: 1,
            values: #""celsius": 36.9"#
        ),
    ]
    /// A device of an unknown model, and one that only connects to deliver (Omron's company id).
    private static let delivering = "F0:0D:00:00:00:05"
    private static let omron = "F0:0D:00:00:00:06"

    private static func settings(_ folder: URL) throws -> RunningLine.Settings {
        // There is no measurement for a while, and the device keeps the link.
        let switched = waiting.map {
            #"{"address": "\#($0.address)", "profile": "\#($0.profile)", "name": "\#($0.name)", "idleSeconds": 60}"#
        }
        let delivered = [
            #"{"address": "\#(delivering)", "name": "Cuff", "idleSeconds": 60}"#,
            #"{"address": "\#(omron)", "name": "BLEsmart", "manufacturerData": {"526": "01"}, "idleSeconds": 60}"#,
        ]
        let hook = folder.appending(path: "hook.sh")
        let text = "#!/bin/sh\necho \"$VITALBUS_EVENT $VITALBUS_PERIPHERAL_ID\" >> \(folder.path)/hooks\n"
        try Data(text.utf8).write(to: hook)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: hook.path)
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 3, "timing": \(LineScenario.quick), "devices": [\((switched + delivered).joined(separator: ","))]}
            """
        settings.configuration = [
            "session-manager": ["seats": "room-1,room-2"],
            "device-reader": ["hook.ready": hook.path, "read.first-frame": "10s", "read.idle": "500ms"],
        ]
        return settings
    }

    @Test func whoSwitchesADeviceOnIsToldToMeasure() async throws {
        let folder = try TemporaryFolder()
        try await RunningLine.with(Self.settings(folder.url)) { line in
            try await LineSetup.setPassive(line.connection, peripherals: [1, 2000, 3000, 4000, 5000])
            try await Self.watching(line) { watch in
                // A device that delivers is read without asking the person to measure.
                try await line.radio.measure(Triple(systolic: 131, diastolic: 91, pulse: 71), at: Self.delivering)
                let delivering = try line.radio.device(Self.delivering)
                try await line.wait("what was stored") { watch.read.withLock { $0.contains(delivering) } }
                try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.omron)"}"#)
                try await line.wait("the link of the cuff that only delivers") {
                    line.links(Self.omron) > 0
                }
                for device in Self.waiting {
                    let id = try line.radio.device(device.address)
                    try await line.radio.control(#"{"do": "advertise", "device": "\#(device.address)"}"#)
                    try await line.wait("the word to measure for \(device.name)") {
                        watch.ready.withLock { $0.contains { $0.device == id } }
                    }
                    #expect(
                        watch.read.withLock { !$0.contains(id) },
                        "\(device.name) was told before its measurement"
                    )
                    try await line.radio.control(
                        #"{"do": "measure", "device": "\#(device.address)", \#(device.values)}"#
                    )
                    try await line.wait("the reading of \(device.name)") { watch.read.withLock { $0.contains(id) } }
                }
                // The cuff that delivered before is now switched on by hand.
                try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.delivering)"}"#)
                try await line.wait("the word to measure for the cuff that delivered") {
                    watch.ready.withLock { $0.contains { $0.device == delivering } }
                }
                let told = watch.ready.withLock { $0 }
                let addresses = Self.waiting.map(\.address) + [Self.delivering]
                #expect(try told.map(\.device) == addresses.map { try line.radio.device($0) })
                #expect(told.map(\.peripheralID) == Self.waiting.map(\.peripheralID) + [3000])
                let calls = told.map { "ready \($0.peripheralID)" }
                try await line.wait("the hooks") {
                    let text = try? String(contentsOf: folder.url.appending(path: "hooks"), encoding: .utf8)
                    return text?.split(separator: "\n").map(String.init) == calls
                }
            }
            try await Self.checkPictures(line)
        }
    }

    /// Collects the requests to measure, and the readings.
    private static func watching(
        _ line: RunningLine,
        _ body: @Sendable @escaping (Watch) async throws -> Void
    ) async throws {
        let watch = Watch()
        let subscription = try await line.connection.client.subscribe(
            to: [ReaderTopics.passiveIsReadyToRead.descriptor, ReaderTopics.passiveDidRead.descriptor],
            hub: LineSetup.hub
        )
        let watching = Task {
            for await message in subscription {
                if let data = try? Envelope<PeripheralDidRead>.decode(message.payload).data {
                    _ = watch.read.withLock { $0.insert(data.device) }
                } else if let data = try? Envelope<PeripheralEvent>.decode(message.payload).data {
                    watch.ready.withLock { $0.append(data) }
                }
            }
        }
        defer {
            subscription.cancel()
            watching.cancel()
        }
        try await body(watch)
    }

    private final class Watch: Sendable {
        let ready = Mutex<[PeripheralEvent]>([])
        let read = Mutex<Set<DeviceID>>([])
    }

    /// A request for a single row returns its picture, and every row called verified can be read.
    private static func checkPictures(_ line: RunningLine) async throws {
        let list = try await line.connection.requests.call(
            ReaderTopics.supportedPeripherals,
            hub: LineSetup.hub,
            body: PeripheralFilter(),
            timeout: Patience.answer
        )
        #expect(list.peripherals.count > 40)
        for view in list.peripherals {
            let url = try #require(view.imageURL.flatMap { URL(string: $0) }, "\(view.name)")
            guard case .start("svg", _)? = try XMLOracle.pieces(Array(Data(contentsOf: url))).first else {
                Issue.record("\(view.name): \(url) is not SVG")
                continue
            }
            #expect(!view.verified || view.missing?.isEmpty == true, "\(view.name)")
        }
        let shown = try await ProgramRun("vitalbus", ["peripheral", "show", "2", "--state", line.folder.state])
        #expect(shown.exit == .code(0) && shown.text.contains("picture: file:///"), "\(shown.text)")
    }
}

extension RunningLine {
    /// The number of connections to a device.
    nonisolated func links(_ address: String) -> Int {
        struct Line: Decodable {
            let event: String
            let device: String?
        }
        let text = (try? String(contentsOf: URL(filePath: folder.truth), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").count { line in
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else { return false }
            return line.event == "connected" && line.device == address
        }
    }
}
