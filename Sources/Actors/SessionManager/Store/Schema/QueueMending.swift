package import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension DeliveryError {
    /// Why a record is rejected whose row, or the content in it, cannot be read; the contract has the same word.
    package static let unreadableRow = DeliveryError(
        code: LeaseColumns.unreadable,
        message: "the saved row cannot be read; what is left of it is kept in the list of rejected records"
    )
}

/// What becomes of the queue's rows that cannot be read.
///
/// Sessions, assignments and given keys are left out: they say whose a reading is, and nobody guesses that.
enum QueueMending {
    private static let error = DeliveryError.unreadableRow

    /// The rules of all tables.
    ///
    /// - Parameter notifications: Writes what is told of refused records.
    static func rules(_ notifications: any QueueNotifications, path: String) -> [RowMending] {
        [records(notifications, path: path), held, told]
    }

    /// What was granted may have been sent.
    private static func records(_ notifications: any QueueNotifications, path: String) -> RowMending {
        let own = [
            "kind": "1", "possibly_sent": "1", "sent_before_lease": "1", "at_destination": "0",
            "error_message": "'\(error.message)'",
        ]
        return RowMending(
            "queue",
            conditions: LeaseColumns.conditions.merging(["kind": "kind IN (0, 1, 2)"]) { $1 },
            standIns: LeaseColumns.standIns(of: "queue").merging(own) { $1 }
        ) { database, row in
            try database.execute(
                sql: """
                    UPDATE queue SET possibly_sent = 1, sent_before_lease = 1, error_code = ?, error_message = ?
                    WHERE id = ? AND state IN ('pending', 'leased', 'rejected')
                    """,
                arguments: [error.code, error.message, row.row]
            )
            if row.columns.contains(where: ["fence", "revision_base"].contains) {
                try database.execute(sql: "UPDATE queue SET revision_base = fence WHERE id = ?", arguments: [row.row])
            }
            guard
                var record = try StoredRecord.fetchAll(database, condition: "WHERE queue.id = ?", arguments: [row.row])
                    .first
            else {
                return
            }
            // The row is settled on a store's own account, whatever was asked of it: there is no caller's clock.
            let step = QueueTransaction(
                database: database,
                notifications: notifications,
                at: Date(),
                path: path,
                changed: ChangedSeats()
            )
            try step.apply(to: &record) { $0.refused(error) }
            try step.sessions.tellFinishedEnds()
        }
    }

    /// It goes on waiting, for a person: no assignment decides about it.
    private static let held = RowMending("held", standIns: ["awaits_person": "1"]) { database, row in
        try database.execute(sql: "UPDATE held SET awaits_person = 1 WHERE rowid = ?", arguments: [row.row])
    }

    /// It is told as it is.
    private static let told = RowMending("notifications", standIns: ["published": "0"]) { _, _ in }
}
