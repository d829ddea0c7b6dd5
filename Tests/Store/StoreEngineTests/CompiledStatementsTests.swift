import GRDB
import LedgerStore
import StoreSupport
import Testing

@testable import StoreEngine

/// Statements that each reading needs are compiled once for a connection.
///
/// SQLite lists the compiled statements and how often each ran (https://www.sqlite.org/stmt.html).
@Suite struct CompiledStatementsTests {
    @Test func readsCompileTheirTransactionOnce() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let writer = try await fixture.ledger().writer
        var runs: [Int] = []
        for _ in 0..<3 {
            runs.append(try await writer.read { try Self.runs(of: "BEGIN DEFERRED TRANSACTION", $0) })
        }
        #expect(runs == [1, 2, 3])
        #expect(try await writer.read { try Self.runs(of: "COMMIT TRANSACTION", $0) } == 3)
    }

    @Test func writesOfOneCommitCompileTheirSavepointOnce() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let writer = try await fixture.ledger().writer
        var runs: [Int] = []
        for _ in 0..<3 {
            await writer.join { _ in }
            runs.append(try await writer.write { try Self.runs(of: "SAVEPOINT part", $0) })
        }
        #expect(runs == [2, 4, 6])
    }

    @Test func aFailedReadLeavesItsTransaction() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let writer = try await fixture.ledger().writer
        await #expect(throws: StoreError.self) {
            try await writer.read { try Int.fetchOne($0, sql: "SELECT missing FROM nothing") }
        }
        #expect(try await writer.readStatement { $0.isInsideTransaction } == false)
    }

    private static func runs(of sql: String, _ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT total(run) FROM sqlite_stmt WHERE sql = ?", arguments: [sql]) ?? 0
    }
}
