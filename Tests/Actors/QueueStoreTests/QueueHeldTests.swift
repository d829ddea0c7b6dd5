import Foundation
import QueueStore
import StoreEngine
import StoreSupport
import Testing

@Suite struct QueueHeldTests {
    private struct Refused: Error, Equatable {}

    private func hold(_ queue: QueueFixture, _ key: String, device: String = "d", revision: Int = 1) async throws {
        let outcome = ReadingDecision.Outcome.hold(reading: Data(key.utf8), reason: "noAssignment", device: device)
        try await queue.accept(
            ReadingDecision(readingKey: key, revision: revision, hub: "hub", seenAt: queue.at, outcome: outcome)
        )
    }

    private func assign(
        _ queue: QueueFixture,
        from: Double,
        _ seat: String = "bed",
        decide: @escaping @Sendable (HeldCase) throws -> ReadingDecision? = { _ in nil }
    ) async throws -> Int {
        try await queue.store.assignments.set(
            device: "d",
            userIndex: nil,
            seat: seat,
            from: queue.later(from),
            at: queue.at,
            decide: decide
        ).owned
    }

    @Test func anAssignmentTakesWhatItDecidesAndLeavesTheRest() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for number in 0..<600 { try await hold(queue, "key-\(number)") }
        try await hold(queue, "other", device: "e")
        let owned = try await assign(queue, from: 0) { item in
            #expect(item.assignments.map(\.seat) == ["bed"], "the new assignment is in place already")
            let session = try item.session(seat: "bed", at: queue.at)
            #expect(session?.id == "session-bed")
            return item.held.readingKey.hasSuffix("7") ? nil : queue.decision(item.held.readingKey)
        }
        #expect(owned == 540)
        #expect(try await queue.store.delivery.depths().pendingLive == 540)
        #expect(try await queue.store.delivery.depths().held == 61)
    }

    @Test func anErrorLeavesNeitherAssignmentNorRecord() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for number in 0..<3 { try await hold(queue, "key-\(number)") }
        await #expect(throws: StoreError.self) {
            _ = try await assign(queue, from: 0) { item in
                if item.held.readingKey == "key-2" { throw Refused() }
                return queue.decision(item.held.readingKey)
            }
        }
        #expect(try await queue.store.assignments.assignments().total == 0)
        #expect(try await queue.store.delivery.depths().held == 3)
        #expect(try await queue.store.delivery.depths().pendingLive == 0)
    }

    @Test func assignmentsNeverOverlap() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        // Every order of four changes, back-dated or not, leaves at most one seat at any time.
        let changes: [(seat: String?, from: Double)] = [("bed", 0), ("chair", 10), (nil, 20), ("sofa", 5)]
        for (number, order) in permutations(changes.indices.map { $0 }).enumerated() {
            let device = "device-\(number)"
            for index in order {
                let (seat, from) = changes[index]
                if let seat {
                    try await queue.store.assignments.set(
                        device: device,
                        userIndex: nil,
                        seat: seat,
                        from: queue.later(from),
                        at: queue.at
                    )
                } else {
                    try await queue.store.assignments.end(
                        device: device,
                        userIndex: nil,
                        until: queue.later(from),
                        at: queue.at
                    )
                }
            }
            let rows = try await queue.store.assignments.assignments(devices: [device])
            for moment in stride(from: 0.5, to: 30, by: 1) {
                let time = queue.later(moment)
                let holding = rows.filter { $0.from <= time && $0.until.map { time < $0 } ?? true }
                #expect(holding.count <= 1, "\(order) at \(moment)")
                // The latest change that takes effect by that time holds.
                let said = order.map { changes[$0] }.last { $0.from <= moment }
                #expect(holding.first?.seat == said?.seat, "\(order) at \(moment)")
            }
        }
    }

    private func permutations(_ elements: [Int]) -> [[Int]] {
        guard let first = elements.first else { return [[]] }
        return permutations(Array(elements.dropFirst())).flatMap { rest in
            (0...rest.count).map { rest.prefix($0) + [first] + rest.dropFirst($0) }
        }
    }

    @Test func aRefusalChangesNothing() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await hold(queue, "a")
        let refused = try await queue.store.held.decide("a", at: queue.at) { _ in
            Result<ReadingDecision, Refused>.failure(Refused())
        }
        #expect(refused == .failure(Refused()))
        #expect(try await queue.store.held.reading("a") != nil)
        let unknown = try await queue.store.held.decide("b", at: queue.at) { _ in
            Result<ReadingDecision, Refused>.failure(Refused())
        }
        #expect(unknown == nil)
        let decided = try await queue.store.held.decide("a", at: queue.at) { item in
            Result<ReadingDecision, Refused>.success(queue.decision(item.held.readingKey))
        }
        #expect(decided == .success(.queued))
        #expect(try await queue.store.held.reading("a") == nil)
    }

    @Test func aNewerRevisionThatIsHeldOutlivesTheOlderOnesOwner() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await hold(queue, "a", revision: 2)
        #expect(try await queue.accept(queue.decision("a")) == [.queued])
        #expect(try await queue.store.held.reading("a")?.revision == 2)
        #expect(try await queue.accept(queue.decision("a", revision: 2)) == [.updated])
        #expect(try await queue.store.held.reading("a") == nil)
    }

    @Test func correctionsOutliveEveryDecoder() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        var corrected = queue.decision("a")
        corrected.isCorrected = true
        #expect(try await queue.accept(corrected) == [.queued])
        #expect(try await queue.accept(queue.decision("a")) == [.duplicate])
        #expect(try await queue.accept(queue.decision("a", revision: 2)) == [.changedByHand])
        try await queue.accept(queue.decision("b"))
        var again = queue.decision("b", revision: 2)
        again.isCorrected = true
        #expect(try await queue.accept(again) == [.updated])
        #expect(try await queue.accept(queue.decision("b", revision: 3)) == [.changedByHand])
        #expect(try await queue.accept(queue.decision("b", revision: 3, byOperator: true)) == [.updated])
        #expect(try await queue.store.records.givenKey("b")?.isChangedByHand == true)
    }

    @Test func pagesEndWhereTheRoomDoes() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        for (number, size) in [10, 47_000, 2_000, 90_000, 10, 10].enumerated() {
            let key = "key-\(number)"
            let content = Data(repeating: 65, count: size)
            try await queue.accept(
                ReadingDecision(
                    readingKey: key,
                    revision: 1,
                    hub: "hub",
                    seenAt: queue.at,
                    outcome: .hold(reading: content, reason: "noAssignment", device: nil)
                )
            )
        }
        var pages: [[Int]] = []
        for page in 1...4 {
            let found = try await queue.store.held.readings(page: page)
            #expect(found.pages == 4)
            #expect(found.total == 6)
            pages.append(found.elements.map(\.reading.count))
        }
        #expect(pages == [[10, 47_000], [2_000], [90_000], [10, 10]])
        #expect(try await queue.store.held.readings(page: 5).elements.isEmpty)
        #expect(try await queue.store.held.readings(page: .max).elements.isEmpty)
        #expect(try await queue.store.held.readings(page: 2, pageSize: 1).elements.map(\.reading.count) == [47_000])
    }
}
