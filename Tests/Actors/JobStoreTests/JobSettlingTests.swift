import DeliveryRules
import Foundation
import JobStore
import StoreSupport
import Testing

/// What workers say of pictures, and what their silence means.
@Suite struct JobSettlingTests {
    private static let start = StoreFixture.start
    private static let content = Data("seen".utf8)

    /// A store with one job.
    private func withJob(_ body: (JobStore) async throws -> Void) async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await JobStore.open(fixture.configuration())
        let picture = KeptPicture(sha256: "p", file: "file-p", size: 3, contentType: "image/png")
        try await store.keep(picture, at: Self.start)
        let job = StoredJob(id: "job", readingKey: "key", picture: "p", body: Data(), seat: nil)
        _ = try await store.accept(job, at: Self.start)
        try await body(store)
        try await store.close()
    }

    /// Grants the job at a time in seconds, for ten seconds; nil where it cannot be had.
    private func grant(_ store: JobStore, at second: Int64) async throws -> Int64? {
        let now = BootInstant(milliseconds: second * 1_000)
        let granted = try await store.grant(to: "w", count: 1, now: now, term: .seconds(10), at: Self.start)
        return granted.first?.entry.fence
    }

    private func say(
        _ outcome: AttemptOutcome,
        _ fence: Int64,
        to store: JobStore,
        at second: Int64
    ) async throws -> Bool {
        let content: Data? = if case .done = outcome { Self.content } else { nil }
        let answer = JobAnswer(id: "job", fence: fence, outcome: outcome, content: content)
        return try await store.settle([answer], now: BootInstant(milliseconds: second * 1_000), at: Self.start)
    }

    private func expire(_ store: JobStore, at second: Int64) async throws {
        _ = try await store.expireLeases(now: BootInstant(milliseconds: second * 1_000), at: Self.start)
    }

    private func state(_ store: JobStore) async throws -> DeliveryState? { try await store.job("job")?.entry.state }

    private let fault = AttemptOutcome.retry(
        afterMilliseconds: 0,
        possiblySent: false,
        error: DeliveryError(code: "broken", message: "the worker broke")
    )

    @Test(arguments: [false, true]) func aPictureMayTakeLongerThanALease(isGrantedAgain: Bool) async throws {
        try await withJob { store in
            let first = try #require(try await grant(store, at: 0))
            try await expire(store, at: 11)
            if isGrantedAgain { #expect(try await grant(store, at: 12) == first + 1) }
            #expect(try await say(.done(serverID: nil), first, to: store, at: 13))
            #expect(try await state(store) == .submitted(serverID: nil))
            #expect(try await store.job("job")?.outcome == Self.content)
            // Who has it now comes too late with anything.
            #expect(try await !say(fault, first + 1, to: store, at: 14))
            #expect(try await !say(.done(serverID: nil), first + 1, to: store, at: 14))
            #expect(try await grant(store, at: 30) == nil)
        }
    }

    @Test func anOvertakenLeasesEndIsNoNews() async throws {
        try await withJob { store in
            let first = try #require(try await grant(store, at: 0))
            try await expire(store, at: 11)
            _ = try await grant(store, at: 12)
            #expect(try await say(.done(serverID: nil), first, to: store, at: 13))
            try await store.markTold("job")
            #expect(try await store.nextDue(after: .zero) == nil)
            #expect(try await store.expireLeases(now: BootInstant(milliseconds: 23_000), at: Self.start) == 0)
            #expect(try await store.untold(limit: 1).isEmpty, "its end is told once")
        }
    }

    @Test func anOldLeasesOtherWordsChangeNothing() async throws {
        try await withJob { store in
            let first = try #require(try await grant(store, at: 0))
            try await expire(store, at: 11)
            let second = try #require(try await grant(store, at: 12))
            let refusal = AttemptOutcome.failed(DeliveryError(code: "torn", message: "it cannot be read"))
            for word in [fault, refusal, .released(possiblySent: false)] {
                #expect(try await !say(word, first, to: store, at: 13))
            }
            #expect(try await store.leasedJob("job", fence: second) != nil)
            #expect(try await !say(.done(serverID: nil), second + 1, to: store, at: 13), "nobody has this lease")
        }
    }

    @Test func aPictureThatEndsItsWorkersIsGivenUpSoon() async throws {
        try await withJob { store in
            for _ in 1..<5 {
                let fence = try #require(try await grant(store, at: 0))
                #expect(try await say(fault, fence, to: store, at: 1))
                #expect(try await state(store) == .pending(notBefore: BootInstant(milliseconds: 1_000)))
                _ = try await grant(store, at: 2)
                #expect(try await say(.released(possiblySent: false), fence + 1, to: store, at: 2), "costs nothing")
            }
            let last = try #require(try await grant(store, at: 3))
            #expect(try await say(fault, last, to: store, at: 3))
            #expect(try await state(store) == .rejected(DeliveryError(code: "broken", message: "the worker broke")))
        }
    }

    @Test func silenceIsBorneForLonger() async throws {
        try await withJob { store in
            for round in 1...Int64(StoredJob.strainLimit) {
                #expect(try await grant(store, at: round * 20) == round)
                try await expire(store, at: round * 20 + 11)
            }
            #expect(try await state(store) == .rejected(StoredJob.givenUp))
            #expect(try await grant(store, at: 10_000) == nil)
        }
    }

    @Test func whatWasGivenUpAndIsReadAfterAllIsToldAfterAll() async throws {
        try await withJob { store in
            var last: Int64 = 0
            for round in 1...Int64(StoredJob.strainLimit) {
                last = try #require(try await grant(store, at: round * 20))
                try await expire(store, at: round * 20 + 11)
            }
            try await store.markTold("job")
            #expect(try await store.untold(limit: 9).isEmpty)
            #expect(try await say(.done(serverID: nil), last, to: store, at: 10_000))
            #expect(try await state(store) == .submitted(serverID: nil))
            #expect(try await store.untold(limit: 9).map(\.id) == ["job"])
        }
    }

    @Test func whatNobodyWantsAnyMoreStaysSo() async throws {
        try await withJob { store in
            let fence = try #require(try await grant(store, at: 0))
            #expect(try await store.cancel("job", at: Self.start) == ["job"])
            #expect(try await !say(.done(serverID: nil), fence, to: store, at: 1))
            #expect(try await store.job("job")?.outcome == nil)
        }
    }
}
