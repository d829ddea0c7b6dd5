import BusContract
import ContractLiterals
import HubRunner
import Logging
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// A reading that the session manager refuses, and the answer to the person who asked for it.
///
/// The session manager refuses only readings that no message can carry, and no meter makes those, so the test answers
/// under its account.
@Suite(.serialized) struct RefusedReadingTests {
    private static let cuff = "F0:0D:00:00:00:01"

    private static let settings: RunningLine.Settings = {
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 6, "timing": \(LineScenario.quick), "devices": [{"address": "\(cuff)", "idleSeconds": 30}]}
            """
        settings.configuration = ["device-reader": ["read.idle": "500ms"]]
        return settings
    }()

    @Test func itIsToldAsRefusedWithTheReason() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await LineSetup.setPassive(line.connection, peripherals: [])
            let topics = [ReaderTopics.isReadyToReadPeripheral.descriptor, ReaderTopics.didReadPeripheral.descriptor]
            try await EventWatch.with(line, topics) { watch in
                let request = ReadPeripheral(
                    device: try line.radio.device(Self.cuff),
                    peripheralID: 3000,
                    seat: LineSetup.seat,
                    seconds: 30
                )
                let reading = Task {
                    try await line.radio.ask(ReaderTopics.readPeripheral, body: request)
                }
                _ = try await watch.first(ReaderTopics.isReadyToReadPeripheral, during: reading)
                // It receives everything, but no longer answers.
                try await line.hold("session-manager")
                try await refusing(line) {
                    try await line.radio.measure(Triple(systolic: 131, diastolic: 81, pulse: 61), at: Self.cuff)
                    let answer = try await reading.value
                    #expect(answer.disposition == .refused)
                    #expect(answer.fates?.map(\.error?.code) == ["payloadTooLarge"])
                    #expect(try await watch.first(ReaderTopics.didReadPeripheral).disposition == .refused)
                }
                try await line.letGo("session-manager")
            }
        }
    }

    /// Runs a body while every submission of readings is refused.
    private func refusing(_ line: RunningLine, _ body: @Sendable @escaping () async throws -> Void) async throws {
        try await line.asProcess("session-manager") { client in
            let refuse = RequestHandler(SessionOperations.submitRecords) { body, _ in
                SubmittedRecords(
                    results: body.records.map {
                        SubmittedRecords.Result(
                            readingKey: $0.readingKey,
                            revision: $0.revision,
                            outcome: "refused",
                            error: WireFault(BusError(.payloadTooLarge, message: "the reading is over 48000 bytes"))
                        )
                    }
                )
            }
            let server = try RequestServer(client, handlers: [refuse], logger: Logger(label: "refusing"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                group.addTask { try await body() }
                try await group.next()
                group.cancelAll()
            }
        }
    }
}
