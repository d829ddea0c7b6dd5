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

/// A pairing checks model and seat before it asks for anything, and waits for the assignment.
@Suite(.serialized) struct PairingLineTests {
    private static let address = "F0:0D:00:00:00:01"

    private static var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 5, "timing": \(LineScenario.quick), "devices": [
              {"address": "\(address)", "pairing": "passkey", "passkey": 123456, "idleSeconds": 20}]}
            """
        settings.configuration = ["session-manager": ["seats": "room-1,room-2"]]
        return settings
    }

    private func pair(_ line: RunningLine, _ peripheral: Int, _ seat: String) async throws -> ProgramRun {
        let device = try line.radio.device(Self.address)
        let arguments = ["device", "pair", "\(device)", "\(peripheral)", "--seat", seat, "--state", line.folder.state]
        return try await ProgramRun("vitalbus", arguments)
    }

    private func fault(_ line: RunningLine, _ peripheral: Int, _ seat: String) async throws -> BusError? {
        let body = PairPeripheral(device: try line.radio.device(Self.address), peripheralID: peripheral, seat: seat)
        do {
            _ = try await line.radio.ask(ReaderTopics.pairPeripheral, body: body)
            return nil
        } catch let error as BusError {
            return error
        }
    }

    private func isSeen(_ line: RunningLine) async throws {
        let sightings = try await line.connection.client.subscribe(
            to: [ScannerTopics.peripheralSighted.descriptor],
            hub: LineSetup.hub
        )
        try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.address)"}"#)
        for await _ in sightings { break }
        sightings.cancel()
    }

    @Test func aWrongModelAndAnUnknownSeatAreRefusedBeforeAnythingIsAsked() async throws {
        try await RunningLine.with(Self.settings) { line in
            let questions = try await line.connection.client.subscribe(
                to: [ReaderTopics.passkeyRequested.descriptor],
                hub: LineSetup.hub
            )
            try await LineSetup.setPassive(line.connection, peripherals: [])
            try await isSeen(line)
            let model = try #require(try await fault(line, 1000, "room-1"))
            #expect(model.code == .invalidArgument && model.message.contains("pair it as 3000"), "\(model)")
            let seat = try #require(try await fault(line, 3000, "room12"))
            #expect(seat.code == .notFound && seat.message.contains("room-1, room-2"), "\(seat)")
            for (peripheral, seat) in [(1000, "room-1"), (3000, "room12")] {
                let run = try await pair(line, peripheral, seat)
                #expect(run.exit == .code(65) && !run.text.contains("paired"), "\(run.text)")
            }
            // A session manager that does not answer cannot confirm any seat.
            try await line.hold("session-manager")
            let away = try #require(try await fault(line, 3000, "room-2"))
            try await line.letGo("session-manager")
            #expect(away.isRetriable && away.message.contains("does not answer"), "\(away)")
            #expect(!line.truthTold("passkeyShown") && !line.truthTold("paired"))
            let answering = Task { try await answer(questions, line) }
            // The cuff may have gone to sleep meanwhile.
            try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.address)"}"#)
            #expect(try await fault(line, 3000, "room-2") == nil)
            try await answering.value
            let assigned = try await line.connection.requests.call(
                SessionOperations.devices,
                hub: BusAddress.siteHub,
                body: PageRequest(),
                timeout: Patience.answer
            )
            #expect(assigned.assignments.map(\.seat) == ["room-2"])
        }
    }

    /// Types the digits that the cuff shows, once.
    private func answer(_ questions: BusSubscription, _ line: RunningLine) async throws {
        for await message in questions {
            let question = try Envelope<PasskeyRequested>.decode(message.payload).data
            _ = try await line.connection.requests.call(
                ReaderTopics.answerPasskey,
                hub: LineSetup.hub,
                body: AnswerPasskey(request: question.request, passkey: "123456")
            )
            return
        }
    }

    /// Everything about devices that the SDK logs: pairings, readings, subscription requests.
    @Test func pairingsReadingsAndSubscriptionsAreLogged() async throws {
        try await RunningLine.with(Self.settings) { line in
            let logging = LoggingState(enabled: true, components: ["bluetooth", "healthkit"], sink: "file")
            _ = try await line.connection.requests.call(
                SessionOperations.setLogging,
                hub: BusAddress.siteHub,
                body: logging,
                timeout: Patience.answer
            )
            let questions = try await line.connection.client.subscribe(
                to: [ReaderTopics.passkeyRequested.descriptor],
                hub: LineSetup.hub
            )
            try await isSeen(line)
            let answering = Task { try await answer(questions, line) }
            let paired = try await line.radio.ask(
                ReaderTopics.pairPeripheral,
                body: PairPeripheral(device: try line.radio.device(Self.address), peripheralID: 3000, seat: "room-1")
            )
            try await answering.value
            #expect(paired.assigned == true)
            // The cuff's clock has whole seconds: a measurement within two seconds of the pairing may be older than it,
            // and is held.
            let past = Date() + 3
            try await line.wait("the cuff's clock to be past the pairing") { Date() >= past }
            try await line.radio.measure(Triple(systolic: 131, diastolic: 91, pulse: 71), at: Self.address)
            try await line.waitForAccepted(1)
            try await line.wait("the reading's end") {
                let log = line.log("room-1.device-reader.main")
                return log.contains("bluetooth: reading ended device=") && log.contains("readings=1")
            }
            let types = try await line.connection.requests.call(
                SessionOperations.sampleTypes,
                hub: BusAddress.siteHub,
                body: SampleTypesRequest(set: "weight")
            )
            _ = try await line.connection.requests.call(
                SessionOperations.setSubscriptions,
                hub: BusAddress.siteHub,
                body: SetSubscriptions(seat: LineSetup.seat, sampleTypes: types.sampleTypes)
            )
            let reader = line.log("room-1.device-reader.main")
            for words in [
                "bluetooth: pairing started device=", "bluetooth: paired assigned=true device=",
                "bluetooth: reading started device=", "bluetooth: reading ended device=", "readings=1",
            ] { #expect(reader.contains(words), "\(words) in \(reader)") }
            let manager = line.log("site.session-manager.main")
            #expect(
                manager.contains("healthkit: subscriptions set sampleTypes=\(types.sampleTypes.count)"),
                "\(manager)"
            )
            #expect(!manager.contains("core:"), "the part core is off")
            for secret in [Self.address, "F0_0D", "123456", "systolic", "mm[Hg]"] {
                #expect(!reader.contains(secret), "\(secret)")
            }
        }
    }
}

extension RunningLine {
    /// The content of a process's file `log`.
    nonisolated func log(_ principal: String) -> String {
        (try? String(contentsOfFile: "\(plan.layout.state)/\(principal)/log", encoding: .utf8)) ?? ""
    }

    /// Whether the simulated devices logged an event of this kind.
    nonisolated func truthTold(_ event: String) -> Bool {
        let text = (try? String(contentsOf: URL(filePath: folder.truth), encoding: .utf8)) ?? ""
        return text.contains(#""event":"\#(event)""#)
    }
}
