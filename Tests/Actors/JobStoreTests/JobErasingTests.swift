import DeliveryRules
import Foundation
import JobStore
import Outbox
import StoreSupport
import Testing

/// Exactly one seat's pictures and jobs are erased.
@Suite struct JobErasingTests {
    private func job(_ id: String, _ picture: String, seat: String?) -> StoredJob {
        StoredJob(id: id, readingKey: "key-\(id)", picture: picture, body: Data("zebra \(id)".utf8), seat: seat)
    }

    private func jobs(in fixture: StoreFixture) async throws -> JobStore {
        let store = try await JobStore.open(fixture.configuration())
        for name in ["own", "shared", "others"] {
            let picture = KeptPicture(sha256: name, file: "file-\(name)", size: 3, contentType: "image/png")
            try await store.keep(picture, at: StoreFixture.start)
        }
        let given = [
            job("one", "own", seat: "bed-1"), job("two", "shared", seat: "bed-1"), job("three", "shared", seat: nil),
            job("four", "others", seat: "bed-2"),
        ]
        for job in given { _ = try await store.accept(job, at: StoreFixture.start) }
        return store
    }

    @Test func aSeatsJobsGoWithTheirPictures() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await jobs(in: fixture)
        let erased = try await store.erase(seat: "bed-1")
        #expect(erased.jobs == 2 && erased.pictures == 1)
        #expect(try await store.neededFiles() == ["file-shared", "file-others"], "another job is about the shared one")
        for (id, isThere) in [("one", false), ("two", false), ("three", true), ("four", true)] {
            #expect((try await store.job(id) != nil) == isThere, "\(id)")
        }
        // The store's log is empty, and its pages are overwritten.
        let bytes = try Data(contentsOf: URL(filePath: fixture.path()))
        let log = (try? Data(contentsOf: URL(filePath: fixture.path() + "-wal"))) ?? Data()
        for word in ["zebra one", "zebra two", "file-own"] {
            #expect((bytes + log).range(of: Data(word.utf8)) == nil, "\(word)")
        }
        let again = try await store.erase(seat: "bed-1")
        #expect(again.jobs == 0 && again.pictures == 0)
        try await store.close()
    }

    @Test func whatIsSeenInAnErasedPictureComesTooLate() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await jobs(in: fixture)
        #expect(try await store.begin(at: StoreFixture.start)?.id == "one")
        _ = try await store.erase(seat: "bed-1")
        #expect(try await !store.settle("one", as: .done(Data("zebra".utf8)), at: StoreFixture.start))
        #expect(try await store.untold(limit: 9).isEmpty)
        try await store.close()
    }

    @Test func anErasedReadingTakesItsPictureAlong() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await DisplayStore.open(fixture.configuration())
        let reading = OutboxReading(
            item: OutboxItem(readingKey: "k", revision: 1),
            payload: Data("{}".utf8),
            seat: "bed-1",
            device: nil
        )
        try await store.commit(reading, file: "crop", size: 3, at: StoreFixture.start)
        #expect(try await store.crop("k")?.file == "crop")
        let found = try await store.outbox.rows(ofSeat: "bed-1").map(\.item)
        #expect(try await store.outbox.erase(frames: [], readings: found) == 1)
        #expect(try await store.neededFiles().isEmpty)
        try await store.close()
    }
}
