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

/// The events for devices that a person asks for: ready, read, cancelled or failed, each with its reason and seat.
@Suite(.serialized) struct ForegroundLineTests {
    static let cuff = "F0:0D:00:00:00:01"
    static let locked = "F0:0D:00:00:00:02"
    private static let topics = [
        ReaderTopics.isReadyToReadPeripheral.descriptor, ReaderTopics.didReadPeripheral.descriptor,
        ReaderTopics.didCancelReading.descriptor, ReaderTopics.readingFailed.descriptor,
        ReaderTopics.readingProgress.descriptor, SessionEvents.readingHeld.descriptor,
    ]

    private static let settings: RunningLine.Settings = {
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 6, "timing": \(LineScenario.quick), "devices": [
              {"address": "\(cuff)", "idleSeconds": 30}, {"address": "\(locked)", "pairing": "justWorks"}]}
            """
        settings.configuration = ["device-reader": ["health.interval": "1s", "read.idle": "500ms"]]
        return settings
    }()

    @Test func aReadingIsToldFromReadyToItsEnd() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await LineSetup.setPassive(line.connection, peripherals: [])
            try await EventWatch.with(line, Self.topics) { watch in
                try await read(line, watch)
                try await progress(line, watch)
                try await cancel(line, watch)
                try await fail(line, watch)
            }
        }
    }

    private func call(
        _ line: RunningLine,
        _ device: DeviceID?,
        _ peripheralID: Int = 3000,
        autoSubmit: Bool? = nil,
        seconds: Int = 20,
        allowed: [DeviceID]? = nil
    ) async throws -> PeripheralDidRead {
        let body = ReadPeripheral(
            device: device,
            peripheralID: peripheralID,
            seat: LineSetup.seat,
            autoSubmit: autoSubmit,
            seconds: seconds,
            allowedDevices: allowed
        )
        return try await line.radio.ask(ReaderTopics.readPeripheral, body: body, timeout: .seconds(seconds + 20))
    }

    private func code(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "nothing"
        } catch {
            return (error as? BusError)?.code.rawValue ?? "\(error)"
        }
    }

    private func read(_ line: RunningLine, _ watch: EventWatch) async throws {
        let device = try line.radio.device(Self.cuff)
        for isSubmitted in [true, false] {
            let before = try watch.all(ReaderTopics.isReadyToReadPeripheral).count
            let reading = Task { try await self.call(line, device, autoSubmit: isSubmitted) }
            try await line.wait("the word to measure now", during: reading) {
                try watch.all(ReaderTopics.isReadyToReadPeripheral).count > before
            }
            let ready = try #require(try watch.all(ReaderTopics.isReadyToReadPeripheral).last)
            let wanted = PeripheralEvent(
                seat: LineSetup.seat,
                hub: LineSetup.hub,
                peripheralID: 3000,
                device: device
            )
            #expect(ready == wanted)
            #expect(await code { _ = try await self.call(line, device) } == "busy")
            #expect(try await watch.first(ReaderTopics.readingFailed) { $0.reason == .busy }.device == device)
            let systolic = isSubmitted ? 131 : 132
            try await line.radio.measure(Triple(systolic: Double(systolic), diastolic: 81, pulse: 61), at: Self.cuff)
            let answer = try await reading.value
            let told = try await watch.first(ReaderTopics.didReadPeripheral) { $0.records == answer.records }
            #expect(told == answer)
            #expect((told.seat, told.hub, told.device) == (LineSetup.seat, LineSetup.hub, device))
            let values = told.records.flatMap(\.measurements).filter { $0.metric == .systolic }.map(\.value)
            #expect(values == [DecimalNumber(Int64(systolic))])
            if !isSubmitted {
                #expect(told.disposition == .held)
                let held = try await watch.first(SessionEvents.readingHeld) { $0.reason == "awaitsConfirmation" }
                #expect((held.readingKey, held.device) == (told.records.first?.readingKey, device))
            }
        }
    }

    /// A cuff with a memory sends a measurement again, whatever its fate was.
    @Test func whatIsReadAgainOrAfterItsSessionIsToldAsWhatItIs() async throws {
        var settings = Self.settings
        settings.configuration["session-manager"] = ["seats": "\(LineSetup.seat),room-2"]
        try await RunningLine.with(settings) { line in
            try await line.startSession(user: "second-user", seat: "room-2")
            try await LineSetup.setPassive(line.connection, peripherals: [])
            try await EventWatch.with(line, Self.topics) { watch in
                let device = try line.radio.device(Self.cuff)
                let (measured, frame) = Self.frame(systolic: 141)
                #expect(try await tell(line, watch, frame).fate == .held)
                let held = try await watch.first(SessionEvents.readingHeld)
                #expect(held.device == device)
                #expect(try await tell(line, watch, frame).fate == .repeated)
                let assign = AssignDevice(device: device, seat: LineSetup.seat, from: measured.addingTimeInterval(-60))
                _ = try await line.connection.requests.call(
                    SessionOperations.assignDevice,
                    hub: BusAddress.siteHub,
                    body: assign
                )
                let (before, last) = Self.frame(systolic: 142)
                // A cuff's clock has whole seconds: after this pause the measurement belongs to the session however the
                // clock is corrected.
                try await line.wait("a while") { Date() > before.addingTimeInterval(2.5) }
                _ = try await line.endSession()
                let fate = try await tell(line, watch, last)
                #expect(fate.fate == .unsynced, "\(fate)")
            }
        }
    }

    /// The fate of a frame that a person asks for without naming a seat.
    private func tell(_ line: RunningLine, _ watch: EventWatch, _ frame: String) async throws -> ReadingFate {
        let device = try line.radio.device(Self.cuff)
        let before = try watch.all(ReaderTopics.didReadPeripheral).count
        let body = ReadPeripheral(device: device, peripheralID: 3000, seconds: 20)
        let reading = Task {
            try await line.radio.ask(ReaderTopics.readPeripheral, body: body)
        }
        try await line.radio.control(#"{"do": "measure", "device": "\#(Self.cuff)", "frame": "\#(frame)"}"#)
        let answer = try await reading.value
        try await line.wait("the event") { try watch.all(ReaderTopics.didReadPeripheral).count > before }
        #expect(try watch.all(ReaderTopics.didReadPeripheral).last?.disposition == answer.disposition)
        return answer.fates?.last ?? ReadingFate(readingKey: answer.records[0].readingKey, fate: answer.disposition)
    }

    /// A 2A35 frame of the current second, with its time.
    private static func frame(systolic: UInt8) -> (Date, String) {
        let measured = Date()
        let parts = Calendar(identifier: .gregorian)
            .dateComponents([.year, .month, .day, .hour, .minute, .second], from: measured)
        let year = parts.year ?? 0
        let rest = [parts.month, parts.day, parts.hour, parts.minute, parts.second].map { UInt8($0 ?? 0) }
        let bytes = [0x02, systolic, 0, 81, 0, 93, 0, UInt8(year & 0xFF), UInt8(year >> 8)] + rest
        return (measured, bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }

    /// The progress of a reading by its request's id: a cuff that is on, with an empty memory, waits for the person.
    private func progress(_ line: RunningLine, _ watch: EventWatch) async throws {
        let (device, id) = (try line.radio.device(Self.cuff), "progress-1")
        try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.cuff)"}"#)
        let body = ReadPeripheral(device: device, peripheralID: 3000, seat: LineSetup.seat, seconds: 20)
        let reading = Task {
            try await line.radio.ask(ReaderTopics.readPeripheral, body: body, id: id)
        }
        try await line.wait("the word that it waits", during: reading) {
            try Self.phases(watch, of: id).contains(.waiting)
        }
        #expect(await code { try await self.cancel(line, request: "another") } == "notFound")
        try await line.radio.measure(Triple(systolic: 133, diastolic: 81, pulse: 61), at: Self.cuff)
        _ = try await reading.value
        // The answer and the events reach this test on two ways.
        try await line.wait("the word that it receives") { try Self.phases(watch, of: id).contains(.receiving) }
        #expect(try Self.phases(watch, of: id) == [.connecting, .waiting, .receiving])
    }

    private static func phases(_ watch: EventWatch, of request: String) throws -> [ReadingProgress.Phase] {
        try watch.all(ReaderTopics.readingProgress).filter { $0.request == request }.map(\.phase)
    }

    private func cancel(_ line: RunningLine, request: String? = nil) async throws {
        let body = CancelWork(request: request)
        _ = try await line.connection.requests.call(ReaderTopics.cancel, hub: LineSetup.hub, body: body)
    }

    private func cancel(_ line: RunningLine, _ watch: EventWatch) async throws {
        let device = try line.radio.device(Self.cuff)
        let before = try watch.all(ReaderTopics.isReadyToReadPeripheral).count
        let reading = Task { await self.code { _ = try await self.call(line, device) } }
        try await line.wait("a reading that can be cancelled") {
            try watch.all(ReaderTopics.isReadyToReadPeripheral).count > before
        }
        try await cancel(line)
        #expect(await reading.value == "cancelled")
        let again = await code { try await self.cancel(line) }
        #expect(again == "notFound")
        let told = try await watch.first(ReaderTopics.didCancelReading)
        let wanted = PeripheralDidCancel(
            seat: LineSetup.seat,
            hub: LineSetup.hub,
            peripheralID: 3000,
            device: device
        )
        #expect(told == wanted)
    }

    /// Each failure answers the request and is announced, with the same reason.
    private func fail(_ line: RunningLine, _ watch: EventWatch) async throws {
        let (cuff, away) = (try line.radio.device(Self.cuff), try line.radio.device("F0:0D:00:00:00:77"))
        func expect(_ reason: ReaderFailure, _ word: String, _ body: () async throws -> PeripheralDidRead) async throws
        {
            #expect(await code { _ = try await body() } == word)
            let told = try await watch.first(ReaderTopics.readingFailed) { $0.reason == reason }
            #expect((told.seat, told.hub, told.error.code) == (LineSetup.seat, LineSetup.hub, word))
            #expect(!told.error.message.isEmpty)
        }
        try await expect(.notAllowed, "notAllowed") { try await call(line, cuff, allowed: []) }
        try await expect(.connectionTimeout, "timeout") { try await call(line, away, seconds: 1) }
        try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.cuff)"}"#)
        // Long enough to find the cuff on a slow machine.
        try await expect(.readingTimeout, "timeout") { try await call(line, cuff, seconds: 15) }
        try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.cuff)"}"#)
        try await expect(.missingPart, "authKeyMissing") { try await call(line, cuff, 32) }
        // The scanner would switch the adapter on again.
        try await line.hold("ble-scanner")
        try await line.radio.control(#"{"do": "adapter", "to": "off"}"#)
        try await line.states.waitForHealth("device-reader", what: "the word for it") { health in
            health.problems.contains { $0.code == "adapterPoweredOff" }
        }
        let body = ReadPeripheral(device: cuff, peripheralID: 3000, seat: LineSetup.seat, seconds: 20)
        try await expect(.bluetoothOff, "bluetoothOff") {
            try await line.connection.requests.call(
                ReaderTopics.readPeripheral,
                hub: LineSetup.hub,
                body: body,
                timeout: Patience.limit
            )
        }
        try await line.radio.control(#"{"do": "adapter", "to": "on"}"#)
        try await line.letGo("ble-scanner")
        _ = try await line.endSession()
        try await line.wait("the word that nobody is there") {
            await code { _ = try await call(line, away, seconds: 1) } == "noUser"
        }
        try await expect(.noUser, "noUser") { try await call(line, cuff) }
    }
}
