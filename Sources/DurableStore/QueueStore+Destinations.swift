public import Delivery
public import FoundationEssentials
internal import GRDB

extension QueueStore {
    /// Pauses a destination: its records stay, only a probe is granted from `nextProbe` on.
    ///
    /// Pausing it again changes the reason and the next probe, not the time since when.
    public func pauseDestination(api: String, reason: String, nextProbe: BootInstant, at: Date) async throws {
        try await transaction(at: at) { step in
            try step.database.executeCached(
                sql: """
                    INSERT INTO destinations (api, reason, paused_at, next_probe) VALUES (?, ?, ?, ?)
                    ON CONFLICT (api) DO UPDATE SET reason = excluded.reason, next_probe = excluded.next_probe
                    """,
                arguments: [api, reason, StoreTime.milliseconds(at), nextProbe.milliseconds]
            )
        }
    }

    /// The destinations that are paused.
    public func pausedDestinations() async throws -> [PausedDestination] {
        try await writer.read { database in
            try database.rowsCached(sql: "SELECT * FROM destinations ORDER BY api")
                .map(PausedDestination.init(row:))
        }
    }
}
