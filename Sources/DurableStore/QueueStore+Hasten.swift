internal import Delivery
public import FoundationEssentials
internal import GRDB

extension QueueStore {
    /// Makes every record that waits for a later attempt due now, held sessions and paused destinations' probes too.
    ///
    /// In slices, each a transaction of its own, so that live readings get through in between. Records that begin to
    /// wait meanwhile may be hastened or not.
    ///
    /// - Returns: How many records became due.
    @discardableResult
    public func hastenAll(at: Date) async throws -> Int {
        try await transaction(at: at) { step in
            try step.database.executeCached(sql: "UPDATE destinations SET next_probe = 0")
            try step.endHolds(now: .init(milliseconds: .max))
        }
        return try await makeAllDue(at: at)
    }

    /// Makes every delayed record due, in slices.
    func makeAllDue(at: Date) async throws -> Int {
        let slice = 500
        var count = 0
        for kind in WorkKind.allCases {
            // What is delayed anew while this runs is not hastened again and again.
            let last = try await writer.read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM queue") ?? 0 }
            var changed = slice
            var rounds = last / Int64(slice) + 1
            while changed == slice, rounds > 0 {
                changed = try await transaction(at: at) {
                    try $0.makeDue(kind, upTo: .max, limit: slice)
                }
                count += changed
                rounds -= 1
            }
        }
        return count
    }
}
