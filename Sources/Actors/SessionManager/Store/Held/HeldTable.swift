public import FoundationEssentials
internal import GRDB
public import StoreEngine

/// Held readings and their pictures.
///
/// Each call is one transaction and returns after its commit; it throws ``StoreError``, or `CancellationError` before it starts.
public struct HeldTable: QueueTable {
    let base: QueueBase

    /// A page of the held readings, oldest first.
    ///
    /// - Parameters:
    ///   - seat: Only readings made for this seat, or by a device that is or was assigned to it; nil for all.
    ///   - device: Only this device's; nil for all.
    ///   - reach: Only a hub's readings; nil for all.
    ///   - page: From 1.
    ///   - pageSize: From 1 to 500.
    public func readings(
        seat: String? = nil,
        device: String? = nil,
        within reach: HeldReach? = nil,
        page: Int = 1,
        pageSize: Int = 50
    ) async throws -> StorePage<HeldReading> {
        let (own, names) = try HeldReach.condition(reach)
        return try await writer.read { database in
            let source = """
                FROM held WHERE (? IS NULL OR device = ?) AND (? IS NULL OR seat = ?
                    OR device IN (SELECT assignments.device FROM assignments WHERE assignments.seat = ?)) AND \(own)
                """
            let order = "ORDER BY received_at, reading_key"
            let arguments: StatementArguments = [device, device, seat, seat, seat] + names
            return try StorePage(
                database,
                source: source,
                arguments: arguments,
                weight: "length(reading)",
                order: order,
                page: page,
                pageSize: pageSize
            ) { limit, offset in
                try database.rowsCached(
                    sql: "SELECT * \(source) \(order) LIMIT ? OFFSET ?",
                    arguments: arguments + [limit, offset]
                ).map(HeldReading.init(row:))
            }
        }
    }

    /// Whether a held reading belongs to a hub; nil if no such reading is held.
    public func isHeld(_ readingKey: String, within reach: HeldReach) async throws -> Bool? {
        let (own, names) = try HeldReach.condition(reach)
        return try await writer.read { database in
            try Bool.fetchOne(
                database,
                sql: "SELECT \(own) FROM held WHERE reading_key = ?",
                arguments: names + [readingKey]
            )
        }
    }

    /// A held reading by its key.
    public func reading(_ readingKey: String) async throws -> HeldReading? {
        try await writer.read { try HeldReading.fetch($0, readingKey: readingKey) }
    }

    /// Decides about a held reading for an operator, and reads it in the same transaction.
    ///
    /// - Parameters:
    ///   - readingKey: The reading.
    ///   - at: The wall clock.
    ///   - imageName: Makes the id of an image from its record and content; the picture of a reading that gets its
    ///     owner becomes one.
    ///   - decide: Returns the decision or the refusal. It runs on the database's queue.
    /// - Returns: The result, or the refusal; nil if no such reading is held.
    public func decide<Refusal: Error>(
        _ readingKey: String,
        at: Date,
        imageName: @escaping @Sendable (_ logID: String, _ sha256: String) -> String = { "\($0)/\($1)" },
        _ decide: @escaping @Sendable (HeldCase) throws -> Result<ReadingDecision, Refusal>
    ) async throws -> Result<AcceptResult, Refusal>? {
        try await transaction(at: at) { step in
            guard let held = try HeldReading.fetch(step.database, readingKey: readingKey) else { return nil }
            let picture = try HeldPicture.fetch(step.database, readingKey: readingKey)
            switch try decide(HeldCase(held, database: step.database)) {
            case .success(let decision):
                let result = try step.intake.accept(decision)
                // Saved in the same transaction, so that subscribers learn of this decision as of any other.
                if result.isNews { for notification in decision.notifications { try step.save(notification) } }
                if let picture, result == .queued || result == .updated { try step.held.attach(picture, imageName) }
                return .success(result)
            case .failure(let refusal): return .failure(refusal)
            }
        }
    }
}
