import Foundation
import GRDB
import MessageBus
import TortureGround
import VitalRecords

/// Counts in the stores of a system that was stopped.
enum Ledgers {
    /// Requests that uploaders began beyond the first of each log id.
    static func resent(_ paths: [String]) throws -> Int {
        var begun: [String: Int] = [:]
        for path in paths {
            let rows = try ReadOnly.database(path).read { database in
                try Row.fetchAll(
                    database,
                    sql: "SELECT log_id, count(*) FROM attempts WHERE outcome IS NOT 'released' GROUP BY log_id"
                )
            }
            for row in rows { begun[row[0], default: 0] += row[1] }
        }
        return begun.values.reduce(0) { $0 + $1 - 1 }
    }

    /// How many records of the queue are still to be delivered.
    static func undelivered(_ path: String) throws -> Int {
        try ReadOnly.database(path).read { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM queue WHERE state IN ('pending', 'leased')") ?? 0
        }
    }

    /// What is not to be delivered, and whether the ends of sessions were announced.
    static func kept(_ path: String) throws -> Kept {
        try ReadOnly.database(path).read { database in
            let unsynced = try Row.fetchAll(
                database,
                sql: "SELECT log_id, outcome_unknown FROM queue WHERE state = 'ended'"
            )
            let untold = """
                SELECT count(*) FROM sessions WHERE ended_at IS NOT NULL AND 1 != (
                    SELECT count(*) FROM notifications WHERE type = 'sessionEnded'
                    AND json_extract(CAST(data AS TEXT), '$.sessionID') = sessions.id)
                """
            return Kept(
                unsynced: Dictionary(uniqueKeysWithValues: unsynced.map { ($0[0] as String, $0[1] as Bool) }),
                held: try Set(String.fetchAll(database, sql: "SELECT reading_key FROM held")),
                heldGlucose: try Data.fetchAll(database, sql: "SELECT reading FROM held").compactMap(glucose),
                untoldEnds: try Int.fetchOne(database, sql: untold) ?? 0
            )
        }
    }

    private static func glucose(_ reading: Data) throws -> Double? {
        try WireJSON.decode(Reading.self, from: Array(reading)).measurements.first { $0.metric == .bloodGlucose }
            .flatMap { Double($0.value.description) }
    }

    /// How often each log id was announced as submitted.
    static func told(_ path: String) throws -> [String: Int] {
        try ReadOnly.database(path).read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT json_extract(CAST(data AS TEXT), '$.record.logID'), count(*) FROM notifications
                    WHERE type = 'recordSubmitted' GROUP BY 1
                    """
            )
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as Int) })
        }
    }
}
