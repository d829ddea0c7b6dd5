import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import QueueStore
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// `eraseSeat`, checked in the files.
@Suite struct ErasingTests {
    @Test func anErasedPersonStandsInNoFileAndDoesNotComeBack() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start("bed-1", user: "zebra-user")
            try await manager.start("bed-2", user: "giraffe-user")
            try await manager.assign(Samples.device(1), to: "bed-1", from: 0)
            try await manager.assign(Samples.device(2), to: "bed-2", from: 0)
            try await manager.assign(Samples.device(3), user: 1, to: "bed-1", from: 0)
            try await manager.assign(Samples.device(3), user: 2, to: "bed-2", from: 0)
            let zebra = [Measurement(metric: MetricName(rawValue: "zebra_metric"), value: 7, unit: "1")]
            _ = try await manager.submit(
                Samples.reading(1, measurements: zebra),
                Samples.reading(2, device: Samples.device(2)),
                Samples.reading(3, at: -5, measurements: zebra),
                Samples.reading(4, device: Samples.device(3), user: 9),
                Samples.reading(5, device: Samples.device(2), at: -5)
            )
            #expect(try await manager.held().count == 3)
            await manager.expect(.conflict) { _ = try await manager.erase("bed-1") }
            try await manager.end("bed-1")
            let erased = try await manager.erase("bed-1")
            #expect(erased.records == 1)
            #expect(erased.sessions == 1)
            #expect(erased.assignments == 2)
            #expect(erased.heldReadings == 1)
            #expect(erased.sharedHeldReadings == 1, "it may be the neighbour's")
            #expect(erased.devices == [Samples.device(1), Samples.device(3)])
            // The files of the running process, including the store's log.
            for (name, bytes) in try site.folder.contents(except: "site-key") {
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains("zebra"), "\(name)")
            }
            #expect(try await manager.queued().map(\.record.readingKey) == [Samples.key(2)])
            #expect(Set(try await manager.held().map(\.reading.readingKey)) == [Samples.key(4), Samples.key(5)])
            #expect(try await manager.erase("bed-1").records == 0)
            // The meter still has it, and the next person gets the meter.
            try await manager.start("bed-1", user: "lion-user")
            try await manager.assign(Samples.device(1), to: "bed-1", from: 0)
            #expect(try await manager.submit(Samples.reading(1, measurements: zebra)) == ["repeat"])
            #expect(try await manager.queued().map(\.record.readingKey) == [Samples.key(2)])
        }
    }

    /// A photo waits for a person in any case.
    ///
    /// Other readings from the erased person's time have no person until one is named.
    @Test(arguments: [SourceKind.manual, .bluetooth])
    func whatIsOfAnErasedPersonsTimeIsNotTheNextPersons(kind: SourceKind) async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1", user: "ann")
            manager.pass(60)
            try await manager.end("bed-1")
            _ = try await manager.erase("bed-1")
            manager.pass(1)
            let next = try await manager.start("bed-1", user: "bob")
            let asked = kind == .manual ? nil : 61.5
            let late = kind == .bluetooth ? 59.9 : 30.0
            let device = kind == .bluetooth ? Samples.device(1) : nil
            func reading(_ number: Int, at seconds: Double, session: String? = nil) throws -> Reading {
                try Samples.reading(
                    number,
                    device: device,
                    at: seconds,
                    seat: "bed-1",
                    kind: kind,
                    received: 62,
                    askedAt: asked,
                    session: session
                )
            }
            let results = try await manager.submit([try reading(1, at: late), try reading(2, at: 61.2)])
            #expect(results.map(\.outcome) == ["held", "accepted"])
            #expect(try await manager.held().map(\.reason) == ["noSession"])
            #expect(try await manager.queued().map(\.record.readingKey) == [Samples.key(2)])
            // The confirmation must name the session.
            await manager.expect(.conflict) { _ = try await manager.confirm(1, for: "bed-1") }
            _ = try await manager.confirm(1, for: "bed-1", session: next.sessionID)
            #expect(try await manager.held().isEmpty)
            guard kind == .manual else { return }
            #expect(
                try await manager.submit([try reading(3, at: 31, session: next.sessionID)]).map(\.outcome) == [
                    "accepted"
                ]
            )
            #expect(
                try await manager.submit([try reading(4, at: -500)]).map(\.outcome) == ["accepted"],
                "before anybody was there"
            )
        }
    }

    @Test func theStateOfASeatThatIsGoneIsTakenBack() async throws {
        let site = try SessionSite()
        try await site.running(["seats": "bed-7"]) { manager in
            try await manager.start("bed-7")
            try await manager.end("bed-7")
        }
        // The configuration no longer has this seat.
        try await site.running { manager in
            _ = try await manager.erase("bed-7")
            try await eventually("the broker has forgotten it") {
                manager.pass(0)
                return site.messages.all.last { $0.topic.hasSuffix("/state/session/bed-7") }?.payload == []
            }
        }
    }

    @Test func aLateRepeatEndsNoOtherSession() async throws {
        try await SessionSite().running { manager in
            let first = try await manager.start("bed-1", user: "ann")
            try await manager.assign(to: "bed-1", from: 0)
            _ = try await manager.submit(try Samples.reading(1))
            manager.pass(60)
            try await manager.end("bed-1", session: first.sessionID)
            let second = try await manager.start("bed-1", user: "bob")
            let again = try await manager.end("bed-1", session: first.sessionID)
            #expect(again.sessionID == first.sessionID)
            #expect(again.unsyncedRecords == 1)
            let present = SeatReference(seat: "bed-1")
            #expect(try await manager.call(SessionOperations.session, present).sessionID == second.sessionID)
            await manager.expect(.notFound) { try await manager.end("bed-2", session: first.sessionID) }
            await manager.expect(.notFound) {
                let old = SeatReference(seat: "bed-1", sessionID: first.sessionID)
                _ = try await manager.call(SessionOperations.session, old)
            }
        }
    }

    @Test func unsyncedRecordsAreListedBySeatTooAndForgottenInTime() async throws {
        try await SessionSite().running { manager in
            let session = try await manager.start("bed-1")
            try await manager.assign(to: "bed-1", from: 0)
            _ = try await manager.submit(try Samples.reading(1))
            manager.pass(60)
            try await manager.end("bed-1")
            let bySeat = try await manager.call(SessionOperations.unsyncedRecords, PageRequest(seat: "bed-1"))
            #expect(bySeat.records.map(\.record.readingKey) == [Samples.key(1)])
            #expect(try await manager.unsynced(session.sessionID) == bySeat.records)
            await manager.expect(.invalidArgument) {
                _ = try await manager.call(SessionOperations.unsyncedRecords, PageRequest())
            }
            // A session's end is one row; its records are saved as ended a little later.
            while try await manager.actor.store.sessions.saveEnds(at: manager.at(60)) > 0 {}
            try await manager.actor.store.deleteExpired(at: manager.at(60 + 6.9 * 86_400))
            #expect(try await manager.unsynced(session.sessionID).count == 1)
            try await manager.actor.store.deleteExpired(at: manager.at(60 + 7.1 * 86_400))
            #expect(try await manager.unsynced(session.sessionID).isEmpty)
        }
    }
}

extension RunningManager {
    @discardableResult
    func erase(_ seat: String) async throws -> SeatErased {
        try await call(SessionOperations.eraseSeat, EraseSeat(seat: seat))
    }
}
