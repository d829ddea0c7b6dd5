import BlueZ
import BusContract
import ContractLiterals
import DBus
import FoundationEssentials
import MessageBus
import Synchronization
import TestSupport
import Testing

@testable import DeviceReaderActor

@Suite struct OperatorAgentTests {
    private let clock = ManualClock()
    private let agent: OperatorAgent

    init() {
        let environment = BusEnvironment(now: { Samples.start }, newID: { "q1" }, clock: clock)
        agent = OperatorAgent(environment)
    }

    private func device(_ address: String) throws -> DeviceInfo {
        let path: DBusObjectPath = "/org/bluez/hci0/dev_1"
        return try #require(DeviceInfo(path: path, properties: ["Address": .string(address)]))
    }

    private let wanted = "F0:0D:00:00:00:01"
    private func address() throws -> BluetoothAddress { try #require(BluetoothAddress(wanted)) }

    @Test func onlyTheDeviceBeingPairedIsAuthorized() async throws {
        let (own, other) = (try device(wanted), try device("F0:0D:00:00:00:02"))
        await #expect(throws: PairingRefusal.self) { try await agent.authorizePairing(of: own) }
        try await agent.allowing(try address()) {
            try await agent.authorizePairing(of: own)
            try await agent.authorize(service: "1810", for: own)
            await #expect(throws: PairingRefusal.self) { try await agent.authorizePairing(of: other) }
            await #expect(throws: PairingRefusal.self) { _ = try await agent.passkey(for: other) }
            await #expect(throws: PairingRefusal.self) { try await agent.confirm(passkey: 1, for: other) }
        }
        await #expect(throws: PairingRefusal.self) { try await agent.authorizePairing(of: own) }
    }

    /// Pairs while a person answers; each question is passed on once it can be answered.
    private func asking<Result: Sendable>(
        _ body: @escaping @Sendable (OperatorAgent, DeviceInfo) async throws -> Result,
        answer: @escaping @Sendable (OperatorAgent, PasskeyBook.Question) async -> Void
    ) async throws -> Result {
        let own = try device(wanted)
        let agent = agent
        let asking: OperatorAgent.Asking = { await answer(agent, $0) }
        return try await agent.allowing(try address(), asking: asking) { try await body(agent, own) }
    }

    private func passkey(_ agent: OperatorAgent, _ device: DeviceInfo) async throws -> UInt32 {
        try await agent.passkey(for: device)
    }

    private func compare(_ agent: OperatorAgent, _ device: DeviceInfo) async throws {
        try await agent.confirm(passkey: 7, for: device)
    }

    @Test func aPersonsDigitsReachTheDevice() async throws {
        let typed = try await asking(passkey) { agent, question in
            #expect(question.kind == .enter && question.digits == nil)
            try? agent.answer(AnswerPasskey(request: question.id, passkey: "012345"))
        }
        #expect(typed == 12_345)
    }

    @Test func differentDigitsAreRefused() async throws {
        await #expect(throws: PairingRefusal.self) {
            try await asking(compare) { agent, question in
                #expect(question.kind == .confirm && question.digits == "000007")
                try? agent.answer(AnswerPasskey(request: question.id, accept: false))
            }
        }
    }

    @Test func aQuestionThatBlueZTakesBackEnds() async throws {
        await #expect(throws: CancellationError.self) {
            _ = try await asking(passkey) { agent, _ in await agent.cancel() }
        }
        let late = AnswerPasskey(request: "q1", passkey: "123456")
        #expect(throws: BusError.self) { try agent.answer(late) }
    }

    /// Without an answer the device is refused once the person's time is over.
    @Test func aQuestionThatNobodyAnswersIsRefusedInTheEnd() async throws {
        let clock = clock
        await #expect(throws: PairingRefusal.self) {
            _ = try await asking(passkey) { _, _ in
                await clock.sleepers(atLeast: 1)
                clock.advance(by: OperatorAgent.patience)
            }
        }
    }

    @Test func shownDigitsAreToldOnce() async throws {
        let told = Mutex<[String]>([])
        let show: @Sendable (OperatorAgent, DeviceInfo) async throws -> Void = { agent, device in
            for entered in 0..<6 { await agent.show(passkey: 42, entered: UInt16(entered), for: device) }
        }
        try await asking(show) { _, question in
            told.withLock { $0.append("\(question.kind.rawValue) \(question.digits ?? "")") }
        }
        #expect(told.withLock { $0 } == ["show 000042"])
    }
}
