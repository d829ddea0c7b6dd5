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

/// The built command line on a real hub with several seats: unknown names are refused, and no such command exits with
/// 0.
@Suite(.serialized) struct NamesTests {
    /// A command that must be refused.
    private struct Refused {
        let arguments: [String]
        let exit: Int32
        /// The words in the refusal.
        let words: [String]

        init(_ line: String, _ exit: Int32 = 65, _ words: String...) {
            arguments = line.split(separator: " ").map(String.init)
            self.exit = exit
            self.words = words
        }
    }

    /// A misspelled seat, in every command that takes one.
    private static let seats = [
        "record add --type biometrics pulse=64", "record list", "session show", "session end", "session queue",
        "session queue --rejected", "session list", "held", "held confirm rnd1-00000000000000000000000000000000",
        "device list", "device assign 00000000-0000-5000-8000-000000000001 --unseen", "device read 3000", "watch",
        "photo send nofile.jpg", "photo watch desk", "health subscribe weight",
        "health fetch routine --from 2026-03-01",
        "health cancel", "health folders /nowhere", "health imports",
    ].map { command in
        let others = ["did you mean room-2?", "room-1, room-2, room-3"]
        return Refused("\(command) --seat romo-2", 65, "unknown seat 'romo-2'", others[0], others[1])
    }

    private static let others = [
        Refused("seat erase romo-2 --yes", 65, "unknown seat 'romo-2'", "did you mean room-2?"),
        Refused("session queue --session ffff", 65, "unknown session 'ffff'", "seat room-1, running"),
        Refused("session end --seat room-1 --session ffff", 65, "unknown session 'ffff'", "seat room-1, running"),
        Refused("held show ffff", 65, "unknown held reading 'ffff'", "there are none yet"),
        Refused("held discard rnd1-00000000000000000000000000000000 --yes", 65, "is held"),
        Refused("held --device ffff", 65, "unknown device 'ffff'"),
        Refused("device list --device ffff", 65, "unknown device 'ffff'"),
        Refused("device assign ffff --seat room-1", 65, "unknown device 'ffff'", "device nearby"),
        Refused("device assign 00000000-0000-5000-8000-000000000001 --seat room-1", 65, "unknown device '00000000"),
        Refused("device unassign ffff", 65, "unknown device 'ffff'"),
        Refused("device unassign 00000000-0000-5000-8000-000000000001", 65, "no such assignment"),
        Refused("device forget ffff --yes", 65, "unknown device 'ffff'"),
        Refused("device forget 00000000-0000-5000-8000-000000000001 --yes", 65, "nothing was forgotten"),
        Refused("device read 9999", 65, "unknown peripheral '9999'", "3000"),
        Refused("peripheral show 3001", 65, "unknown peripheral '3001'", "did you mean", "3000"),
        Refused("passive set 3000 9999", 65, "unknown peripheral '9999'"),
        Refused("photo send nofile.jpg --worker lab", 65, "unknown hub with an OCR worker 'lab'", "there is room-1"),
        Refused("watch --hub romo-1", 65, "unknown hub 'romo-1'", "did you mean room-1?"),
        Refused("health cancel --seat room-1 no-such-fetch", 65, "no fetch 'no-such-fetch'"),
        Refused("record list --seat room-1 --metric sistolic", 65, "did you mean systolic?"),
        Refused("record list --seat room-1 --from yesterday", 65, "2026-03-01"),
        Refused("record update no-such-record --revision 1 pulse=64", 65, "unknown record no-such-record"),
        Refused("record delete no-such-record --revision 1", 65, "unknown record no-such-record"),
        Refused("record add --type biometrics --seat room-3 pulse=64", 65, "not stored", "default user"),
        Refused("record add --type biometrics --seat room-4 pulse=64", 65, "held, reading rnd1-", "held confirm"),
        Refused("import nofile.zip --seat room-1", 66, "nofile.zip does not exist"),
    ]

    /// Commands that need no hub.
    private static let alone = [
        Refused("ocr nofile.jpg", 66, "nofile.jpg does not exist"),
        Refused("scan nofile.jpg", 66, "nofile.jpg does not exist"),
        Refused("call session-manager seats /", 65, "name a file, not a folder"),
        Refused("sesion list", 64, "did you mean 'session'?"),
        Refused("record lsit --seat room-1", 64, "'vitalbus record' has no subcommand 'lsit'; did you mean 'list'?"),
        Refused("held cnofirm", 64, "did you mean 'confirm'?"),
    ]

    private static var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.readings = 1
        settings.ocrWorkers = 1
        settings.configuration["session-manager"] = ["seats": "\(LineSetup.seat),room-2,room-3,room-4"]
        return settings
    }

    @Test func whatDoesNotExistIsRefusedWithWhatExists() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await line.startSession(user: "second-user", seat: "room-2")
            let defaultUser = StartSession(seat: "room-3", defaultUser: true)
            let starting = line.connection.requests
            _ = try await starting.call(SessionOperations.startSession, hub: BusAddress.siteHub, body: defaultUser)
            try await line.wait("two held readings, one of each cuff") {
                try await line.heldDevices().count == 2
            }
            for device in try await line.heldDevices() {
                let body = AssignDevice(device: device, seat: "room-1", from: Date(timeIntervalSinceNow: -3_600))
                _ = try await starting.call(SessionOperations.assignDevice, hub: BusAddress.siteHub, body: body)
            }
            for refused in Self.seats + Self.others {
                try await expect(refused, more: ["--state", line.folder.state])
            }
            for refused in Self.alone { try await expect(refused) }
            try await namesAreFound(line)
            try await rightsAreNeeded(line)
        }
    }

    private func expect(_ refused: Refused, more: [String] = []) async throws {
        let run = try await ProgramRun("vitalbus", refused.arguments + more)
        let command = refused.arguments.joined(separator: " ")
        #expect(run.exit == .code(refused.exit), "\(command): \(run.text)")
        for words in refused.words { #expect(run.text.contains(words), "\(command): \(run.text)") }
    }

    /// Prefixes and words suffice if they are unambiguous.
    private func namesAreFound(_ line: RunningLine) async throws {
        let state = ["--state", line.folder.state]
        let sessions = try await ProgramRun("vitalbus", ["session", "list", "--seat", "room-2"] + state)
        #expect(sessions.exit == .code(0) && sessions.lines.count == 2, "\(sessions.text)")
        let id = try #require(sessions.lines.last?.split(separator: " ").first)
        let device = try #require(try await line.assignedDevices().first).description
        for command in [
            ["session", "queue", "--session", String(id.prefix(18))],
            ["device", "list", "--device", String(device.prefix(8))],
            ["peripheral", "show", "coaguchek"],
        ] {
            let run = try await ProgramRun("vitalbus", command + state)
            #expect(run.exit == .code(0), "\(command): \(run.text)")
        }
    }

    /// An uploader's account may not receive events.
    private func rightsAreNeeded(_ line: RunningLine) async throws {
        let address = try line.address("uploader")
        let file = line.folder.state + "/another.yaml"
        let text = """
            site: \(address.site)
            hub: \(LineSetup.hub)
            vitalbus:
              bus.socket: \(line.plan.layout.broker)/mqtt.sock
              bus.username: \(address.hub).\(address.actor).\(address.instance)
              bus.password-file: \(line.plan.layout.password(address))
            """
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        for command in [["watch"], ["log"], ["status"]] {
            let run = try await ProgramRun("vitalbus", command + ["--config", file])
            #expect(run.exit == .code(77), "\(command): \(run.text)")
        }
    }

    /// Two people's readings: each list has its own person's, with their fates.
    @Test func aPersonsReadingsAreListedWithTheirFates() async throws {
        var settings = Self.settings
        settings.hasDevices = false
        settings.ocrWorkers = 0
        try await RunningLine.with(settings) { line in
            try await line.startSession(user: "second-user", seat: "room-2")
            let state = ["--state", line.folder.state]
            for (seat, pulse) in [("room-1", 61), ("room-1", 65), ("room-2", 77)] {
                let add = ["record", "add", "--type", "biometrics", "--seat", seat, "pulse=\(pulse)"]
                let run = try await ProgramRun("vitalbus", add + state)
                #expect(run.exit == .code(0), "\(run.text)")
            }
            try await line.waitForAccepted(3)
            try await line.wait("three records told") { try await line.toldSubmitted().count == 3 }
            let list = try await ProgramRun("vitalbus", ["record", "list", "--seat", "room-1", "--plot"] + state)
            #expect(list.exit == .code(0) && list.lines.last == "2 readings", "\(list.text)")
            #expect(list.text.contains("pulse 65") && list.text.contains("pulse 61"), "\(list.text)")
            #expect(!list.text.contains("pulse 77") && list.text.contains("submitted 20"), "\(list.text)")
            let json = try await ProgramRun("vitalbus", ["record", "list", "--seat", "room-2", "--json"] + state)
            let entry = try WireJSON.decode(RecordHistory.Entry.self, from: Array((json.lines.first ?? "").utf8))
            #expect(json.lines.count == 1 && entry.state == "submitted" && entry.serverID != nil, "\(json.text)")
            let accepted = try await line.cloud.accepted().map(\.logID)
            #expect(accepted.contains(entry.record.logID.rawValue))
            let seats = try await ProgramRun("vitalbus", ["seat", "list"] + state)
            #expect(seats.lines.count == 5 && seats.text.contains("second-user"), "\(seats.text)")
            // The queue's state is published within half a second.
            try await line.wait("the state of the empty queue") {
                try await ProgramRun("vitalbus", ["status"] + state).text.contains("queue: 0 waiting")
            }
            let status = try await ProgramRun("vitalbus", ["status"] + state)
            #expect(status.exit == .code(0), "\(status.text)")
            for words in ["session-manager online", "room-2", "s ago", "queue: 0 waiting", "seat room-4 has none"] {
                #expect(status.text.contains(words), "\(words): \(status.text)")
            }
            #expect(status.lines.allSatisfy { $0.count <= 160 })
        }
    }
}

extension RunningLine {
    fileprivate nonisolated func heldDevices() async throws -> Set<DeviceID> {
        let held = try await connection.requests.call(
            SessionOperations.heldReadings,
            hub: BusAddress.siteHub,
            body: PageRequest()
        )
        return Set(held.readings.compactMap(\.reading.device))
    }

    fileprivate nonisolated func assignedDevices() async throws -> [DeviceID] {
        try await connection.requests.call(SessionOperations.devices, hub: BusAddress.siteHub, body: PageRequest())
            .assignments.map(\.device)
    }
}
