import DeliveryRules
import Foundation
import GRDB
import StoreEngine
import StoreSupport
import TestSupport
import Testing

@testable import QueueStore

/// Images in the queue: they follow their record, with leases and fences like a record's, and have files.
@Suite struct ImageTests {
    @Test func anImageIsGrantedOnlyAfterItsRecord() async throws {
        let fixture = try await ImageFixture()
        let queue = fixture.queue
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("k"))
        #expect(try await fixture.put(fixture.image()) == .taken)
        #expect(try await queue.store.delivery.depths().images == 1)
        let first = try await fixture.grant()
        #expect(first.map(\.logID) == ["log-k"] && first[0].image == nil)
        #expect(try await fixture.grant("two").isEmpty, "the record is not there yet")
        try await queue.settle("log-k", first[0].fence, .done(serverID: "server-k"))
        let images = try await fixture.grant("two")
        #expect(images.map(\.logID) == ["image-one"])
        #expect(images[0].api == "inform/images" && !images[0].possiblySent)
        #expect(images[0].image?.recordLogID == "log-k" && images[0].image?.recordID == "server-k")
        // It is not a record: no list contains it, and no count includes it.
        #expect(try await queue.store.records.records(.queued()).elements.isEmpty)
        #expect(try await queue.store.delivery.depths().leased == 0)
        #expect(try await queue.store.records.openCount(sessionID: "session-bed") == 0)
        #expect(try await queue.change("image-one", from: 1, to: "x") == .unknown)
        let answer = Answer(
            logID: "image-one",
            fence: images[0].fence,
            outcome: .done(serverID: "media-1"),
            mediaURL: "https://media.invalid/1"
        )
        _ = try await queue.store.delivery.settle([answer], now: queue.clock(1), at: queue.at)
        let stored = try await queue.store.images.image(record: "log-k", source: "source-one")
        #expect(stored?.state == .submitted && stored?.mediaID == "media-1")
        #expect(stored?.mediaURL == "https://media.invalid/1")
        #expect(try await queue.told("image") == ["image-one submitted media-1 https://media.invalid/1"])
        #expect(try await queue.store.delivery.depths().images == 0)
        #expect(try await fixture.files.names() == ["sha-one"], "a file goes after the transaction")
        try await fixture.sweep()
        #expect(try await fixture.files.names().isEmpty)
        #expect(try await fixture.put(fixture.image()) == .taken, "a repeat changes nothing")
        #expect(try await fixture.grant("two").isEmpty)
        #expect(try await queue.told("image").count == 1)
        try await queue.store.close()
    }

    @Test func oldFencesDoNoHarm() async throws {
        let fixture = try await ImageFixture()
        let queue = fixture.queue
        defer { queue.fixture.remove() }
        try await fixture.deliver()
        try await fixture.put(fixture.image())
        let first = try #require(try await fixture.grant("one").first)
        #expect(try await queue.store.images.leased(id: "image-one", fence: first.fence) != nil)
        #expect(try await queue.store.delivery.expireLeases(now: queue.clock(31), at: queue.at) == 1)
        #expect(try await queue.store.images.leased(id: "image-one", fence: first.fence) == nil)
        let second = try #require(try await fixture.grant("two", at: 31).first)
        #expect(second.fence == first.fence + 1 && second.possiblySent)
        let refused = DeliveryError(code: "http422", message: "no")
        try await queue.settle("image-one", first.fence, .failed(refused), at: 32)
        #expect(try await fixture.state() == .queued, "the old worker's refusal is not this lease's")
        try await queue.settle("image-one", second.fence, .failed(refused), at: 32)
        #expect(try await fixture.state() == .failed)
        #expect(try await queue.told("image") == ["image-one failed http422"])
        // Late, after everything is over, and for a row that was inserted again.
        try await queue.settle("image-one", second.fence, .failed(refused), at: 33)
        #expect(try await queue.told("image").count == 1)
        #expect(try await fixture.put(fixture.image()) == .taken)
        let third = try #require(try await fixture.grant("three", at: 33).first)
        #expect(third.fence == second.fence + 1 && third.possiblySent, "fences go on")
        try await queue.settle("image-one", second.fence, .failed(refused), at: 34)
        #expect(try await fixture.state() == .queued)
        try await queue.settle("image-one", third.fence, .done(serverID: nil), at: 34)
        #expect(try await fixture.state() == .submitted)
        try await queue.store.close()
    }

    @Test func aFaultyPathForImagesHoldsUpNoRecord() async throws {
        let fixture = try await ImageFixture()
        let queue = fixture.queue
        defer { queue.fixture.remove() }
        try await fixture.deliver()
        try await fixture.put(fixture.image())
        let image = try #require(try await fixture.grant().first)
        let paused = Answer(
            logID: image.logID,
            fence: image.fence,
            outcome: .released(possiblySent: false),
            effect: .pauseDestination(reason: "portal", at: queue.clock(28))
        )
        _ = try await queue.store.delivery.settle([paused], now: queue.clock(1), at: queue.at)
        #expect(try await queue.store.delivery.overview(waiting: 0).paused.map(\.api) == ["inform/images"])
        try await queue.accept(queue.decision("l"))
        let grants = try await fixture.grant(at: 2)
        #expect(grants.map(\.logID) == ["log-l"])
        try await queue.settle("log-l", grants[0].fence, .done(serverID: "x"), at: 2)
        #expect(
            try await queue.store.delivery.overview(waiting: 0).paused.count == 1,
            "a record proves nothing about images"
        )
        let probe = try #require(try await fixture.grant(at: 31).first)
        #expect(probe.isProbe && probe.logID == "image-one")
        try await queue.settle("image-one", probe.fence, .done(serverID: "m"), at: 32)
        #expect(try await queue.store.delivery.overview(waiting: 0).paused.isEmpty)
        #expect(try await queue.grant(at: 40, apis: nil).isEmpty, "who names nothing takes no images")
        try await queue.store.close()
    }

    @Test func aRecordThatDoesNotArriveTakesItsImagesWithIt() async throws {
        let fixture = try await ImageFixture()
        let queue = fixture.queue
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("refused"), queue.decision("withdrawn"))
        try await fixture.put(fixture.image("a", of: "log-refused"))
        try await fixture.put(fixture.image("b", of: "log-withdrawn"))
        _ = try await queue.store.records.delete(logID: "log-withdrawn", baseRevision: 1, at: queue.at)
        #expect(try await fixture.state("b", of: "log-withdrawn") == .failed)
        let grant = try #require(try await fixture.grant().first)
        try await queue.settle(grant.logID, grant.fence, .failed(DeliveryError(code: "http422", message: "")))
        #expect(try await fixture.state("a", of: "log-refused") == .failed)
        #expect(
            Set(try await queue.told("image")) == ["image-a failed recordRejected", "image-b failed recordDeleted"]
        )
        #expect(try await fixture.put(fixture.image("c", of: "log-refused")) == .recordRejected)
        #expect(try await fixture.put(fixture.image("d", of: "log-withdrawn")) == .recordDeleted)
        #expect(try await fixture.put(fixture.image("e", of: "nobody")) == .noRecord)
        // Deleted after it was delivered.
        try await fixture.deliver("k")
        try await fixture.put(fixture.image("f"))
        _ = try await queue.store.records.delete(logID: "log-k", baseRevision: 1, at: queue.at)
        let deletion = try #require(try await queue.grant(apis: ["inform"]).first)
        try await queue.settle("log-k", deletion.fence, .done(serverID: nil))
        #expect(try await fixture.state("f") == .failed)
        try await fixture.sweep()
        #expect(try await fixture.files.names().isEmpty)
        try await queue.store.close()
    }

    @Test func imagesOfAnEndedSessionStayWithItsRecordsAndGoWithThem() async throws {
        let fixture = try await ImageFixture()
        let queue = fixture.queue
        defer { queue.fixture.remove() }
        try await fixture.deliver("k")
        try await queue.accept(queue.decision("l"))
        try await fixture.put(fixture.image("a", of: "log-k"))
        try await fixture.put(fixture.image("b", of: "log-l"))
        _ = try await queue.store.sessions.end("session-bed", reason: "requested", at: queue.at)
        #expect(try await queue.told("sessionEnded") == ["session-bed 1"], "one record; images are not counted")
        #expect(try await fixture.put(fixture.image("c", of: "log-l")) == .sessionEnded)
        while try await queue.store.sessions.saveEnds(at: queue.at) > 0 {}
        #expect(try await fixture.grant().isEmpty)
        try await queue.store.deleteExpired(at: queue.later(6 * 86_400))
        #expect(try await queue.store.images.needed() == ["sha-a", "sha-b"])
        try await queue.store.deleteExpired(at: queue.later(8 * 86_400))
        #expect(try await queue.store.images.needed().isEmpty)
        #expect(
            Set(try await queue.told("image")) == ["image-a failed imageExpired", "image-b failed imageExpired"]
        )
        try await queue.store.deleteExpired(at: queue.later(100 * 86_400))
        #expect(try await fixture.state("b", of: "log-l") == nil, "settled ones are forgotten after 90 days")
        try await queue.store.close()
    }

    @Test func anImageThatNobodyTakesIsGivenUpInTime() async throws {
        let fixture = try await ImageFixture()
        let queue = fixture.queue
        defer { queue.fixture.remove() }
        try await fixture.deliver()
        try await fixture.put(fixture.image())
        let ready = try await queue.store.delivery.ready(.unlimited, limit: 10, now: queue.clock(0), at: queue.at)
        #expect(ready == [ReadyWork(api: "inform/images", live: 0, history: 1)])
        let kept = QueueRetention(images: .seconds(86_400))
        try await queue.store.deleteExpired(kept, at: queue.later(86_000))
        #expect(try await fixture.state() == .queued)
        try await queue.store.deleteExpired(kept, at: queue.later(86_500))
        #expect(try await fixture.state() == .failed)
        #expect(try await fixture.grant(at: 90_000).isEmpty)
        try await queue.store.close()
    }

    @Test func erasingASeatErasesItsImagesOnly() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        let fixture = try await ImageFixture(queue)
        defer { queue.fixture.remove() }
        try await queue.accept(queue.decision("k"), queue.decision("m", session: "session-bed"))
        try await fixture.put(fixture.image("one", of: "log-k", sha256: "same"))
        try await fixture.put(fixture.image("two", of: "log-m"))
        await #expect(throws: StoreError.self) { try await queue.store.eraseSeat("bed", at: queue.at) }
        _ = try await queue.store.sessions.end("session-bed", reason: "requested", at: queue.at)
        #expect(try await queue.store.eraseSeat("bed", at: queue.at).images == 2)
        #expect(try await queue.store.images.needed().isEmpty)
        try await queue.store.close()
    }

    /// The same picture in two records is one file, which is kept until neither needs it.
    @Test func aFileThatTwoImagesShareStaysForTheSecond() async throws {
        let fixture = try await ImageFixture()
        let queue = fixture.queue
        defer { queue.fixture.remove() }
        try await fixture.deliver("k")
        try await fixture.deliver("l")
        try await fixture.put(fixture.image("one", of: "log-k", sha256: "same"))
        try await fixture.put(fixture.image("two", of: "log-l", sha256: "same"))
        let grants = try await fixture.grant()
        #expect(grants.count == 2)
        try await queue.settle(grants[0].logID, grants[0].fence, .done(serverID: "m"))
        try await fixture.sweep()
        #expect(try await fixture.files.names() == ["same"])
        try await queue.settle(grants[1].logID, grants[1].fence, .done(serverID: "n"))
        try await fixture.sweep()
        #expect(try await fixture.files.names().isEmpty)
        try await queue.store.close()
    }

    @Test func arrestedRowsAndBootsAreKept() async throws {
        let fixture = try await ImageFixture()
        defer { fixture.queue.fixture.remove() }
        try await fixture.deliver()
        try await fixture.put(fixture.image())
        let grant = try #require(try await fixture.grant().first)
        let wait = AttemptOutcome.retry(
            afterMilliseconds: 60_000,
            possiblySent: true,
            error: DeliveryError(code: "http503", message: "")
        )
        try await fixture.queue.settle(grant.logID, grant.fence, wait)
        let again = try await ImageFixture(try await fixture.queue.reopened())
        #expect(try await again.grant(at: 31).isEmpty, "not yet")
        #expect(try await again.queue.store.delivery.nextDue(after: again.queue.clock(31)) == again.queue.clock(60))
        #expect(try await again.queue.store.delivery.hastenAll(at: again.queue.at) == 1)
        #expect(try await again.grant(at: 32).map(\.logID) == ["image-one"])
        #expect(try await again.queue.told("submissionRetrying").isEmpty, "that is told of records")
        try await again.queue.store.close()
    }

    /// An image's row without the image is not granted again and again.
    @Test func aRowWithoutItsImageIsTaken() async throws {
        let fixture = try await ImageFixture()
        let queue = fixture.queue
        defer { queue.fixture.remove() }
        try await fixture.deliver()
        try await fixture.put(fixture.image())
        try await queue.store.writer.write { try $0.execute(sql: "DELETE FROM images") }
        let grant = try #require(try await fixture.grant().first)
        #expect(grant.isImage && grant.image == nil)
        let error = DeliveryError(code: "unreadableRow", message: "no image")
        try await queue.settle(grant.logID, grant.fence, .failed(error), at: 1)
        #expect(try await fixture.grant(at: 60).isEmpty)
        try await queue.store.close()
    }
}
