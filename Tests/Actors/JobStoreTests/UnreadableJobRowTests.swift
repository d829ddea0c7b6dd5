import Foundation
import JobStore
import StoreEngine
import StoreSupport
import Testing

/// A job with an unreadable row fails and is reported, and the others continue.
@Suite struct UnreadableJobRowTests {
    private static let start = StoreFixture.start

    @Test(arguments: ["strain = x'00'", "reading_key = x'ff'", "changed_at = 'x'"])
    func itFailsAndTheOthersFlow(change: String) async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await JobStore.open(fixture.configuration())
        try await store.keep(
            KeptPicture(sha256: "p", file: "file-p", size: 3, contentType: "image/png"),
            at: Self.start
        )
        for name in ["a", "b"] {
            _ = try await store.accept(
                StoredJob(id: name, readingKey: "key-\(name)", picture: "p", body: Data(), seat: nil),
                at: Self.start
            )
        }
        try await fixture.spoil("jobs", changes: change, where: "log_id = 'a'")
        // A time of another type cannot be found by its number: only the start reads all rows.
        try await store.close()
        let again = try await JobStore.open(fixture.configuration())
        let begun = try await again.begin(at: Self.start)
        #expect(begun?.id == "b")
        guard case .failed(let error)? = try await again.job("a")?.state else {
            Issue.record("the job is not settled")
            return
        }
        #expect(error.code == "unreadableRow")
        #expect(try await again.untold(limit: 9).map(\.id) == ["a"])
        #expect(await again.health.unreadableRows == 1)
        try await again.close()
    }

    @Test func oneOfARunningStoreIsPassedOver() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await JobStore.open(fixture.configuration())
        try await store.keep(
            KeptPicture(sha256: "p", file: "file-p", size: 3, contentType: "image/png"),
            at: Self.start
        )
        for name in ["a", "b"] {
            _ = try await store.accept(
                StoredJob(id: name, readingKey: "key-\(name)", picture: "p", body: Data(), seat: nil),
                at: Self.start
            )
        }
        try await fixture.spoil("jobs", changes: "reading_key = x'ff'", where: "log_id = 'a'")
        let begun = try await store.begin(at: Self.start)
        #expect(begun?.id == "b")
        #expect(try await store.untold(limit: 9).map(\.id) == ["a"])
        try await store.close()
    }
}
