import ActorRuntime
import DeviceCodecs
import FoundationEssentials
import Logging
import MessageBus
import Outbox
import TestSupport
import Testing
import VitalRecords

@testable import DeviceReaderActor

/// Users of the simulator's body scale, registered and read.
@Suite struct ConsentedLinkTests: LinkTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A weight frame of a user, in steps of 0.005 kg.
    private func weight(_ steps: UInt8, user: UInt8) -> [UInt8] { [4, steps, 0x3E, user] }

    private func consent(_ user: UInt8, _ code: UInt16) -> ConsentProcedure.Consent {
        ConsentProcedure.Consent(user: user, code: code)
    }

    private func read(
        _ store: OutboxStore,
        _ radio: BodyScaleRadio,
        _ inbox: LinkInbox,
        _ elapsed: @escaping @Sendable () -> Duration,
        _ consents: [ConsentProcedure.Consent]
    ) async throws -> LinkResult {
        let characteristics: [BluetoothUUID: Set<BluetoothUUID>] = [
            .weightScaleService: [.weightMeasurement],
            .userDataService: UserDataProcedure.characteristics.union([.userControlPoint]),
        ]
        let plan = try #require(LinkPlan(characteristics, peripheralID: 5_000))
        let procedure = plan.procedure(
            mark: nil,
            consents: consents,
            quirks: [],
            limits: IndicatedProcedure.Limits(
                first: .milliseconds(100),
                idle: .milliseconds(50),
                longest: .seconds(60)
            ),
            access: RACPMachine.Limits()
        )
        let moment = now
        let environment = BusEnvironment(now: { moment }, newID: { "id" }, clock: ContinuousClock())
        let session = LinkSession(
            procedure,
            radio: radio,
            inbox: inbox,
            sink: sink(store, environment),
            decoding: FrameDecoding(hub: try Samples.hub(), store: store, logger: logger),
            context: Samples.context(offset: 0),
            elapsed: elapsed
        )
        return await session.run()
    }

    @Test func eachUserWhoAgreedIsReadInTurn() async throws {
        let store = try await open()
        let inbox = LinkInbox()
        let elapsed = stopwatch()
        let radio = BodyScaleRadio(
            users: [1_234, 7, 42],
            stored: [1: [weight(1, user: 1)], 2: [weight(2, user: 2)], 3: [weight(3, user: 3)]],
            inbox: inbox,
            now: now,
            elapsed: elapsed
        )
        let result = try await read(store, radio, inbox, elapsed, [consent(1, 1_234), consent(3, 42)])
        #expect(radio.requests == [[2, 1, 0xD2, 4], [2, 3, 42, 0]])
        #expect(result.end == .done && result.fault == nil)
        #expect(result.readings.map(\.userIndex) == [1, 3], "user 2 agreed to nothing")
        #expect(result.consents == ConsentProcedure.Finding(accepted: [1, 3]))
        try await store.close()
    }

    /// The scale was reset and gave the number to another person.
    @Test func aConsentThatTheScaleDoesNotTakeReadsNobodyAndRegistersNobody() async throws {
        let store = try await open()
        let inbox = LinkInbox()
        let elapsed = stopwatch()
        let stranger: [UInt8: [[UInt8]]] = [1: [weight(1, user: 1)]]
        let radio = BodyScaleRadio(users: [9], stored: stranger, inbox: inbox, now: now, elapsed: elapsed)
        let result = try await read(store, radio, inbox, elapsed, [consent(1, 1_234)])
        #expect(result.readings.isEmpty && result.consents?.lost == [1])
        let fault = try #require(result.fault as? ReadFailure)
        #expect(fault.code == "noUser" && fault.message.contains("user 1"))
        #expect(radio.requests.allSatisfy { $0.first == 2 } && radio.users == [1])
        try await store.close()
    }

    @Test func withoutAConsentTheWayOutIsTold() async throws {
        let store = try await open()
        let inbox = LinkInbox()
        let elapsed = stopwatch()
        let radio = BodyScaleRadio(users: [9], inbox: inbox, now: now, elapsed: elapsed)
        let result = try await read(store, radio, inbox, elapsed, [])
        #expect(radio.requests.isEmpty)
        #expect((result.fault as? ReadFailure)?.code == "noUser")
        try await store.close()
    }

    private func register(
        _ radio: BodyScaleRadio,
        _ inbox: LinkInbox,
        _ elapsed: @escaping @Sendable () -> Duration,
        stored: ConsentProcedure.Consent? = nil,
        keep: (ConsentProcedure.Consent) -> Bool
    ) async -> RegistrationProcedure.Ending {
        let registration = UserRegistration(radio: radio, inbox: inbox, elapsed: elapsed, clock: ContinuousClock())
        return await registration.run(RegistrationProcedure(stored: stored, code: 77)) { keep($0) }
    }

    @Test func aNewUserIsOnDiskBeforeItIsUsed() async throws {
        let inbox = LinkInbox()
        let elapsed = stopwatch()
        let radio = BodyScaleRadio(users: [9], inbox: inbox, now: now, elapsed: elapsed)
        var requestsBefore: [[UInt8]] = []
        var kept: [ConsentProcedure.Consent] = []
        let user = await register(radio, inbox, elapsed) { consent in
            requestsBefore = radio.requests
            kept.append(consent)
            return true
        }
        #expect(user == .user(2) && kept == [consent(2, 77)])
        #expect(requestsBefore == [[1, 77, 0]])
        #expect(radio.requests == [[1, 77, 0], [2, 2, 77, 0]])
    }

    @Test func aUserWhoCannotBeKeptIsNobodys() async throws {
        let inbox = LinkInbox()
        let elapsed = stopwatch()
        let radio = BodyScaleRadio(users: [], inbox: inbox, now: now, elapsed: elapsed)
        #expect(await register(radio, inbox, elapsed) { _ in false } == .noUser)
    }

    @Test func theSeatsUserIsTakenAgainWhereTheScaleStillKnowsIt() async throws {
        let elapsed = stopwatch()
        let inbox = LinkInbox()
        let known = BodyScaleRadio(users: [9, 10], inbox: inbox, now: now, elapsed: elapsed)
        #expect(await register(known, inbox, elapsed, stored: consent(2, 10)) { _ in true } == .user(2))
        #expect(known.users == [1, 2])
        let other = LinkInbox()
        let reset = BodyScaleRadio(users: [9], inbox: other, now: now, elapsed: elapsed)
        #expect(await register(reset, other, elapsed, stored: consent(1, 10)) { _ in true } == .user(2))
        #expect(reset.users == [1, 2], "user 1 is somebody else now")
    }

    @Test func aFullScaleMakesNoUser() async throws {
        let inbox = LinkInbox()
        let elapsed = stopwatch()
        let radio = BodyScaleRadio(users: Array(1...8), inbox: inbox, now: now, elapsed: elapsed)
        #expect(await register(radio, inbox, elapsed) { _ in true } == .noUser)
    }

    @Test func consentsAreSealedForTheirDeviceAndUser() async throws {
        let store = try await open()
        let key = try SiteKey.load(folder.url.appending(path: "site-key").path, createIfMissing: true)
        let secrets = SealedData(key: key, store: store)
        let first = StoredConsent(user: 0, code: 4_711, seat: "bed-1")
        let second = StoredConsent(user: 2, code: 8, seat: "bed-2")
        for consent in [first, second] { try await secrets.keep(consent, of: Samples.device(), at: now) }
        #expect(try await secrets.consents(of: Samples.device()) == [first, second])
        #expect(try await secrets.consents(of: Samples.device(2)).isEmpty)
        // A row that was stored under another user's number cannot be decrypted.
        let row = try #require(try await store.peripheralData(kind: SealedData.consent).first)
        try await store.storePeripheralData(
            device: row.device,
            kind: SealedData.consent,
            userIndex: 5,
            content: row.content,
            at: now
        )
        await #expect(throws: (any Error).self) { try await secrets.consents(of: Samples.device()) }
        try await store.close()
    }
}
