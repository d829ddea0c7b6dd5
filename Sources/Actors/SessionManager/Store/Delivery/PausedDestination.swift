public import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// A destination that gets no records except a probe.
public struct PausedDestination: Sendable, Hashable {
    /// The destination.
    public let api: String
    /// Why it is paused.
    public let reason: String
    /// When the pause began.
    public let pausedAt: Date
    /// When a single record may be granted again as a probe, on the owner's boot clock.
    public let nextProbe: BootInstant
}

extension PausedDestination {
    /// Reads a row of `destinations`.
    init(row: Row) throws {
        api = try row.value("api")
        reason = try row.value("reason")
        pausedAt = StoreTime.date(try row.value("paused_at"))
        nextProbe = BootInstant(milliseconds: try row.value("next_probe"))
    }

    /// All of them, by name.
    static func fetchAll(_ database: Database) throws -> [PausedDestination] {
        try database.rowsCached(sql: "SELECT * FROM destinations ORDER BY api").map(PausedDestination.init(row:))
    }
}

extension DeliveryTable {
    /// Pauses a destination: its records stay, and from `nextProbe` on only a probe is granted.
    ///
    /// A repeated pause changes the reason and the next probe, but not the time of the pause.
    public func pauseDestination(api: String, reason: String, nextProbe: BootInstant, at: Date) async throws {
        try await transaction(at: at) { try $0.pause(api, reason: reason, nextProbe: nextProbe) }
    }
}
