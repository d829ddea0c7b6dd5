internal import Delivery
public import FoundationEssentials
internal import GRDB

extension QueueStore {
    /// Makes every record that waits for a later attempt due now, held sessions and paused destinations' probes too.
    ///
    /// - Returns: How many records became due.
    @discardableResult
    public func hastenAll(at: Date) async throws -> Int {
        try await transaction(at: at) { step in
            let waiting = try StoredRecord.fetchAll(step.database, "WHERE state = 'pending' AND not_before > 0", [])
            for var record in waiting { _ = try step.apply(to: &record) { $0.hasten() } }
            try step.database.executeCached(sql: "UPDATE destinations SET next_probe = 0")
            try step.endHolds(now: .init(milliseconds: .max))
            return waiting.count
        }
    }
}
