internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// A reading that is held until it is confirmed or has an owner.
public struct HeldReading: Sendable, Hashable {
    /// Its key.
    public let readingKey: String
    /// Its revision.
    public let revision: Int
    /// The reading as JSON.
    public let reading: Data
    /// Why it is held.
    public let reason: String
    /// The device's UUID, if one made it.
    public let device: String?
    /// The seat that it was made for, if the producer knew one.
    public let seat: String?
    /// Whether only a person may decide; otherwise an assignment may too.
    public let awaitsPerson: Bool
    /// The hub that made it.
    public let hub: String
    /// The same for readings with equal device and bytes.
    public let mergeKey: String?
    /// When the hub heard it.
    public let seenAt: Date
    /// When it was accepted.
    public let receivedAt: Date
}

extension HeldReading {
    /// Loads a held reading; nil if there is none.
    static func fetch(_ database: Database, readingKey: String) throws -> HeldReading? {
        try database.rowCached(sql: "SELECT * FROM held WHERE reading_key = ?", arguments: [readingKey])
            .map(HeldReading.init(row:))
    }

    /// Reads a row of `held`.
    init(row: Row) throws {
        readingKey = try row.value("reading_key")
        revision = try row.value("revision")
        reading = try row.value("reading")
        reason = try row.value("reason")
        device = try row.optional("device")
        seat = try row.optional("seat")
        awaitsPerson = try row.value("awaits_person")
        hub = try row.value("hub")
        mergeKey = try row.optional("merge_key")
        seenAt = StoreTime.date(try row.value("seen_at"))
        receivedAt = StoreTime.date(try row.value("received_at"))
    }
}

/// A held reading and its look-ups, inside the transaction that decides about it.
///
/// It lives for one call on the database's queue: only compute and look up.
public struct HeldCase {
    /// The reading.
    public let held: HeldReading
    /// What its key was given to in an earlier revision; nil for a key that has no owner.
    public let given: GivenKey?
    /// The device's assignments, past ones included, oldest first.
    public let assignments: [DeviceAssignment]
    private let database: Database

    /// Loads a held reading's further rows.
    ///
    /// - Parameter assignments: The device's assignments, if already loaded.
    init(_ held: HeldReading, database: Database, assignments: [DeviceAssignment]? = nil) throws {
        self.held = held
        self.database = database
        given = try GivenKey.fetch(database, readingKey: held.readingKey)
        self.assignments = try assignments ?? held.device.map { try DeviceAssignment.fetchAll(database, of: $0) } ?? []
    }

    /// A session by its id.
    public func session(id: String) throws -> StoredSession? {
        try StoredSession.fetchAll(database, condition: "WHERE id = ?", arguments: [id]).first
    }

    /// The session that a seat had at a measurement's time, running or ended.
    public func session(seat: String, at measuredAt: Date) throws -> StoredSession? {
        try StoredSession.fetch(database, seat: seat, at: measuredAt)
    }

    /// Whether a moment falls into a time whose persons were erased at a seat.
    public func isErased(seat: String, at measuredAt: Date) throws -> Bool {
        try ErasedSpan.fetch(database, seat: seat)?.span.contains(StoreTime.milliseconds(measuredAt)) ?? false
    }
}
