public import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension DeliveryTable {
    /// Pauses a destination: its records stay, only a probe is granted from `nextProbe` on.
    ///
    /// Pausing it again changes the reason and the next probe, not the time since when.
    public func pauseDestination(api: String, reason: String, nextProbe: BootInstant, at: Date) async throws {
        try await transaction(at: at) { try $0.pause(api, reason: reason, nextProbe: nextProbe) }
    }

    /// The destinations that are paused.
    public func pausedDestinations() async throws -> [PausedDestination] {
        try await writer.read { database in
            try database.rowsCached(sql: "SELECT * FROM destinations ORDER BY api")
                .map(PausedDestination.init(row:))
        }
    }
}
