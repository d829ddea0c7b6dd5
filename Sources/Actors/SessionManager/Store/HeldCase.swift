public import FoundationEssentials
internal import GRDB

/// A held reading and what can be looked up about it, inside the transaction that decides it.
///
/// It lives for one call and is used on the database's queue: compute and look up only.
public struct HeldCase {
    /// The reading.
    public let held: HeldReading
    /// What its key was given to in an earlier revision; nil for a key that nobody has.
    public let given: GivenKey?
    /// The device's assignments, past ones included, oldest first.
    public let assignments: [DeviceAssignment]
    private let database: Database

    /// Loads what belongs to a held reading.
    ///
    /// - Parameter assignments: The device's, where they are known already.
    init(_ held: HeldReading, _ database: Database, assignments: [DeviceAssignment]? = nil) throws {
        self.held = held
        self.database = database
        given = try GivenKey.fetch(database, held.readingKey)
        self.assignments = try assignments ?? held.device.map { try DeviceAssignment.fetchAll(database, of: $0) } ?? []
    }

    /// A session by its id.
    public func session(id: String) throws -> StoredSession? {
        try StoredSession.fetchAll(database, "WHERE id = ?", [id]).first
    }

    /// The session that a seat had at a measurement's time, running or ended.
    public func session(seat: String, at measuredAt: Date) throws -> StoredSession? {
        try StoredSession.fetch(database, seat: seat, at: measuredAt)
    }
}
