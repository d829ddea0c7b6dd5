import BusContract
import ContractLiterals
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Synchronization
import TestSupport
import Testing
import VitalRecords

/// Pairings that need a person, and failed ones, as clients on the bus see them.
@Suite(.serialized) struct PairingToldTests {
    private static let address = "F0:0D:00:00:00:01"
    private static let topics = [
        ReaderTopics.passkeyRequested.descriptor, ReaderTopics.didPairPeripheral.descriptor,
        ReaderTopics.didNotPairPeripheral.descriptor, ReaderTopics.readingFailed.descriptor,
    ]

    private static let settings: RunningLine.Settings = {
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 6, "timing": \(LineScenario.quick),
             "devices": [{"address": "\(address)", "pairing": "passkey", "passkey": 31415, "idleSeconds": 20}]}
            """
        settings.configuration = ["device-reader": ["health.interval": "1s", "read.idle": "500ms"]]
        return settings
    }()

    @Test func eachKindOfPairingAsksForWhatItNeedsAndIsTold() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await LineSetup.setPassive(line.connection, peripherals: [])
            try await EventWatch.with(line, Self.topics) { watch in
                try await pairByPasskey(line, watch)
                try await loseTheBond(line, watch)
                try await forget(line)
                try await show(line, watch)
                try await forget(line)
                try await compare(line, watch)
                try await forget(line)
                try await refuse(line, watch)
                try await cancel(line, watch)
            }
        }
    }

    private func pair(_ line: RunningLine) async throws -> PeripheralPaired {
        let body = PairPeripheral(device: try line.radio.device(Self.address), peripheralID: 3000, seat: LineSetup.seat)
        return try await line.radio.ask(ReaderTopics.pairPeripheral, body: body)
    }

    /// Begins a pairing and waits until it asks a person.
    private func begin(
        _ line: RunningLine,
        _ watch: EventWatch,
        _ kind: PasskeyKind
    ) async throws -> (Task<PeripheralPaired, any Error>, PasskeyRequested) {
        let before = try watch.all(ReaderTopics.passkeyRequested).count
        try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.address)"}"#)
        let pairing = Task { try await LineSetup.patiently { try await pair(line) } }
        try await line.wait("the question", during: pairing) {
            try watch.all(ReaderTopics.passkeyRequested).count > before
        }
        let asked = try #require(try watch.all(ReaderTopics.passkeyRequested).last)
        #expect((asked.kind, asked.seat, asked.device) == (kind, LineSetup.seat, try line.radio.device(Self.address)))
        return (pairing, asked)
    }

    private func answer(_ line: RunningLine, _ answer: AnswerPasskey) async throws {
        _ = try await line.connection.requests.call(ReaderTopics.answerPasskey, hub: LineSetup.hub, body: answer)
    }

    /// The answer to the request equals the event.
    private func expectPaired(_ watch: EventWatch, _ pairing: Task<PeripheralPaired, any Error>, count: Int)
        async throws
    {
        let answer = try await pairing.value
        #expect((answer.seat, answer.peripheralID, answer.assigned) == (LineSetup.seat, 3000, true))
        _ = try await watch.first(ReaderTopics.didPairPeripheral) { $0 == answer }
        // An earlier pairing may be equal to it.
        try await eventually("\(count) pairings are told") {
            try watch.all(ReaderTopics.didPairPeripheral).count == count
        }
    }

    private func pairByPasskey(_ line: RunningLine, _ watch: EventWatch) async throws {
        let (pairing, asked) = try await begin(line, watch, .enter)
        #expect(asked.digits == nil, "the device shows them")
        try await answer(line, AnswerPasskey(request: asked.request, passkey: "031415"))
        try await expectPaired(watch, pairing, count: 1)
    }

    private func show(_ line: RunningLine, _ watch: EventWatch) async throws {
        try await line.radio.control(#"{"do": "pairing", "device": "\#(Self.address)", "pairing": "enter"}"#)
        let (pairing, asked) = try await begin(line, watch, .show)
        let digits = try #require(asked.digits.flatMap { Int($0) })
        try await line.radio.control(#"{"do": "enter", "device": "\#(Self.address)", "passkey": \#(digits)}"#)
        try await expectPaired(watch, pairing, count: 2)
    }

    private func compare(_ line: RunningLine, _ watch: EventWatch) async throws {
        try await line.radio.control(#"{"do": "pairing", "device": "\#(Self.address)", "pairing": "confirm"}"#)
        let (pairing, asked) = try await begin(line, watch, .confirm)
        #expect(asked.digits?.count == 6)
        try await answer(line, AnswerPasskey(request: asked.request, accept: true))
        try await expectPaired(watch, pairing, count: 3)
    }

    /// The device loses its half of the bond: after three signs this is certain, and nothing is removed automatically.
    private func loseTheBond(_ line: RunningLine, _ watch: EventWatch) async throws {
        try await line.radio.control(#"{"do": "forget", "device": "\#(Self.address)"}"#)
        try await line.wait("the word for a stale pairing") {
            try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.address)"}"#)
            let read = ReadPeripheral(
                device: try line.radio.device(Self.address),
                peripheralID: 3000,
                seat: LineSetup.seat,
                seconds: 5
            )
            _ = try? await line.radio.ask(ReaderTopics.readPeripheral, body: read)
            return try watch.all(ReaderTopics.readingFailed).contains { $0.reason == .staleBond }
        }
        let told = try await watch.first(ReaderTopics.readingFailed) { $0.reason == .staleBond }
        #expect(told.error.code == "staleBond" && told.error.message.contains("vitalbus device forget"))
    }

    private func forget(_ line: RunningLine) async throws {
        let body = ForgetDevice(device: try line.radio.device(Self.address))
        let isForgotten = Mutex(false)
        let codes = Mutex<Set<BusError.Code>>([])
        try await line.wait("the device is forgotten") {
            do {
                let forgotten = try await line.connection.requests.call(
                    ReaderTopics.forgetDevice,
                    hub: LineSetup.hub,
                    body: body
                )
                isForgotten.withLock { $0 = forgotten.pairing }
                return true
            } catch let error as BusError {
                _ = codes.withLock { $0.insert(error.code) }
                return false
            }
        }
        // It was paired again after it was last forgotten, so it need not be seen again first.
        #expect(!codes.withLock { $0.contains(.conflict) })
        #expect(isForgotten.withLock { $0 })
        try await line.radio.control(#"{"do": "forget", "device": "\#(Self.address)"}"#)
    }

    private func refuse(_ line: RunningLine, _ watch: EventWatch) async throws {
        try await line.radio.control(#"{"do": "pairing", "device": "\#(Self.address)", "pairing": "reject"}"#)
        try await line.radio.control(#"{"do": "advertise", "device": "\#(Self.address)"}"#)
        // It may be out of range after it was forgotten, so the test retries as a person would.
        let error = await #expect(throws: BusError.self) {
            try await LineSetup.patiently { _ = try await pair(line) }
        }
        #expect(error?.code.rawValue == "pairingFailed")
        let told = try await watch.first(ReaderTopics.didNotPairPeripheral) { $0.reason == .pairingFailed }
        #expect((told.seat, told.device) == (LineSetup.seat, try line.radio.device(Self.address)))
    }

    private func cancel(_ line: RunningLine, _ watch: EventWatch) async throws {
        try await line.radio.control(
            #"{"do": "pairing", "device": "\#(Self.address)", "pairing": "passkey", "passkey": 2718}"#
        )
        let (pairing, _) = try await begin(line, watch, .enter)
        _ = try await line.connection.requests.call(ReaderTopics.cancel, hub: LineSetup.hub, body: CancelWork())
        let error = await #expect(throws: BusError.self) { _ = try await pairing.value }
        #expect(error?.code.rawValue == "cancelled")
        let told = try await watch.first(ReaderTopics.didNotPairPeripheral) { $0.reason == .cancelled }
        #expect(told.error.code == "cancelled")
    }
}
