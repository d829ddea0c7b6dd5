import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

@Suite struct SubmittingTests {
    @Test func aReadingIsAcceptedOnceAndRepeatsChangeNothing() async throws {
        try await SessionSite().running { manager in
            try await manager.start(user: "ann")
            try await manager.assign()
            let reading = try Samples.reading()
            let first = try #require(try await manager.submit([reading]).first)
            #expect(first.outcome == "accepted")
            #expect(
                first.logID
                    == LogID.derive(sessionUser: "ann", organization: "org", readingKey: reading.readingKey)
            )
            let again = try #require(try await manager.submit([reading]).first)
            #expect(again.outcome == "repeat")
            #expect(again.logID == first.logID)
            let queued = try await manager.queued()
            #expect(queued.map(\.record.readingKey) == [reading.readingKey])
            #expect(queued.first?.record.measurements == Samples.pressure)
            #expect(queued.first?.state == "pending")
        }
    }

    @Test func answersComeInTheRequestsOrder() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign()
            let stranger = Samples.device(9)
            let readings = try [
                Samples.reading(1), Samples.reading(2, device: stranger), Samples.reading(1), Samples.reading(3),
            ]
            let results = try await manager.submit(readings)
            #expect(results.map(\.readingKey) == readings.map(\.readingKey))
            #expect(results.map(\.outcome) == ["accepted", "held", "repeat", "accepted"])
        }
    }

    @Test func aReadingWithoutAnOwnerIsHeldAndToldOnce() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            #expect(try await manager.submit(try Samples.reading()) == ["held"])
            #expect(try await manager.submit(try Samples.reading()) == ["repeat"])
            let held = try await manager.held()
            #expect(held.map(\.reason) == ["noAssignment"])
            #expect(held.first?.reading == (try Samples.reading()))
            #expect(try await manager.told("readingHeld").count == 1)
            #expect(try await manager.queued().isEmpty)
        }
    }

    @Test func whatCannotBeTrueIsHeldForAPerson() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign()
            let empty = try Samples.reading(1, measurements: [])
            let future = try Samples.reading(2, at: 3 * 86_400)
            let unknown = try Samples.reading(3, quality: .unknown)
            #expect(try await manager.submit(empty, future, unknown) == ["held", "held", "held"])
            #expect(Set(try await manager.held().map(\.reason)) == ["invalid", "clockUnknown"])
            #expect(try await manager.queued().isEmpty)
        }
    }

    @Test func aReadingOfAnEndedSessionJoinsItsUnsyncedList() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let session = try await manager.start("bed-1", user: "ann")
            try await manager.assign()
            manager.pass(60)
            _ = try await manager.call(SessionOperations.endSession, SeatReference(seat: "bed-1"))
            try await manager.start("bed-1", user: "bob")
            #expect(try await manager.submit(try Samples.reading(at: 10)) == ["unsynced"])
            #expect(try await manager.submit(try Samples.reading(at: 10)) == ["repeat"])
            #expect(try await manager.unsynced(session.sessionID).map(\.state) == ["unsynced"])
            // The next resident does not inherit the meter's memory.
            #expect(try await manager.queued().isEmpty)
        }
    }

    @Test func aReadingBetweenTwoSessionsIsHeld() async throws {
        let site = try SessionSite()
        site.time.pass(60)
        try await site.running { manager in
            try await manager.start()
            try await manager.assign()
            #expect(try await manager.submit(try Samples.reading(at: 10)) == ["held"])
            #expect(try await manager.held().map(\.reason) == ["noSession"])
            #expect(try await manager.submit(try Samples.reading(2, at: 60)) == ["accepted"])
        }
    }

    /// A device's unrequested reading may no longer be in its memory, so it waits for a person's decision.
    @Test func whatNobodyAskedForIsHeldAtTheDefaultUsersSeat() async throws {
        try await SessionSite().running { manager in
            _ = try await manager.call(
                SessionOperations.startSession,
                StartSession(seat: "bed-1", defaultUser: true)
            )
            try await manager.assign()
            #expect(try await manager.submit(Samples.reading(), Samples.reading(2, history: true)) == ["held", "held"])
            #expect(try await manager.held().map(\.reason) == [.noSession, .noSession])
            let ann = try await manager.start("bed-1", user: "ann").sessionID
            #expect(try await manager.held().count == 2, "it is not hers by itself")
            #expect(try await manager.confirm(1, for: "bed-1", session: ann).outcome == "accepted")
        }
    }

    @Test func theDefaultUsersReadingsAreKeptNowhere() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let body = StartSession(seat: "bed-1", defaultUser: true)
            let session = try await manager.call(SessionOperations.startSession, body)
            #expect(session.defaultUser)
            try await manager.assign()
            #expect(try await manager.submit(try Samples.reading(seat: "bed-1")) == ["notStored"])
            #expect(try await manager.queued().isEmpty)
            #expect(try await manager.held().isEmpty)
            #expect(try await manager.unsynced(session.sessionID).isEmpty)
            #expect(try await manager.told().map(\.name) == ["sessionStarted", "deviceAssigned"])
            // A newer revision, and readings from the device's memory, are treated the same.
            #expect(try await manager.submit(try Samples.reading(revision: 2, seat: "bed-1")) == ["notStored"])
            #expect(try await manager.submit(try Samples.reading(2, seat: "bed-1", history: true)) == ["notStored"])
            let warnings = site.log.all.filter { $0.contains("the default user's readings are not stored") }
            #expect(warnings.count == 3)
        }
    }

    @Test func aKeyGivenToOnePersonGoesToNoOther() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.start("bed-2")
            try await manager.assign(to: "bed-1")
            #expect(try await manager.submit(try Samples.reading()) == ["accepted"])
            try await manager.assign(to: "bed-2")
            #expect(try await manager.submit(try Samples.reading()) == ["repeat"])
            #expect(try await manager.queued().map(\.record.seat.rawValue) == ["bed-1"])
        }
    }

    @Test func aNewRevisionReplacesTheValuesOfTheSameRecord() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign()
            #expect(try await manager.submit(try Samples.reading()) == ["accepted"])
            let better = [Measurement(metric: .systolic, value: 121, unit: "mm[Hg]")]
            #expect(try await manager.submit(try Samples.reading(revision: 2, measurements: better)) == ["accepted"])
            let queued = try await manager.queued()
            #expect(queued.map(\.record.measurements) == [better])
            #expect(queued.map(\.record.revision) == [2])
        }
    }

    @Test func twoHubsTwinsBecomeOneRecord() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign()
            let twin = ReadingKey.bluetoothTwin(device: Samples.device(), measurement: [1])
            let first = try Samples.reading(1, hub: "room-1", quality: .received, twin: twin)
            let second = try Samples.reading(2, hub: "room-2", quality: .received, twin: twin, received: 70)
            #expect(try await manager.submit(first) == ["accepted"])
            #expect(try await manager.submit(second) == ["repeat"])
            // In any order and repeated, it is still one record.
            #expect(try await manager.submit(second) == ["repeat"])
            #expect(try await manager.submit(first) == ["repeat"])
            #expect(try await manager.queued().map(\.record.readingKey) == [first.readingKey])
            let later = try Samples.reading(3, hub: "room-2", quality: .received, twin: twin, received: 71)
            let same = try Samples.reading(4, hub: "room-1", quality: .received, twin: twin, received: 20)
            #expect(try await manager.submit(later, same) == ["accepted", "accepted"])
        }
    }

    @Test func twinsThatComeAtTheSameMomentBecomeOneRecord() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign()
            for round in 0..<20 {
                let twin = ReadingKey.bluetoothTwin(device: Samples.device(), measurement: [UInt8(round)])
                let one = try Samples.reading(round * 2, hub: "room-1", quality: .received, twin: twin)
                let two = try Samples.reading(round * 2 + 1, hub: "room-2", quality: .received, twin: twin)
                async let first = manager.submit(one)
                async let second = manager.submit(two)
                #expect(try await Set(first + second) == ["accepted", "repeat"])
            }
            #expect(try await manager.queued().count == 20)
        }
    }

    @Test func aTwinOfAHeldReadingIsNoSecondQuestion() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            let twin = ReadingKey.bluetoothTwin(device: Samples.device(), measurement: [1])
            let first = try Samples.reading(1, hub: "room-1", quality: .received, twin: twin)
            let second = try Samples.reading(2, hub: "room-2", quality: .received, twin: twin)
            #expect(try await manager.submit(first) == ["held"])
            #expect(try await manager.submit(second) == ["repeat"])
            #expect(try await manager.held().count == 1)
        }
    }

    @Test func aRequestHasOneToSixtyFourReadings() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign()
            for count in [0, 65] {
                let readings = try (0..<count).map { try Samples.reading($0) }
                await #expect { _ = try await manager.submit(readings) } throws: {
                    ($0 as? BusError)?.code == .invalidArgument
                }
            }
            let most = try (0..<64).map { try Samples.reading($0) }
            #expect(try await manager.submit(most).allSatisfy { $0.outcome == "accepted" })
        }
    }

    @Test func everyOperationAnswersABadBody() async throws {
        try await SessionSite().running { manager in
            let needy = [
                "startSession", "endSession", "session", "submitRecords", "assignDevice", "unassignDevice",
                "confirmReading", "discardReading", "eraseSeat",
            ]
            for handler in manager.actor.handlers where handler.name != "ack" {
                for body in [JSONValue.object([:]), .array([]), .string("x"), .object(["records": .number(1)])] {
                    let topic = Topic<JSONValue>(
                        "bad",
                        at: "request/session-manager/\(handler.name)",
                        writers: [],
                        readers: []
                    )
                    let raw = try await manager.caller.callRaw(topic, hub: "site", body: body)
                    let reply = try Envelope<ReplyPayload<JSONValue>>.decode(raw).data
                    #expect((reply.ok == nil) != (reply.error == nil))
                    if needy.contains(handler.name) { #expect(reply.error?.code == "malformed") }
                }
            }
            let ack = Topic<JSONValue>("bad", at: "work/upload/ack", writers: [], readers: [])
            let raw = try await manager.caller.callRaw(ack, hub: "site", body: .object(["worker": .string("w")]))
            #expect(try Envelope<ReplyPayload<JSONValue>>.decode(raw).data.error?.code == "malformed")
            let unknown = Topic<JSONValue>("bad", at: "request/session-manager/fly", writers: [], readers: [])
            let answer = try await manager.caller.callRaw(unknown, hub: "site", body: .null)
            #expect(try Envelope<ReplyPayload<JSONValue>>.decode(answer).data.error?.code == "unknownOperation")
        }
    }

    @Test func bytesThatAreNoEnvelopeAreAnsweredWhereTheyCanBe() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let topic = "vitalbus/v1/home/site/request/session-manager/submitRecords"
            let reply = "vitalbus/v1/home/site/reply/stranger"
            let properties = BusProperties(responseTopic: reply, correlationData: "7")
            for bytes in [[UInt8](), [0xFF, 0x00], Array("{\"specversion\":\"9\"}".utf8)] {
                let message = BusMessage(topic: topic, payload: bytes, properties: properties)
                _ = try await site.broker.connect().publish(message)
            }
            try await eventually("each was answered") { site.messages.all.count { $0.topic == reply } == 3 }
            for message in site.messages.all where message.topic == reply {
                let answer = try Envelope<ReplyPayload<JSONValue>>.decode(message.payload)
                #expect(answer.data.error != nil)
                #expect(answer.correlationid == "7")
            }
            try await manager.start()
        }
    }
}
