import BusContract
import BusEndpoints
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import SiteAuthority
import SiteRecords
import TestSupport
import Testing
import VitalRecords

/// The fate of a requested reading that is held: the reader's answer gives each reason.
@Suite(.serialized) struct FateToldTests {
    private static let cuff = "F0:0D:00:00:00:01"
    private static let scale = "F0:0D:00:00:00:02"
    private static let clockless = "F0:0D:00:00:00:03"
    private static let other = "room-2"

    private static let settings: RunningLine.Settings = {
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 6, "timing": \(LineScenario.quick), "devices": [
              {"address": "\(cuff)", "idleSeconds": 30},
              {"address": "\(clockless)", "quirks": ["hiddenClock"], "idleSeconds": 30},
              {"address": "\(scale)", "name": "MIBFS", "profile": "weightScale", "idleSeconds": 30}]}
            """
        settings.configuration = [
            "device-reader": ["health.interval": "1s", "read.idle": "500ms"],
            "session-manager": ["seats": "\(LineSetup.seat),\(other)"],
        ]
        return settings
    }()

    @Test func whyAReadingIsHeldStandsInTheAnswer() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await line.startSession(user: "second-user", seat: Self.other)
            try await LineSetup.setPassive(line.connection, peripherals: [])
            let older = try await read(line, Self.pressure(141, secondsAgo: 600), seat: LineSetup.seat)
            #expect((older.fate, older.reason) == (.held, .olderThanRequest))
            let unset = try await read(line, Self.pressure(142, secondsAgo: nil))
            #expect((unset.fate, unset.reason) == (.held, .clockUnknown))
            // Another link brings the same record of a cuff with an invalid date: it may or may not be the same
            // measurement.
            let odd = try await read(line, Self.impossiblyDated, of: Self.clockless)
            #expect((odd.fate, odd.reason) == (.held, .clockUnknown))
            let again = try await read(line, Self.impossiblyDated, of: Self.clockless)
            #expect((again.fate, again.reason) == (.held, .possibleRepeat))
            // The value is so rare that a person must check it first.
            let rare = try await read(line, Self.pressure(255, diastolic: 12, secondsAgo: -30), seat: LineSetup.seat)
            #expect((rare.fate, rare.reason) == (.held, .implausible))
            try await assign(line, Self.cuff)
            let early = try await read(line, Self.pressure(143, secondsAgo: 1_800))
            #expect((early.fate, early.reason) == (.held, .noSession))
            let ancient = try await read(line, Self.pressure(144, secondsAgo: 40 * 365 * 86_400))
            #expect((ancient.fate, ancient.reason) == (.held, .invalid))
        }
    }

    /// A joined hub measures for its own seats; for another hub's seat a person must ask first, which did not happen
    /// here.
    @Test func whatAHubReadsForAnotherHubsSeatIsHeldAndSaidSo() async throws {
        var settings = Self.settings
        settings.prepare = { folder in
            let record = try SiteRecord(site: "demo", addresses: ["127.0.0.1"])
            let site = try Site.make(record, files: SiteFiles(state: folder.state), now: Date())
            _ = try site.add(LineSetup.hub, seats: ["bed-of-its-own"], again: false, now: Date())
        }
        (settings.operatorName, settings.startsSession) = ("nurse", false)
        try await RunningLine.with(settings) { line in
            let address = try line.address("vitalbus-nurse")
            let nurse = HubConnection.Target(
                address: address,
                endpoint: .unixSocket(line.plan.layout.socket),
                passwordFile: line.plan.layout.password(address)
            )
            try await LineSetup.setPassive(line.connection, peripherals: [])
            try await HubConnection.with(nurse, patience: Patience.answer) { person in
                try await LineSetup.startSession(person, plan: line.plan)
                try await waitForRadio(line)
                // The hub's own command line asks its reader, but for another hub's seat a person must ask first.
                let fate = try await read(line, Self.pressure(148, secondsAgo: -30), seat: LineSetup.seat)
                #expect((fate.fate, fate.reason) == (.held, .anotherHubsSeat))
                let held = try await person.requests.call(
                    SessionOperations.heldReadings,
                    hub: BusAddress.siteHub,
                    body: PageRequest(),
                    timeout: Patience.limit
                )
                #expect(held.readings.map(\.reason) == [.anotherHubsSeat])
                #expect(held.readings.map(\.reading.readingKey) == [fate.readingKey])
            }
        }
    }

    /// "Measure first, then switch Bluetooth on": only an explicit request covers earlier measurements of a meter that
    /// people share.
    @Test func whatWasMeasuredAMomentBeforeIsTheSeatsWhereItIsAskedFor() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await LineSetup.setPassive(line.connection, peripherals: [])
            for (systolic, since) in [(UInt8(145), Int?.none), (146, 600)] {
                let frame = Self.pressure(systolic, secondsAgo: 300)
                let done = try await readAll(line, frame, seat: LineSetup.seat, sinceSeconds: since)
                let reading = try #require(done.records.last)
                #expect(reading.seatByWord == (since == nil ? nil : LineSetup.seat), "\(systolic)")
                #expect(reading.awaitsConfirmation == true)
            }
            let body = ReadPeripheral(device: nil, peripheralID: 3000, seconds: 20, sinceSeconds: 601)
            await #expect(throws: BusError.self) {
                try await line.radio.ask(ReaderTopics.readPeripheral, body: body)
            }
        }
    }

    /// A useless pairing is refused before the device is touched, and the model's picture comes with the answer for
    /// clients without access to the hub's files.
    @Test func whatCannotBeReadIsNotPairedAndAModelHasItsPicture() async throws {
        try await RunningLine.with(Self.settings) { line in
            let all = try await call(line, ReaderTopics.supportedPeripherals, hub: LineSetup.hub, PeripheralFilter())
            // A program that was made before there were pages reads the first alone.
            let bytes = try JSONEncoder().encode(all).count
            #expect(all.pages == 1, "\(bytes) bytes: an older program misses models")
            #expect(all.peripherals.allSatisfy { $0.image == nil })
            let lacking = try #require(all.peripherals.first { !($0.missing ?? []).isEmpty && !$0.disabled })
            let pair = PairPeripheral(
                device: try line.radio.device("F0:0D:00:00:00:09"),
                peripheralID: lacking.peripheralID
            )
            let refusal = await #expect(throws: BusError.self) {
                try await line.radio.ask(ReaderTopics.pairPeripheral, body: pair)
            }
            #expect(refusal?.code.rawValue == lacking.missing?.first?.code, "\(String(describing: refusal))")
            let one = try await call(
                line,
                ReaderTopics.supportedPeripherals,
                hub: LineSetup.hub,
                PeripheralFilter(peripheralID: 3000)
            )
            #expect(one.peripherals.first?.image?.hasPrefix("data:image/svg+xml;base64,") == true)
        }
    }

    /// A scale sends a weight, and then again with more values: a better revision.
    @Test func whatAPersonHasChangedIsNotOverwrittenAndTheAnswerSaysSo() async throws {
        // The catalogue reads Mi scales by their adverts; this override makes the hub connect to one.
        let catalogue = FileManager.default.temporaryDirectory.appending(path: "vitalbus-\(UUID().uuidString).json")
        let rule = #"{"services": ["0000181d-0000-1000-8000-00805f9b34fb"]}"#
        try Data(#"{"override": [{"id": 5000, "advert": \#(rule)}]}"#.utf8).write(to: catalogue)
        defer { try? FileManager.default.removeItem(at: catalogue) }
        var settings = Self.settings
        for actor in ["ble-scanner", "device-reader"] {
            settings.configuration[actor, default: [:]]["catalogue.file"] = catalogue.path
        }
        try await RunningLine.with(settings) { line in
            try await LineSetup.setPassive(line.connection, peripherals: [])
            try await waitForRadio(line)
            let (weight, better) = Self.weights()
            let first = try await read(line, weight, of: Self.scale, peripheralID: 5000, seat: LineSetup.seat)
            #expect(first.fate == .submitted)
            let logID = try #require(first.logID)
            try await line.waitForAccepted(1)
            let update = UpdateRecord(
                logID: logID,
                baseRevision: 1,
                measurements: [Measurement(metric: .bodyWeight, value: 71, unit: "kg")]
            )
            #expect(try await call(line, SessionOperations.updateRecord, update).outcome == "accepted")
            let again = try await read(line, better, of: Self.scale, peripheralID: 5000, seat: LineSetup.seat)
            #expect((again.readingKey, again.fate, again.reason) == (first.readingKey, .held, .changedByHand))
        }
    }

    private func call<Body: Codable & Sendable, Reply: Codable & Sendable>(
        _ line: RunningLine,
        _ operation: MessageBus.Operation<Body, Reply>,
        hub: String = BusAddress.siteHub,
        _ body: Body
    ) async throws -> Reply {
        try await line.connection.requests.call(operation, hub: hub, body: body, timeout: Patience.limit)
    }

    private func assign(_ line: RunningLine, _ address: String) async throws {
        let from = Date(timeIntervalSinceNow: -50 * 365 * 86_400)
        let assign = AssignDevice(device: try line.radio.device(address), seat: LineSetup.seat, from: from)
        _ = try await call(line, SessionOperations.assignDevice, assign)
    }

    /// The answer for a requested reading of the cuff, held for confirmation.
    private func readAll(
        _ line: RunningLine,
        _ frame: String,
        seat: String,
        sinceSeconds: Int?
    ) async throws -> PeripheralDidRead {
        let body = ReadPeripheral(
            device: try line.radio.device(Self.cuff),
            peripheralID: 3000,
            seat: seat,
            autoSubmit: false,
            seconds: 20,
            sinceSeconds: sinceSeconds
        )
        let reading = Task { try await line.radio.ask(ReaderTopics.readPeripheral, body: body) }
        try await line.radio.control(#"{"do": "measure", "device": "\#(Self.cuff)", "frame": "\#(frame)"}"#)
        return try await reading.value
    }

    /// Waits until the hub can search for a device: a request that is made again is later than the frame made for it.
    private func waitForRadio(_ line: RunningLine) async throws {
        let absent = ReadPeripheral(
            device: try line.radio.device("F0:0D:00:00:00:77"),
            peripheralID: 3000,
            seat: LineSetup.seat,
            seconds: 1
        )
        try await line.wait("a search that finds nothing") {
            do {
                _ = try await line.radio.ask(ReaderTopics.readPeripheral, body: absent)
                return false
            } catch let error as BusError {
                return error.code.rawValue == "timeout"
            }
        }
    }

    /// The fate of a frame from a requested device.
    private func read(
        _ line: RunningLine,
        _ frame: String,
        of address: String = Self.cuff,
        peripheralID: Int = 3000,
        seat: String? = nil
    ) async throws -> ReadingFate {
        let body = ReadPeripheral(
            device: try line.radio.device(address),
            peripheralID: peripheralID,
            seat: seat,
            seconds: 20
        )
        let reading = Task { try await line.radio.ask(ReaderTopics.readPeripheral, body: body) }
        try await line.radio.control(#"{"do": "measure", "device": "\#(address)", "frame": "\#(frame)"}"#)
        return try #require(try await reading.value.fates?.last)
    }

    /// A 2A35 frame with its time of measurement, or from a clock that was never set.
    private static func pressure(_ systolic: UInt8, diastolic: UInt8 = 81, secondsAgo: Double?) -> String {
        let time = secondsAgo.map { stamp(Date(timeIntervalSinceNow: -$0)) } ?? [0, 0, 1, 1, 0, 0, 0]
        return hex([0x02, systolic, 0, diastolic, 0, 93, 0] + time)
    }

    /// A 2A35 frame dated 29 February 2023.
    private static let impossiblyDated = hex([0x02, 147, 0, 81, 0, 93, 0, 0xE7, 7, 2, 29, 10, 0, 0])

    /// A Mi scale's two frames for one weighing: without impedance, and with it.
    private static func weights() -> (String, String) {
        // Not older than the request, which follows a moment later; on a slow machine, after some seconds.
        let time = stamp(Date(timeIntervalSinceNow: 30))
        let weight: [UInt8] = [0x70, 0x38]
        return (hex([0x02, 0x24] + time + [0, 0] + weight), hex([0x02, 0x26] + time + [0xF4, 0x01] + weight))
    }

    /// A time in the format of 2A08.
    private static func stamp(_ date: Date) -> [UInt8] {
        let parts = Calendar(identifier: .gregorian)
            .dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let year = parts.year ?? 0
        return [UInt8(year & 0xFF), UInt8(year >> 8)]
            + [parts.month, parts.day, parts.hour, parts.minute, parts.second].map { UInt8($0 ?? 0) }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
