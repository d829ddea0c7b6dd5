import DeliveryRules
import Foundation
import QueueStore
import StoreEngine
import StoreSupport
import Testing

@Suite struct QueueDeliveryTests {
    private let error = DeliveryError(code: "http422", message: "no")

    @Test func liveGoesBeforeHistoryThenOldestFirst() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("h1", history: true), at: queue.later(-50))
        try await queue.accept(queue.decision("l2"), at: queue.later(2))
        try await queue.accept(queue.decision("l1"), at: queue.later(1))
        try await queue.accept(queue.decision("h0", history: true), at: queue.later(-60))
        #expect(try await queue.grant(free: 3).map(\.logID) == ["log-l1", "log-l2", "log-h0"])
        #expect(try await queue.grant("two").map(\.logID) == ["log-h1"])
        #expect(try await queue.grant("two").isEmpty)
        #expect(try await queue.grant("two", free: 0).isEmpty)
    }

    /// A session with many older records comes before those with few, however many are requested.
    @Test(arguments: [1, 2, 5, 12, 40])
    func theOldestGoFirstOverAllSessions(free: Int) async throws {
        let queue = try await QueueFixture(seats: ["a", "b", "c"])
        defer { queue.fixture.remove() }
        var order: [(age: Double, logID: String)] = []
        for number in 0..<12 {
            // All records of the first session are older than those of the others, which alternate.
            for (seat, age) in [("a", 0.0), ("b", 100), ("c", 100.5)] {
                let when = age + Double(number)
                let decision = queue.decision("\(seat)-\(number)", session: "session-\(seat)")
                try await queue.accept(decision, at: queue.later(when))
                order.append((when, "log-\(seat)-\(number)"))
            }
        }
        let oldest = order.sorted { $0.age < $1.age }.map(\.logID)
        #expect(try await queue.grant(free: free).map(\.logID) == Array(oldest.prefix(free)))
        #expect(try await queue.grant("two", free: 40).map(\.logID) == Array(oldest.dropFirst(free)))
    }

    @Test func resultAndNotificationAreOneAndOnce() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        let grant = try #require(try await queue.grant().first)
        #expect(grant.record == Data("a#1".utf8))
        #expect(!grant.possiblySent && !grant.isUpdate && grant.fence == 1 && grant.api == "inform")
        #expect(try await queue.settle("log-a", 1, .done(serverID: "s")).count == 2)
        #expect(try await queue.settle("log-a", 1, .done(serverID: "s")) == [.ignore(.alreadySubmitted)])
        #expect(try await queue.settle("nobody", 1, .done(serverID: "s")).isEmpty)
        #expect(try await queue.told("recordSubmitted") == ["log-a 1 a#1"])
        let again = try await queue.reopened()
        #expect(try await again.store.records.record(logID: "log-a")?.entry.state == .submitted(serverID: "s"))
        #expect(try await again.settle("log-a", 1, .done(serverID: "s")) == [.ignore(.alreadySubmitted)])
        #expect(try await again.told("recordSubmitted").count == 1)
    }

    @Test func leaseExpiresAndALateAnswerCounts() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        _ = try await queue.grant("one")
        #expect(try await queue.store.delivery.nextDue() == queue.clock(30))
        #expect(try await queue.store.delivery.expireLeases(now: queue.clock(29), at: queue.at) == 0)
        #expect(try await queue.grant("two", at: 29).isEmpty)
        #expect(try await queue.store.delivery.expireLeases(now: queue.clock(30), at: queue.at) == 1)
        let second = try #require(try await queue.grant("two", at: 30).first)
        #expect(second.fence == 2 && second.possiblySent)
        try await queue.settle("log-a", 1, .done(serverID: "s"), at: 31)
        try await queue.settle("log-a", 2, .done(serverID: "s"), at: 32)
        #expect(try await queue.told("recordSubmitted").count == 1)
        #expect(try await queue.store.records.record(logID: "log-a")?.entry.lingering == nil)
    }

    @Test func restartedOwnerExtendsLeases() async throws {
        var queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.store.delivery.extendAllLeases(
            now: queue.clock(0),
            term: queue.term,
            bootID: "boot1",
            at: queue.at
        )
        try await queue.accept(queue.decision("a"), queue.decision("b"))
        _ = try await queue.grant(free: 1)
        _ = try await queue.grant(free: 1)
        try await queue.settle("log-b", 1, .retry(afterMilliseconds: 900_000, possiblySent: false, error: error))
        queue = try await queue.reopened()
        try await queue.store.delivery.extendAllLeases(
            now: queue.clock(20),
            term: queue.term,
            bootID: "boot1",
            at: queue.at
        )
        #expect(try await queue.store.records.record(logID: "log-a")?.entry.lease?.until == queue.clock(50))
        #expect(try await queue.grant(at: 40).isEmpty, "the retry's time still counts")
        queue = try await queue.reopened()
        try await queue.store.delivery.extendAllLeases(
            now: queue.clock(1),
            term: queue.term,
            bootID: "boot2",
            at: queue.at
        )
        #expect(try await queue.store.records.record(logID: "log-a")?.entry.lease?.until == queue.clock(31))
        #expect(try await queue.grant(at: 1).map(\.logID) == ["log-b"])
    }

    /// A grant states how long ago an earlier request can have arrived; a boot of the machine restarts this count.
    @Test func theAgeOfADoubtIsCountedAndNeverTooLong() async throws {
        var queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.store.delivery.extendAllLeases(
            now: queue.clock(0),
            term: queue.term,
            bootID: "boot1",
            at: queue.at
        )
        try await queue.accept(queue.decision("a"))
        #expect(try await queue.grant("one").first?.sentAgo == nil)
        _ = try await queue.store.delivery.expireLeases(now: queue.clock(30), at: queue.at)
        #expect(try await queue.grant("two", at: 75).first?.sentAgo == .seconds(45))
        // Nothing was sent under this grant, so the time still counts from its original start.
        try await queue.settle("log-a", 2, .retry(afterMilliseconds: 0, possiblySent: false, error: error), at: 80)
        #expect(try await queue.grant("one", at: 90).first?.sentAgo == .seconds(60))
        try await queue.settle("log-a", 3, .retry(afterMilliseconds: 0, possiblySent: true, error: error), at: 100)
        queue = try await queue.reopened()
        // This boot's clock is ahead of the last one's times, and cannot be compared with them.
        try await queue.store.delivery.extendAllLeases(
            now: queue.clock(500),
            term: queue.term,
            bootID: "boot2",
            at: queue.at
        )
        _ = try await queue.store.delivery.expireLeases(now: queue.clock(530), at: queue.at)
        // Its request may have been in flight for another term.
        #expect(try await queue.grant("two", at: 531).first?.sentAgo == .seconds(1))
        try await queue.settle("log-a", 4, .done(serverID: "s"), at: 540)
        try await queue.accept(queue.decision("a", revision: 2))
        let change = try #require(try await queue.grant("one", at: 547).first)
        #expect(change.isUpdate && change.sentAgo == .seconds(7), "a list may not show the earlier revision yet")
    }

    @Test func aWorkersNewStartFreesWhatItDoesNotAnswerFor() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        func freed(_ epoch: Int64, at second: Int64) async throws -> Int? {
            let open: Set = [GrantKey(logID: "log-a", fence: 1)]
            return try await queue.store.delivery.freeLeases(
                of: "one",
                epoch: epoch,
                except: open,
                now: queue.clock(second),
                at: queue.at
            )
        }
        try await queue.accept(queue.decision("a"), queue.decision("b"), queue.decision("c"), queue.decision("d"))
        #expect(try await queue.grant("one", free: 3).count == 3)
        #expect(try await queue.grant("two", free: 1).count == 1)
        #expect(try await freed(5, at: 1) == 2)
        let again = try await queue.grant("one", free: 9, at: 1)
        #expect(again.map(\.logID) == ["log-b", "log-c"])
        #expect(again.allSatisfy { $0.fence == 2 && !$0.possiblySent })
        // The same start's next demand, a late demand, and another worker's lease.
        #expect(try await freed(5, at: 2) == 0)
        #expect(try await freed(4, at: 2) == 0)
        #expect(try await queue.store.records.record(logID: "log-a")?.entry.lease?.worker == "one")
        #expect(try await queue.store.records.record(logID: "log-d")?.entry.lease?.worker == "two")
    }

    /// A ledger that is older than before, or another ledger, may have lost a grant's attempt.
    @Test(arguments: [("mine", 6, 2 as Int?), ("mine", 4, nil), ("another", 9, nil)])
    func aWorkerWhoseLedgerIsOlderFreesNothing(id: String, attempts: Int64, freed: Int?) async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        func start(_ epoch: Int64, _ ledger: LedgerMark, seen: LedgerMark? = nil) async throws -> Int? {
            try await queue.store.delivery.freeLeases(
                of: "one",
                epoch: epoch,
                except: [],
                ledger: ledger,
                seen: seen,
                now: queue.clock(1),
                at: queue.at
            )
        }
        #expect(try await start(1, LedgerMark(id: "mine", attempts: 3)) == 0)
        try await queue.accept(queue.decision("a"), queue.decision("b"))
        let request = GrantRequest(
            worker: "one",
            free: 2,
            term: queue.term,
            ledger: LedgerMark(id: "mine", attempts: 5)
        )
        #expect(try await queue.store.delivery.grant(request, now: queue.clock(1), at: queue.at).count == 2)
        #expect(try await start(2, LedgerMark(id: id, attempts: attempts)) == freed)
        #expect(try await start(2, LedgerMark(id: id, attempts: attempts)) == 0, "once for each start")
        let again = try await queue.grant("two", free: 2, at: 2)
        #expect(again.count == freed ?? 0)
        // Marks that it sent since its last grant count too.
        let newer = LedgerMark(id: id, attempts: 20)
        #expect(try await start(3, LedgerMark(id: id, attempts: 19), seen: newer) == nil)
    }

    @Test func retryWaitsAndIsTold() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        _ = try await queue.grant()
        try await queue.settle("log-a", 1, .retry(afterMilliseconds: 5_000, possiblySent: false, error: error))
        #expect(try await queue.told("submissionRetrying").count == 1)
        #expect(try await queue.grant(at: 4).isEmpty)
        let again = try #require(try await queue.grant(at: 5).first)
        #expect(!again.possiblySent)
        #expect(try await queue.store.records.record(logID: "log-a")?.lastError == "http422")
        try await queue.settle("log-a", 2, .released(possiblySent: true), at: 5)
        #expect(try await queue.grant(at: 5).first?.possiblySent == true)
    }

    @Test func newRevisionWaitsUntilADoubtfulRequestCanNoLongerArrive() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        let lease = try #require(try await queue.grant().first)
        let retry = AttemptOutcome.retry(afterMilliseconds: 0, possiblySent: true, error: error)
        try await queue.settle("log-a", lease.fence, retry, at: 1)
        // The same revision is sent again at once; a newer one must not be overtaken by a request still in flight.
        let again = try #require(try await queue.grant(at: 1).first)
        try await queue.settle("log-a", again.fence, .released(possiblySent: false), at: 2)
        try await queue.change("log-a", from: 1, to: "hand")
        #expect(try await queue.grant(at: 2).isEmpty)
        let end = try #require(try await queue.store.delivery.nextDue())
        #expect(end == BootInstant.zero + queue.term)
        #expect(try await queue.store.delivery.expireLeases(now: end, at: queue.at) == 1)
        #expect(try await queue.grant(at: end.milliseconds / 1_000).first?.revision == 2)
    }

    @Test func refusedRecordsAreKeptAndResubmittedByHand() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        _ = try await queue.grant()
        try await queue.settle("log-a", 1, .failed(error))
        #expect(try await queue.told("submissionFailed").count == 1)
        #expect(try await queue.store.records.records(.rejected()).elements.map(\.entry.state) == [.rejected(error)])
        #expect(try await queue.grant().isEmpty)
        let late = RefusedRecords(since: queue.at + 1)
        #expect(try await queue.store.records.resubmit(late, at: queue.at).retried == 0)
        let other = RefusedRecords(logID: "log-b")
        #expect(try await queue.store.records.resubmit(other, at: queue.at).retried == 0)
        #expect(try await queue.store.records.refused(since: queue.at).count == 1)
        let all = RefusedRecords(since: queue.at)
        #expect(try await queue.store.records.resubmit(all, at: queue.at).retried == 1)
        #expect(try await queue.store.records.refused(since: queue.at).count == 0)
        #expect(try await queue.store.records.resubmit(RefusedRecords(), at: queue.at).retried == 0, "it waits again")
        #expect(try await queue.grant().first?.fence == 2)
    }

    @Test func manyRefusedRecordsGoInSlicesAndOneOfAnEndedSessionStays() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        let names = (0..<450).map { "r\($0)" }
        for name in names { try await queue.accept(queue.decision(name)) }
        for grant in try await queue.grant(free: 450) {
            try await queue.settle(grant.logID, grant.fence, .failed(error))
        }
        let found = try await queue.store.records.resubmit(RefusedRecords(), at: queue.at)
        #expect(found.retried == 450 && found.ended == 0)
        for grant in try await queue.grant(free: 450) {
            try await queue.settle(grant.logID, grant.fence, .failed(error))
        }
        try await queue.store.sessions.end("session-bed", reason: "requested", at: queue.at)
        let ended = try await queue.store.records.resubmit(RefusedRecords(), at: queue.at)
        #expect(ended.retried == 0 && ended.ended == 450)
    }

    @Test func aDoubtThatIsToldAtOnceIsUnderWayUntilItsEndAndCountsFromThere() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        // Before this, the start of the current boot is unknown.
        try await queue.store.delivery.extendAllLeases(
            now: queue.clock(0),
            term: queue.term,
            bootID: "boot1",
            at: queue.at
        )
        try await queue.accept(queue.decision("a"))
        _ = try await queue.grant(at: 1)
        let doubt = Answer(
            logID: "log-a",
            fence: 1,
            outcome: .retry(afterMilliseconds: 2_000, possiblySent: true, error: error),
            underWay: .seconds(16)
        )
        _ = try await queue.store.delivery.settle([doubt], now: BootInstant(milliseconds: 1_500), at: queue.at)
        #expect(
            try await queue.store.delivery.overview(waiting: 1).waiting.first?.until == BootInstant(milliseconds: 3_500)
        )
        let early = try #require(try await queue.grant(at: 4).first)
        #expect(early.possiblySent && early.sentAgo == .zero && early.underWay == .milliseconds(13_500))
        let unsent = AttemptOutcome.retry(afterMilliseconds: 0, possiblySent: false, error: error)
        try await queue.settle("log-a", 2, unsent, at: 5)
        let late = try #require(try await queue.grant(at: 30).first)
        #expect(late.underWay == .zero && late.sentAgo == .milliseconds(12_500), "from when it could last arrive")
    }

    @Test func updateDuringALeaseFollows() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"))
        _ = try await queue.grant()
        #expect(try await queue.accept(queue.decision("a", revision: 2)) == [.updated])
        #expect(try await queue.accept(queue.decision("a", revision: 2)) == [.duplicate])
        try await queue.change("log-a", from: 2, to: "hand")
        try await queue.settle("log-a", 1, .done(serverID: "s"))
        #expect(try await queue.told("recordSubmitted") == ["log-a 1 a#1"])
        let update = try #require(try await queue.grant().first)
        #expect(update.revision == 3 && update.isUpdate && update.record == Data("hand".utf8))
        try await queue.settle("log-a", 2, .done(serverID: "s"))
        #expect(try await queue.told("recordSubmitted") == ["log-a 1 a#1", "log-a 3 hand"])
        #expect(try await queue.accept(queue.decision("a", revision: 3)) == [.changedByHand])
    }

    @Test func deletion() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("a"), queue.decision("b"))
        _ = try await queue.store.records.delete(logID: "log-a", baseRevision: 1, at: queue.at)
        #expect(try await queue.store.records.record(logID: "log-a")?.entry.state == .withdrawn)
        _ = try await queue.grant()
        try await queue.settle("log-b", 1, .done(serverID: "s"))
        _ = try await queue.store.records.delete(logID: "log-b", baseRevision: 1, at: queue.at)
        let grants = try await queue.grant()
        #expect(grants.map(\.logID) == ["log-b"])
        #expect(grants.first?.isDeletion == true)
        #expect(grants.first?.serverID == "s")
        #expect(try await queue.store.records.delete(logID: "log-x", baseRevision: 1, at: queue.at) == .unknown)
    }

    @Test func aDeliveredRecordResumesItsDestinationAndValidatesItsSession() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for key in ["a", "b"] { try await queue.accept(queue.decision(key)) }
        let grants = try await queue.grant(at: 1)
        try await queue.store.delivery.pauseDestination(
            api: "inform",
            reason: "r",
            nextProbe: queue.clock(99),
            at: queue.at
        )
        let retry = AttemptOutcome.retry(
            afterMilliseconds: 0,
            possiblySent: true,
            error: DeliveryError(code: "http503", message: "")
        )
        try await queue.settle(grants[0].logID, 1, retry)
        #expect(try await queue.store.delivery.overview(waiting: 0).paused.count == 1, "a retry shows nothing")
        try await queue.settle(grants[1].logID, 1, .done(serverID: "s"))
        #expect(try await queue.store.delivery.overview(waiting: 0).paused.isEmpty)
        #expect(try await queue.store.sessions.session(id: grants[0].sessionID)?.isValidated == true)
    }

    @Test func pausedDestinationGivesOneProbe() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for key in ["a", "b", "c"] { try await queue.accept(queue.decision(key)) }
        try await queue.store.delivery.pauseDestination(
            api: "inform",
            reason: "http404",
            nextProbe: queue.clock(10),
            at: queue.at
        )
        #expect(try await queue.grant(at: 9).isEmpty)
        let probe = try await queue.grant(at: 10)
        #expect(probe.map(\.logID) == ["log-a"])
        #expect(probe.first?.isProbe == true)
        #expect(try await queue.grant("two", at: 11).isEmpty, "one probe at a time")
        #expect(try await queue.store.delivery.overview(waiting: 0).paused.map(\.nextProbe) == [queue.clock(40)])
        try await queue.settle("log-x", 1, .done(serverID: "s"))
        #expect(
            try await queue.store.delivery.overview(waiting: 0).paused.count == 1,
            "nobody's answer resumes nothing"
        )
        try await queue.settle("log-a", 1, .failed(DeliveryError(code: "http422", message: "")))
        #expect(try await queue.grant("two", at: 11).map(\.logID) == ["log-b", "log-c"])
    }
}
