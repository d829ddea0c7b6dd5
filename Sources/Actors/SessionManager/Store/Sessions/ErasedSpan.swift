public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The time during which a seat had persons who were erased; it records that the seat was taken, not by whom.
///
/// It reaches from the start of the first erased session to the end of the last one. A reading measured within it that
/// finds no session has no owner, and never becomes the next person's.
struct ErasedSpan: Sendable, Hashable {
    /// The prefix of each seat's setting; its value is both moments in milliseconds, separated by a space.
    private static let mark = "erased/"

    let span: ClosedRange<Int64>

    /// Loads a seat's span; nil if no person was erased there.
    static func fetch(_ database: Database, seat: String) throws -> ErasedSpan? {
        let row = try database.rowCached(sql: "SELECT value FROM settings WHERE name = ?", arguments: [mark + seat])
        guard let value: Data = try row?.value("value") else { return nil }
        let moments = String(decoding: value, as: UTF8.self).split(separator: " ").compactMap { Int64($0) }
        guard moments.count == 2, moments[0] <= moments[1] else { throw UnreadableColumn(name: "value") }
        return ErasedSpan(span: moments[0]...moments[1])
    }

    /// The seats that have a span.
    static func seats(_ database: Database) throws -> Set<String> {
        let names = try String.fetchAll(
            database.cachedStatement(sql: "SELECT name FROM settings WHERE substr(name, 1, length(?1)) = ?1"),
            arguments: [mark]
        )
        return Set(names.map { String($0.dropFirst(mark.count)) })
    }

    /// Extends a seat's span by its sessions, which are about to be deleted; does nothing if it has none.
    static func add(ofSessionsAt seat: String, to database: Database, at: Date) throws {
        let row = try database.rowCached(
            sql: "SELECT min(started_at) AS low, max(coalesce(ended_at, ?)) AS high FROM sessions WHERE seat = ?",
            arguments: [StoreTime.milliseconds(at), seat]
        )
        guard let row, let low: Int64 = try row.optional("low"), let high: Int64 = try row.optional("high") else {
            return
        }
        // The clock may have been set back during a session.
        var span = min(low, high)...max(low, high)
        if let earlier = try fetch(database, seat: seat)?.span {
            span = min(earlier.lowerBound, span.lowerBound)...max(earlier.upperBound, span.upperBound)
        }
        try database.executeCached(
            sql: "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)",
            arguments: [mark + seat, Data("\(span.lowerBound) \(span.upperBound)".utf8)]
        )
    }
}

extension SessionTable {
    /// The seats where a person was erased.
    public func erasedSeats() async throws -> Set<String> {
        try await writer.read { try ErasedSpan.seats($0) }
    }

    /// Whether each moment falls into a time whose persons were erased at its seat.
    ///
    /// - Parameter moments: Seats and times; the answers are in their order.
    public func isErased(at moments: [(seat: String, measuredAt: Date)]) async throws -> [Bool] {
        guard !moments.isEmpty else { return [] }
        return try await writer.read { database in
            try moments.map { moment in
                let erased = try ErasedSpan.fetch(database, seat: moment.seat)
                return erased?.span.contains(StoreTime.milliseconds(moment.measuredAt)) ?? false
            }
        }
    }
}
