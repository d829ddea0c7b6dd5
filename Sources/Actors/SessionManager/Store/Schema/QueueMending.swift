package import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension DeliveryError {
    /// The error of a record whose row or content cannot be read; the contract uses the same code.
    package static let unreadableRow = DeliveryError(
        code: LeaseColumns.unreadable,
        message: "the stored row cannot be read; its remains are kept in the list of rejected records"
    )
}

/// Repairs rows of the queue that cannot be read.
///
/// Sessions, assignments and given keys are left out: they decide whose a reading is, which must not be guessed.
enum QueueMending {
    private static let error = DeliveryError.unreadableRow

    /// The rules of all tables.
    ///
    /// - Parameter notifications: Writes the notifications about rejected records.
    static func rules(_ notifications: any QueueNotifications, path: String) -> [RowMending] {
        [records(notifications, path: path), held, told]
    }

    /// Rejects an unreadable record, and marks it as possibly sent because it may have been granted.
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
            // The store itself settles the row, whatever operation met it, so there is no caller's clock.
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

    /// Keeps an unreadable reading held; only a person may decide about it, not an assignment.
    private static let held = RowMending("held", standIns: ["awaits_person": "1"]) { database, row in
        try database.execute(sql: "UPDATE held SET awaits_person = 1 WHERE rowid = ?", arguments: [row.row])
    }

    /// Leaves an unreadable notification as it is, to be published.
    private static let told = RowMending("notifications", standIns: ["published": "0"]) { _, _ in }
}
