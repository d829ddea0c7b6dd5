import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// The events for automatically read devices without a reading, and the catalogue's statements of what is missing.
@Suite(.serialized) struct PassiveToldTests {
    private static let topics = [
        ReaderTopics.passiveDidFail.descriptor, ReaderTopics.passiveState.descriptor,
        ReaderTopics.frameUnreadable.descriptor,
    ]
    private static let guarded = "F0:0D:00:00:00:01"
    private static let garbled = "F0:0D:00:00:00:02"
    private static let silent = "F0:0D:00:00:00:03"
    private static let lossy = "F0:0D:00:00:00:04"
    private static let closed = "F0:0D:00:00:00:05"
    private static let coagulation = "F0:0D:00:00:00:06"
    private static let deaf = "F0:0D:00:00:00:07"

    private static let settings: RunningLine.Settings = {
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 6, "timing": \(LineScenario.quick),
             "faults": [{"kind": "dropAtStep", "device": "\(lossy)", "step": "subscribed"},
              {"kind": "racpBusy", "device": "\(deaf)"}],
             "devices": [
              {"address": "\(guarded)", "pairing": "justWorks", "measurements": [{"atSeconds": 0.5}]},
              {"address": "\(garbled)", "idleSeconds": 0.3, "measurements": [{"atSeconds": 0.5, "frame": "1e80"}]},
              {"address": "\(silent)", "awakeAtSeconds": [0.5]},
              {"address": "\(lossy)", "measurements": [{"atSeconds": 0.5}]},
              {"address": "\(closed)", "name": "AgaMatrix 7", "awakeAtSeconds": [0.5]},
              {"address": "\(coagulation)", "name": "CoaguChek 7", "awakeAtSeconds": [0.5]},
              {"address": "\(deaf)", "profile": "glucose", "records": 2, "awakeAtSeconds": [0.5]}]}
            """
        settings.configuration = ["device-reader": ["health.interval": "1s", "read.first-frame": "2s"]]
        return settings
    }()

    @Test func whoeverGivesNothingIsToldWithItsReason() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await EventWatch.with(line, Self.topics) { watch in
                try await LineSetup.setPassive(line.connection, peripherals: [1000, 3000, 32])
                try await expect(line, watch, Self.guarded, [.notPaired, .pairingFailed], phase: "notPaired")
                try await expect(line, watch, Self.garbled, [.unreadable], phase: nil)
                try await expect(line, watch, Self.silent, [.noReading], phase: "noReading")
                try await expect(line, watch, Self.lossy, [.communication, .connection], phase: "failed")
                try await expect(line, watch, Self.deaf, [.communication], phase: nil, peripheral: 1000)
                try await expect(line, watch, Self.closed, [.missingPart], phase: "missingPart", peripheral: 32)
                let device = try line.radio.device(Self.garbled)
                let frame = try await watch.first(ReaderTopics.frameUnreadable) { $0.device == device }
                #expect((frame.hub, frame.peripheralID, frame.length) == (LineSetup.hub, 3000, 2))
                #expect(frame.characteristic.hasPrefix("00002a35") && !frame.code.isEmpty && frame.frame > 0)
                #expect(try await line.summary().accepted == 0)
            }
            try await parts(line)
            try await pairingMode(line)
            try await erase(line)
        }
    }

    private func expect(
        _ line: RunningLine,
        _ watch: EventWatch,
        _ address: String,
        _ reasons: Set<ReaderFailure>,
        phase: String?,
        peripheral: Int = 3000
    ) async throws {
        let device = try line.radio.device(address)
        let told = try await watch.first(ReaderTopics.passiveDidFail) {
            $0.device == device && $0.reason.map(reasons.contains) == true
        }
        #expect((told.hub, told.peripheralID, told.seat) == (LineSetup.hub, peripheral, nil))
        #expect(!told.error.message.isEmpty)
        guard let phase else { return }
        let state = try await watch.first(ReaderTopics.passiveState) { state in
            state.devices.contains { $0.device == device && $0.phase.rawValue == phase }
        }
        #expect(state.hub == LineSetup.hub && state.peripheralIDs.contains(peripheral))
    }

    private func call<Body: Codable & Sendable, Reply: Codable & Sendable>(
        _ line: RunningLine,
        _ operation: MessageBus.Operation<Body, Reply>,
        _ body: Body
    ) async throws -> Reply {
        try await line.connection.requests.call(operation, hub: LineSetup.hub, body: body, timeout: Patience.limit)
    }

    private func missing(_ line: RunningLine, _ peripheral: Int) async throws -> [String] {
        let filter = PeripheralFilter(peripheralID: peripheral)
        let found = try await call(line, ReaderTopics.supportedPeripherals, filter).peripherals
        #expect(found.map(\.peripheralID) == [peripheral])
        return found.flatMap { $0.missing ?? [] }.map(\.code)
    }

    /// The missing parts of closed protocols, before and after a person supplies one of them.
    private func parts(_ line: RunningLine) async throws {
        #expect(try await missing(line, 32) == ["driverMissing", "authKeyMissing"])
        #expect(try await missing(line, 51) == ["driverMissing", "licenseMissing"])
        #expect(try await missing(line, 3000).isEmpty)
        let folder = "\(line.plan.layout.state)/\(LineSetup.hub).device-reader.main"
        for name in ["agamatrix-authkey.json", "validic.license"] {
            let file = "\(folder)/\(name)"
            try Data("synthetic".utf8).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        }
        #expect(try await missing(line, 32) == ["driverMissing", "authKeyInvalid"])
        let device = try line.radio.device(Self.coagulation)
        let read = ReadPeripheral(device: device, peripheralID: 51, seconds: 10)
        let error = await #expect(throws: BusError.self) {
            _ = try await line.radio.ask(ReaderTopics.readPeripheral, body: read)
        }
        #expect(error?.code.rawValue == "encryptionKeyMissing")
        let key = StorePeripheralData(
            device: device,
            peripheralID: 51,
            encryptionKey: String(repeating: "0f", count: 16)
        )
        let stored = try await call(line, ReaderTopics.storePeripheralData, key)
        #expect((stored.device, stored.missing.map(\.code)) == (device, ["driverMissing"]))
    }

    private func pairingMode(_ line: RunningLine) async throws {
        let begin = Date()
        let until = try await call(line, ScannerTopics.pairingMode, PairingMode(seconds: 5)).until
        #expect(until > begin + 4 && until < Date() + 6)
    }

    /// Erasing a seat also erases the unreadable frame of its device.
    private func erase(_ line: RunningLine) async throws {
        let assign = AssignDevice(
            device: try line.radio.device(Self.garbled),
            seat: LineSetup.seat,
            from: Date(timeIntervalSinceNow: -3_600)
        )
        _ = try await line.connection.requests.call(
            SessionOperations.assignDevice,
            hub: BusAddress.siteHub,
            body: assign
        )
        _ = try await line.endSession()
        let run = try await ProgramRun(
            "vitalbus",
            ["seat", "erase", LineSetup.seat, "--yes", "--state", line.folder.state]
        )
        #expect(run.exit == .code(0), "\(run.text)")
        #expect(run.text.contains("frame"), "\(run.text)")
    }
}
