import ActorRuntime
import BlueZSimulator
import DeviceCodecs
import FoundationEssentials
import MessageBus
import Outbox
import StoreEngine
import TestSupport
import Testing
import VitalRecords

@testable import DeviceReaderActor

/// User data that is written to the simulator's body scale, and users that are taken over with their PIN.
@Suite struct ScaleUserLinkTests: LinkTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private let data = ScaleUserData(
        birthDate: ScaleUserData.BirthDate(year: 1958, month: 3, day: 14),
        sex: .female,
        height: 164
    )

    private func scale(_ users: [UInt16], _ inbox: LinkInbox) -> BodyScaleRadio {
        BodyScaleRadio(users: users, inbox: inbox, now: now, elapsed: stopwatch())
    }

    private func register(
        _ procedure: RegistrationProcedure,
        at radio: BodyScaleRadio,
        _ inbox: LinkInbox,
        kept: (ConsentProcedure.Consent) -> Void = { _ in }
    ) async -> RegistrationProcedure.Ending {
        let registration = UserRegistration(
            radio: radio,
            inbox: inbox,
            elapsed: stopwatch(),
            clock: ContinuousClock()
        )
        return await registration.run(procedure) { consent in
            kept(consent)
            return true
        }
    }

    private func takeOver(_ user: UInt8, pin: UInt16) -> RegistrationProcedure {
        RegistrationProcedure(takingOver: ConsentProcedure.Consent(user: user, code: pin))
    }

    @Test func aUserIsTakenOverByItsPINAndNoneIsMade() async throws {
        let inbox = LinkInbox()
        let radio = scale([1_234, 42], inbox)
        var kept: [ConsentProcedure.Consent] = []
        let ending = await register(takeOver(2, pin: 42), at: radio, inbox) { kept.append($0) }
        #expect(ending == .user(2) && kept == [ConsentProcedure.Consent(user: 2, code: 42)])
        #expect(radio.requests == [[2, 2, 42, 0]] && radio.users == [1, 2])
    }

    @Test func aWrongPINIsToldTriedOnceAndNothingIsKept() async throws {
        let inbox = LinkInbox()
        let radio = scale([1_234], inbox)
        var kept = 0
        for (user, pin) in [(1, 1_235), (7, 1_234), (1, 0)] as [(UInt8, UInt16)] {
            let ending = await register(takeOver(user, pin: pin), at: radio, inbox) { _ in kept += 1 }
            #expect(ending == .wrongPIN(user))
        }
        #expect(radio.requests.count == 3 && radio.users == [1])
        // Now it rejects even the right PIN until the next link.
        #expect(await register(takeOver(1, pin: 1_234), at: radio, inbox) == .locked)
        #expect(kept == 0)
        radio.beginLink()
        #expect(await register(takeOver(1, pin: 1_234), at: radio, inbox) == .user(1))
    }

    @Test func theFailureNamesTheWayOutAndNoPIN() throws {
        for ending in [RegistrationProcedure.Ending.wrongPIN(3), .locked] {
            let failure = try #require(ReadFailure(ending))
            #expect(failure.code == "wrongPIN" && !failure.isRetriable && failure.message.contains("pair it again"))
        }
        #expect(ReadFailure(RegistrationProcedure.Ending.user(1)) == nil)
        #expect(ReadFailure(RegistrationProcedure.Ending.noUser)?.code == "noUser")
    }

    @Test func aNewUserIsToldToTheScaleOnTheSameLink() async throws {
        let inbox = LinkInbox()
        let radio = scale([], inbox)
        let registration = UserRegistration(radio: radio, inbox: inbox, elapsed: stopwatch(), clock: ContinuousClock())
        #expect(await registration.run(RegistrationProcedure(stored: nil, code: 77)) { _ in true } == .user(1))
        let finding = await registration.write(UserDataProcedure(data, on: UserDataProcedure.characteristics))
        #expect(finding == UserDataProcedure.Finding(settled: ScaleUserData.characteristics))
        let user = try #require(radio.user(1))
        #expect(user.isComplete && user.increment == [1, 0, 0, 0])
        #expect(user.data == [0x2A85: [0xA6, 0x07, 3, 14], 0x2A8C: [1], 0x2A8E: [164, 0]])
    }

    /// One link's reading of user 1; the result is the note that the reader would store.
    private func read(
        _ radio: BodyScaleRadio,
        _ inbox: LinkInbox,
        unwritten: ScaleUserData?
    ) async -> UserDataProcedure.Finding? {
        var procedure = ConsentedProcedure(
            stored: [ConsentProcedure.Consent(user: 1, code: 1_234, data: unwritten)],
            reading: IndicatedProcedure(
                subscriptions: [.weightMeasurement],
                measuring: [.weightMeasurement],
                limits: IndicatedProcedure.Limits(first: .seconds(1), idle: .seconds(1), longest: .seconds(9))
            ),
            writable: UserDataProcedure.characteristics
        )
        for characteristic in procedure.subscriptions { _ = await radio.subscribe(characteristic) }
        var found: UserDataProcedure.Finding?
        var inputs: [ProcedureInput] = [.begin]
        var time = Duration.zero
        while procedure.deadline != nil {
            if inputs.isEmpty {
                inputs = inbox.take().compactMap { event in
                    switch event {
                    case .frame(let characteristic, let bytes, _, _): .value(characteristic, bytes)
                    case .ended: .linkEnded
                    case .gap: nil
                    }
                }
            }
            if inputs.isEmpty {
                time = procedure.deadline ?? time
                inputs = [.tick]
            }
            for output in procedure.handle(inputs.removeFirst(), at: time) {
                switch output {
                case .write(let characteristic, let bytes):
                    inputs.append(.wrote(await radio.write(bytes, to: characteristic)))
                case .read(let characteristic): inputs.append(.wasRead(await radio.read(characteristic)))
                case .userData(user: 1, let finding): found = finding
                default: break
                }
            }
        }
        return found
    }

    /// The link is cut, or the reader killed, at every place before the result is stored.
    ///
    /// The next complete link finishes the work, and the stored note never claims data that the scale does not use.
    @Test(arguments: 0..<8, [true, false])
    func whatIsCutOffIsWrittenOnTheNextLink(steps: Int, isKilled: Bool) async throws {
        let inbox = LinkInbox()
        let radio = scale([1_234], inbox)
        radio.beginLink(cutAfter: steps)
        let first = await read(radio, inbox, unwritten: data)
        let left = isKilled ? data : data.without(first?.settled ?? [])
        #expect(left != nil || radio.user(1)?.isComplete == true, "noted and not there")
        _ = inbox.take()
        radio.beginLink()
        let second = await read(radio, inbox, unwritten: left)
        #expect(left == nil || left?.without(second?.settled ?? []) == nil)
        let user = try #require(radio.user(1))
        #expect(user.isComplete && user.data == [0x2A85: [0xA6, 0x07, 3, 14], 0x2A8C: [1], 0x2A8E: [164, 0]])
    }

    @Test func aUserWhoWasToldIsNotToldAgain() async throws {
        let inbox = LinkInbox()
        let radio = scale([1_234], inbox)
        #expect(await read(radio, inbox, unwritten: nil) == nil)
        #expect(radio.user(1)?.data.isEmpty == true && radio.user(1)?.increment == [0, 0, 0, 0])
    }

    @Test func erasingASeatTakesItsUsersOfASharedScaleAlone() async throws {
        let store = try await open()
        let key = try SiteKey.load(folder.url.appending(path: "site-key").path, createIfMissing: true)
        let secrets = SealedData(key: key, store: store)
        let first = StoredConsent(user: 1, code: 4_711, seat: "bed-1", unwritten: data)
        let second = StoredConsent(user: 2, code: 8, seat: "bed-2", unwritten: data)
        for consent in [first, second] { try await secrets.keep(consent, of: Samples.device(), at: now) }
        #expect(try await secrets.consents(of: Samples.device()) == [first, second])
        #expect(try await secrets.eraseConsents(of: Samples.device(), seat: "bed-1") == 1)
        #expect(try await secrets.consents(of: Samples.device()) == [second])
        try await store.close()
        // The data is sealed: neither the year nor the record's words are in the file.
        let bytes = try Data(contentsOf: folder.url.appending(path: "outbox.sqlite"))
        #expect(bytes.firstRange(of: Data("birthDate".utf8)) == nil)
    }

    /// A store of an earlier version lacks this part.
    @Test func aConsentOfAnEarlierVersionIsRead() throws {
        let old = #"{"code": 4711, "seat": "bed-1", "user": 1}"#
        let consent = try WireJSON.decode(StoredConsent.self, from: Array(old.utf8))
        #expect(consent == StoredConsent(user: 1, code: 4_711, seat: "bed-1"))
    }
}
