import Foundation
import GRDB
import LedgerStore
import Outbox
import StoreSupport
import TestSupport
import Testing

@testable import StoreEngine

@Suite struct GroupCommitTests {
    @Test func manyWritersShareFewCommits() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await fixture.outbox()
        let gate = DispatchSemaphore(value: 0)
        // Holds the disk until all others wait, so that it is never faster than they come.
        async let first: Void = store.writer.write { _ in gate.wait() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<500 {
                group.addTask {
                    _ = try await store.saveFrame(
                        device: "d",
                        characteristic: "c",
                        bytes: Data([UInt8(number % 256)]),
                        at: StoreFixture.start
                    )
                }
            }
            let allWait = await eventually { await store.health.waitingWrites == 501 }
            gate.signal()
            #expect(allWait)
            try await group.waitForAll()
        }
        try await first
        let health = await store.health
        #expect(health.committedWrites == 501)
        #expect(health.commits < 100)
        #expect(health.waitingWrites == 0)
        #expect(try await store.undecodedFrames(limit: 1_000).count == 500)
    }

    @Test func aFailingWriteUndoesOnlyItself() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let writer = try await fixture.ledger().writer
        // A slow write comes first, so that the others wait for the same transaction.
        let results = await withTaskGroup(of: (Int, Bool).self) { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        try await writer.write { database in
                            try database.execute(
                                sql: "INSERT INTO attempts (log_id, fence, revision, session_id, started_at) "
                                    + "VALUES (?, 1, 1, 's', 0)",
                                arguments: ["log\(number)"]
                            )
                            // It inserts the same row again, so this operation fails after its first write.
                            if number % 5 == 0 {
                                try database.execute(
                                    sql: "INSERT INTO attempts (log_id, fence, revision, session_id, started_at) "
                                        + "VALUES (?, 1, 1, 's', 0)",
                                    arguments: ["log\(number)"]
                                )
                            }
                        }
                        return (number, true)
                    } catch let error as StoreError {
                        return (number, error.code != .constraint)
                    } catch {
                        return (number, true)
                    }
                }
            }
            return await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
        }
        #expect(results.filter { !$0.value }.keys.sorted() == [0, 5, 10, 15])
        let saved = try await writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM attempts") }
        #expect(saved == 16)
        #expect(await writer.health.isWritable, "one operation's mistake says nothing about the disk")
    }

    /// A single write has no savepoint: its transaction is rolled back as a whole.
    @Test func aFailingWriteThatIsAloneLeavesNothing() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let writer = try await fixture.ledger().writer
        let row = "INSERT INTO attempts (log_id, fence, revision, session_id, started_at) VALUES ('a', 1, 1, 's', 0)"
        for _ in 0..<2 {
            let error = await #expect(throws: StoreError.self) {
                try await writer.write { database in
                    try database.execute(sql: row)
                    try database.execute(sql: row)
                }
            }
            #expect(error?.code == .constraint)
        }
        #expect(try await writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM attempts") } == 0)
        try await writer.write { try $0.execute(sql: row) }
        #expect(try await writer.readStatement { try Int.fetchOne($0, sql: "SELECT count(*) FROM attempts") } == 1)
        #expect(await writer.health.isWritable)
    }

    /// A savepoint's pages would go to a file in /var/tmp, where people's records do not belong.
    @Test func nothingGoesToTemporaryFiles() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let writer = try await fixture.ledger().writer
        let memory = 2
        #expect(try await writer.read { try Int.fetchOne($0, sql: "PRAGMA temp_store") } == memory)
        #expect(try await writer.write { try Int.fetchOne($0, sql: "PRAGMA temp_store") } == memory)
    }

    @Test func fullQueueMakesCallersWait() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await OutboxStore.open(fixture.configuration(capacity: 4, batchLimit: 2))
        let writer = store.writer
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    _ = try await store.saveFrame(
                        device: "d",
                        characteristic: "c",
                        bytes: Data(),
                        at: StoreFixture.start
                    )
                    return await writer.health.waitingWrites
                }
            }
            for try await waiting in group { #expect(waiting <= 4) }
        }
        #expect(await writer.health.committedWrites == 64)
        #expect(await writer.health.commits >= 32)
    }

    @Test func aCancelledCallerLeavesNoGap() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await OutboxStore.open(fixture.configuration(capacity: 1, batchLimit: 1))
        let tasks = (0..<40).map { _ in
            Task {
                _ = try await store.saveFrame(device: "d", characteristic: "c", bytes: Data(), at: StoreFixture.start)
            }
        }
        for task in tasks.dropFirst(20) { task.cancel() }
        var saved = 0
        for task in tasks {
            do {
                try await task.value
                saved += 1
            } catch is CancellationError {
                continue
            }
        }
        // Exactly the writes that were answered as saved are in the store.
        #expect(try await store.undecodedFrames(limit: 100).count == saved)
        #expect(saved >= 20)
        #expect(await store.health.waitingWrites == 0)
    }

    @Test func closeFinishesWhatWasTakenIn() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await fixture.outbox()
        async let first = store.saveFrame(device: "d", characteristic: "c", bytes: Data([1]), at: StoreFixture.start)
        _ = try await first
        try await store.close()
        let error = await #expect(throws: StoreError.self) {
            _ = try await store.saveFrame(device: "d", characteristic: "c", bytes: Data(), at: StoreFixture.start)
        }
        #expect(error?.code == .closed)
        #expect(try await fixture.outbox().undecodedFrames(limit: 9).count == 1)
    }

    @Test func aJoiningWriteSharesTheNextCommit() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let writer = try await fixture.outbox().writer
        let before = await writer.health.commits
        let (ends, end) = AsyncStream.makeStream(of: StoreError?.self)
        let row = "INSERT INTO probe (id, at) VALUES "
        await writer.join({ try $0.execute(sql: row + "(1, 5)") }, finished: { end.yield($0) })
        #expect(try await writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM probe") } == 0)
        // Fails inside its savepoint, so the transaction continues without it.
        await writer.join({ try $0.execute(sql: row + "(2, 5)") }, finished: { end.yield($0) })
        #expect(try await writer.write { try Int.fetchOne($0, sql: "SELECT at FROM probe") } == 5)
        #expect(await writer.health.commits == before + 1)
        var told = ends.makeAsyncIterator()
        #expect(await told.next() == .some(nil))
        #expect(await told.next()??.code == .constraint)
    }

    @Test func aJoiningWriteIsCommittedWithoutCompany() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        var configuration = fixture.configuration()
        configuration.joinPatience = .zero
        let writer = try await OutboxStore.open(configuration).writer
        let (ends, end) = AsyncStream.makeStream(of: StoreError?.self)
        for number in 1...3 {
            await writer.join(
                { try $0.execute(sql: "INSERT OR REPLACE INTO probe (id, at) VALUES (1, ?)", arguments: [number]) },
                finished: { end.yield($0) }
            )
        }
        for await error in ends.prefix(3) { #expect(error == nil) }
        #expect(try await writer.read { try Int.fetchOne($0, sql: "SELECT at FROM probe") } == 3)
    }

    @Test func closeCommitsAJoiningWrite() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await fixture.outbox()
        await store.writer.join { try $0.execute(sql: "INSERT INTO probe (id, at) VALUES (1, 5)") }
        try await store.close()
        let again = try await fixture.outbox()
        #expect(try await again.writer.read { try Int.fetchOne($0, sql: "SELECT at FROM probe") } == 5)
        await again.writer.join({ _ in }, finished: { #expect($0 == nil) })
        try await again.close()
        await confirmation { told in
            await again.writer.join({ _ in }, finished: { if $0?.code == .closed { told() } })
        }
    }
}
