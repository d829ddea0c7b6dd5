internal import GRDB
internal import StoreEngine

/// What of a producer's work its site has not answered.
public struct OutboxUndecided: Sendable, Hashable {
    /// Readings: the site may have them without the producer knowing.
    public let readings: Int
    /// Frames from devices that no reading was made of yet.
    public let frames: Int
    /// Assignments of paired devices.
    public let assignments: Int
}

extension OutboxStore {
    /// The kind of peripheral data that is an assignment which the session manager has not answered.
    public static let assignmentKind = "assign"

    /// What becomes of it when its machine leaves a site.
    public var leaving: OutboxLeaving { OutboxLeaving(store: self) }
}

/// An outbox between two sites; each call is one transaction, as in ``OutboxStore``.
public struct OutboxLeaving: Sendable {
    let store: OutboxStore
    private var writer: GroupCommitWriter { store.writer }

    /// What the site has not answered.
    public func undecided() async throws -> OutboxUndecided {
        let depth = try await store.depth()
        return OutboxUndecided(
            readings: depth.readings,
            frames: depth.undecodedFrames,
            assignments: try await store.peripheralData(kind: OutboxStore.assignmentKind).count
        )
    }

    /// Takes from all that waits what another site would take for its own: seats, sessions, and words that somebody gave for them.
    ///
    /// A seat of another site may have the same name and be another person's. So each of these readings, and each that their frames
    /// come to, waits there until a person says whose it is; keys and revisions stay. Assignments to seats are dropped.
    public func releaseFromSite() async throws {
        try await writer.write { try $0.execute(sql: Self.release) }
        try await writer.emptyLog()
    }

    /// Gives readings that ``releaseFromSite()`` left waiting the hub's present name: a session manager takes none of another hub.
    ///
    /// - Returns: How many had another one.
    package func readdress(to hub: String) async throws -> Int {
        try await writer.write { database in
            try database.executeCached(
                sql: """
                    UPDATE outbox SET payload = CAST(json_set(CAST(payload AS TEXT), '$.hub', ?1) AS BLOB)
                    WHERE unnamed = 0 AND CASE WHEN json_valid(CAST(payload AS TEXT)) THEN
                        json_extract(CAST(payload AS TEXT), '$.awaitsConfirmation') = 1
                            AND json_extract(CAST(payload AS TEXT), '$.hub') <> ?1
                    END
                    """,
                arguments: [hub]
            )
            return database.changesCount
        }
    }

    /// The keys of `Reading` and of the reader's `ReadContext`; a row that is no JSON object is parked, and stays so.
    private static let release = """
        UPDATE outbox SET seat = NULL, payload = CAST(json_set(
            json_remove(CAST(payload AS TEXT), '$.seat', '$.askedAt', '$.sessionID'), '$.awaitsConfirmation', json('true')
        ) AS BLOB) WHERE unnamed = 0 AND json_valid(CAST(payload AS TEXT));
        UPDATE links SET context = CAST(json_set(
            json_remove(CAST(context AS TEXT), '$.seat', '$.askedAt'), '$.isSubmitted', json('false')
        ) AS BLOB) WHERE json_valid(CAST(context AS TEXT));
        DELETE FROM handed_over;
        DELETE FROM peripheral_data WHERE kind = '\(OutboxStore.assignmentKind)';
        """
}
