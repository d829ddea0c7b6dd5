import DeliveryRules
import Foundation
import QueueStore
import StoreEngine
import StoreSupport
import Testing

/// Records of a session with a further destination.
@Suite struct FurtherDeliveryTests {
    /// A session that names two destinations.
    private func fixture(_ further: String = "fhir") async throws -> QueueFixture {
        let queue = try await QueueFixture(seats: [])
        try await start("session-bed", queue, further: further)
        return queue
    }

    private func start(
        _ id: String,
        _ queue: QueueFixture,
        further: String = "fhir",
        at seconds: Double = 0
    ) async throws {
        func session(_ id: String, _ api: String, _ user: String) -> StoredSession {
            StoredSession(
                id: id,
                seat: "bed",
                userID: user,
                organizationID: "org",
                api: api,
                apiVersion: "v",
                sealedToken: api == "inform" ? Data("sealed".utf8) : nil,
                startedAt: queue.later(seconds)
            )
        }
        _ = try await queue.store.sessions.start(
            session(id, "inform", "user"),
            further: [session(id + "-\(further)", further, "Patient/1")],
            endingPresentFor: "replaced",
            at: queue.later(seconds)
        )
    }

    private func grants(_ queue: QueueFixture, _ api: String, at seconds: Int64 = 0) async throws -> [Grant] {
        try await queue.grant("\(api)-worker", at: seconds, apis: [api])
    }

    private func text(_ grant: Grant?) -> String? { grant.map { String(decoding: $0.record, as: UTF8.self) } }

    @Test func eachDestinationGetsItUnderANameOfItsOwn() async throws {
        let queue = try await fixture()
        defer { queue.fixture.remove() }
        #expect(try await queue.accept(queue.decision("k")) == [.queued])
        let inform = try #require(try await grants(queue, "inform").first)
        let fhir = try #require(try await grants(queue, "fhir").first)
        #expect(inform.logID == "log-k" && inform.recordLogID == nil && inform.sessionID == "session-bed")
        #expect(fhir.recordLogID == "log-k" && fhir.logID != "log-k" && fhir.sessionID == "session-bed-fhir")
        #expect(text(inform) == "k#1" && text(fhir) == "k#1")
        try await queue.settle(inform.logID, inform.fence, .done(serverID: "one"))
        #expect(try await grants(queue, "fhir", at: 1).isEmpty, "its lease runs on")
        try await queue.settle(fhir.logID, fhir.fence, .done(serverID: "two"))
        #expect(try await queue.store.records.record(logID: "log-k")?.destinationID == "one")
        #expect(try await queue.further("log-k").map(\.destinationID) == ["two"])
        #expect(try await queue.accept(queue.decision("k")) == [.duplicate])
        #expect(try await queue.store.records.records(.history(seat: "bed")).total == 1, "one record")
        try await queue.store.close()
    }

    /// A destination that pauses, refuses or delays its worker does not affect the other one.
    @Test func oneDestinationHoldsUpNoOther() async throws {
        let queue = try await fixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        let first = try #require(try await grants(queue, "fhir").first)
        let pause = Answer(
            logID: first.logID,
            fence: first.fence,
            outcome: .released(possiblySent: false),
            effect: .pauseDestination(reason: "it is another FHIR version", at: queue.clock(0))
        )
        _ = try await queue.store.delivery.settle([pause], now: queue.clock(0), at: queue.at)
        try await queue.accept(queue.decision("b"))
        #expect(try await queue.store.delivery.overview(waiting: 0).paused.map(\.api) == ["fhir"])
        #expect(try await grants(queue, "fhir", at: 1).isEmpty)
        let live = try await grants(queue, "inform", at: 1)
        #expect(live.map(\.logID) == ["log-a", "log-b"])
        for grant in live { try await queue.settle(grant.logID, grant.fence, .done(serverID: "s"), at: 2) }
        #expect(try await queue.told("recordSubmitted").count == 2)
        let waiting = try await queue.store.delivery.overview(waiting: 9).waiting
        #expect(waiting.map(\.api) == ["fhir"] && waiting.map(\.count) == [2])
        let probe = try #require(try await grants(queue, "fhir", at: 3).first)
        try await queue.settle(probe.logID, probe.fence, .done(serverID: "f"), at: 3)
        #expect(try await queue.store.delivery.overview(waiting: 0).paused.isEmpty)
        #expect(try await grants(queue, "fhir", at: 4).count == 1)
        try await queue.store.close()
    }

    /// A newer revision goes to both; one whose older revision is leased gets the newer one afterwards.
    @Test func aRevisionReachesBoth() async throws {
        let queue = try await fixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("k"))
        let leased = try #require(try await grants(queue, "fhir").first)
        #expect(try await queue.accept(queue.decision("k", revision: 2)) == [.updated])
        #expect(text(try await grants(queue, "inform").first) == "k#2")
        let held = try #require(try await queue.further("log-k").first)
        #expect(held.entry.waitingRevision == 2 && String(decoding: held.record, as: UTF8.self) == "k#1")
        try await queue.settle(leased.logID, leased.fence, .done(serverID: "f"))
        let next = try #require(try await grants(queue, "fhir", at: 1).first)
        #expect(text(next) == "k#2" && next.isUpdate && next.revision == 2 && next.serverID == "f")
        try await queue.settle(next.logID, next.fence, .done(serverID: "f"), at: 1)
        #expect(try await queue.store.records.delete(logID: "log-k", baseRevision: 2, at: queue.at) != .unknown)
        let deletion = try #require(try await grants(queue, "fhir", at: 2).first)
        #expect(deletion.isDeletion && text(deletion) == "k#2")
        try await queue.store.close()
    }

    @Test func aRefusalIsSentAgainWhereItWasRefused() async throws {
        let queue = try await fixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("k"))
        let inform = try #require(try await grants(queue, "inform").first)
        try await queue.settle(inform.logID, inform.fence, .done(serverID: "one"))
        let fhir = try #require(try await grants(queue, "fhir").first)
        try await queue.settle(fhir.logID, fhir.fence, .failed(DeliveryError(code: "http422", message: "profile")))
        let rejected = try await queue.store.records.records(.rejected(seat: "bed")).elements
        #expect(rejected.map(\.logID) == ["log-k"] && rejected.map(\.api) == ["fhir"])
        #expect(try await queue.store.records.resubmit(RefusedRecords(logID: "log-k"), at: queue.at).retried > 0)
        #expect(try await grants(queue, "inform", at: 1).isEmpty)
        #expect(try await grants(queue, "fhir", at: 1).map(\.logID) == [fhir.logID])
        try await queue.store.close()
    }

    /// Bad credentials at one destination end only its own deliveries, which the next session takes over.
    @Test func anEndAtOneDestinationIsItsOwn() async throws {
        let queue = try await fixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("k"))
        let fhir = try #require(try await grants(queue, "fhir").first)
        let refused = Answer(
            logID: fhir.logID,
            fence: fhir.fence,
            outcome: .released(possiblySent: false),
            effect: .endSession(reason: "unauthorized")
        )
        _ = try await queue.store.delivery.settle([refused], now: queue.clock(0), at: queue.at)
        #expect(try await queue.store.sessions.session(seat: "bed")?.endedAt == nil)
        #expect(try await queue.store.sessions.further(of: "session-bed").map(\.endReason) == ["unauthorized"])
        #expect(try await queue.accept(queue.decision("later")) == [.queued])
        #expect(try await grants(queue, "inform").count == 2)
        #expect(try await grants(queue, "fhir", at: 1).isEmpty)
        #expect(try await queue.store.records.records(.unsynced(seat: "bed")).total == 2)
        try await start("session-next", queue, at: 10)
        while try await queue.store.sessions.saveEnds(at: queue.later(11)) > 0 {}
        #expect(try await grants(queue, "fhir", at: 60).map(\.recordLogID) == ["log-k", "log-later"])
        try await queue.store.close()
    }

    /// The end of the seat's session ends its deliveries everywhere.
    @Test func theSessionsEndEndsBoth() async throws {
        let queue = try await fixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("k"))
        _ = try await queue.store.sessions.end("session-bed", reason: "requested", at: queue.later(5))
        #expect(try await grants(queue, "inform", at: 6).isEmpty)
        #expect(try await grants(queue, "fhir", at: 6).isEmpty)
        #expect(try await queue.store.sessions.sessions(seat: "bed").elements.map(\.session.id) == ["session-bed"])
        #expect(try await queue.accept(queue.decision("late")) == [.unsynced])
        let erased = try await queue.store.eraseSeat("bed", at: queue.later(7))
        #expect(erased.records == 2 && erased.sessions == 1)
        #expect(try await queue.further("log-k").isEmpty)
        try await queue.store.close()
    }

    /// A record is kept until every destination has it, and a row created again ignores old answers.
    @Test func retentionWaitsForTheLastDestination() async throws {
        let queue = try await fixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("k"))
        let inform = try #require(try await grants(queue, "inform").first)
        try await queue.settle(inform.logID, inform.fence, .done(serverID: "one"))
        let year = Double(365 * 86_400)
        try await queue.store.deleteExpired(at: queue.later(year))
        let fhir = try #require(try await grants(queue, "fhir", at: 9).first)
        #expect(text(fhir) == "k#1")
        try await queue.settle(fhir.logID, fhir.fence, .done(serverID: "two"), at: 9)
        try await queue.store.deleteExpired(at: queue.later(2 * year))
        #expect(try await queue.store.records.record(logID: "log-k") == nil)
        #expect(try await queue.accept(queue.decision("k", revision: 2)) == [.updated])
        let again = try #require(try await grants(queue, "fhir", at: 20).first)
        #expect(again.fence > fhir.fence && again.possiblySent && text(again) == "k#2")
        let first = try #require(try await grants(queue, "inform", at: 20).first)
        #expect(first.isUpdate && first.serverID == "one")
        try await queue.store.close()
    }

    /// An image follows its record to every destination that accepts images.
    @Test(arguments: ["legacy", "fhir"])
    func anImageFollowsItsRecordToWhereImagesAreTaken(further: String) async throws {
        let queue = try await fixture(further)
        defer { queue.fixture.remove() }
        let images = try await ImageFixture(queue)
        try await queue.accept(queue.decision("k"))
        #expect(try await images.put(images.image()) == .taken)
        for api in ["inform", further] {
            let grant = try #require(try await grants(queue, api).first)
            try await queue.settle(grant.logID, grant.fence, .done(serverID: "at-\(api)"))
        }
        let first = try #require(try await grants(queue, "inform/images").first)
        #expect(first.logID == "image-one" && first.image?.recordID == "at-inform")
        try await queue.settle(first.logID, first.fence, .failed(DeliveryError(code: "http422", message: "no images")))
        let other = try await grants(queue, "\(further)/images").first
        guard further == "legacy" else {
            #expect(other == nil)
            return try await queue.store.close()
        }
        let second = try #require(other)
        #expect(second.logID != "image-one" && second.image?.recordLogID == "log-k")
        #expect(second.image?.recordID == "at-legacy" && second.image?.sha256 == "sha-one")
        #expect(try await queue.store.images.needed() == ["sha-one"], "the other one still needs it")
        try await queue.settle(second.logID, second.fence, .done(serverID: "media"))
        #expect(try await queue.store.images.needed().isEmpty)
        #expect(try await images.state() == .failed)
        try await queue.store.close()
    }
}
