internal import DeliveryRules
internal import GRDB
internal import StoreEngine

extension QueueTransaction {
    /// A worker's newest known start, and how far its ledger had come.
    func worker(_ name: String) throws -> (epoch: Int64, ledger: LedgerMark?)? {
        let sql = "SELECT epoch, ledger, attempts FROM workers WHERE name = ?"
        return try database.rowCached(sql: sql, arguments: [name]).map { row in
            let (id, attempts): (String?, Int64?) = (try row.optional("ledger"), try row.optional("attempts"))
            let ledger = id.flatMap { id in attempts.map { LedgerMark(id: id, attempts: $0) } }
            return (try row.value("epoch"), ledger)
        }
    }

    /// Saves a worker's start.
    func save(_ worker: String, epoch: Int64, ledger: LedgerMark?) throws {
        try database.executeCached(
            sql: "INSERT OR REPLACE INTO workers (name, epoch, ledger, attempts) VALUES (?, ?, ?, ?)",
            arguments: [worker, epoch, ledger?.id, ledger?.attempts]
        )
    }

    /// Notes how far a worker's ledger has come, if its start is known.
    func note(_ ledger: LedgerMark, of worker: String) throws {
        try database.executeCached(
            sql: "UPDATE workers SET ledger = ?2, attempts = ?3 WHERE name = ?1 AND (ledger, attempts) IS NOT (?2, ?3)",
            arguments: [worker, ledger.id, ledger.attempts]
        )
    }
}
