import Foundation
import JobStore
import StoreSupport
import Testing

/// The results of pictures in lanes, and the cost of a process that dies during one.
@Suite struct JobSettlingTests {
    private static let start = StoreFixture.start
    private static let content = Data("seen".utf8)

    private func jobs(_ ids: [String], in fixture: StoreFixture) async throws -> JobStore {
        let store = try await JobStore.open(fixture.configuration())
        let picture = KeptPicture(sha256: "p", file: "file-p", size: 3, contentType: "image/png")
        try await store.keep(picture, at: Self.start)
        for id in ids {
            let job = StoredJob(id: id, readingKey: "key-\(id)", picture: "p", body: Data(), seat: nil)
            _ = try await store.accept(job, at: Self.start)
        }
        return store
    }

    private func begin(_ store: JobStore) async throws -> String? { try await store.begin(at: Self.start)?.id }

    private func end(_ store: JobStore, _ id: String, _ outcome: JobStore.Outcome) async throws -> Bool {
        try await store.settle(id, as: outcome, at: Self.start)
    }

    @Test func eachIsTakenOnceAndSettledOnce() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await jobs(["a", "b"], in: fixture)
        #expect(try await begin(store) == "a")
        #expect(try await begin(store) == "b")
        #expect(try await begin(store) == nil)
        let depths = try await store.depths()
        #expect(depths == (waiting: 0, reading: 2))
        #expect(try await end(store, "a", .done(Self.content)))
        #expect(try await store.job("a")?.state == .done)
        #expect(try await store.job("a")?.outcome == Self.content)
        let failure = JobFailure(code: "torn", message: "it cannot be read")
        #expect(try await end(store, "b", .failed(failure)))
        #expect(try await store.job("b")?.state == .failed(failure))
        #expect(try await !end(store, "b", .done(Self.content)), "it is settled")
        #expect(try await store.untold(limit: 9).map(\.id) == ["a", "b"])
        try await store.close()
    }

    @Test func whatWaitsAgainCostsNothing() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await jobs(["a"], in: fixture)
        for _ in 1...StoredJob.strainLimit {
            #expect(try await begin(store) == "a")
            #expect(try await end(store, "a", .again))
        }
        #expect(try await store.job("a")?.state == .waiting)
        try await store.close()
    }

    @Test func aPictureThatEndsTheProcessIsGivenUpSoon() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await jobs(["a"], in: fixture)
        for _ in 1...StoredJob.strainLimit / StoredJob.endStrain {
            #expect(try await begin(store) == "a")
            #expect(try await store.takeUp(at: Self.start) == 1)
        }
        #expect(try await store.job("a")?.state == .failed(.givenUp))
        #expect(try await begin(store) == nil)
        #expect(try await store.untold(limit: 9).map(\.id) == ["a"])
        try await store.close()
    }

    /// Either of two pictures in work may kill the process, so the other is not given up with it.
    @Test func whatWasUnderWayAtAnEndIsReadLastAndByItself() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await jobs(["a", "b", "c"], in: fixture)
        #expect(try await begin(store) == "a")
        #expect(try await begin(store) == "b")
        #expect(try await store.takeUp(at: Self.start) == 2)
        #expect(try await begin(store) == "c")
        #expect(try await begin(store) == nil, "not beside another one")
        #expect(try await end(store, "c", .done(Self.content)))
        #expect(try await begin(store) == "a")
        #expect(try await begin(store) == nil, "none beside it")
        #expect(try await end(store, "a", .done(Self.content)))
        #expect(try await begin(store) == "b")
        try await store.close()
    }

    @Test func whatNobodyWantsAnyMoreStaysSo() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await jobs(["a"], in: fixture)
        #expect(try await begin(store) == "a")
        #expect(try await store.cancel("a", at: Self.start) == ["a"])
        #expect(try await !end(store, "a", .done(Self.content)))
        #expect(try await store.job("a")?.state == .cancelled)
        #expect(try await store.job("a")?.outcome == nil)
        try await store.close()
    }
}
