internal import GRDB
internal import StoreEngine

/// A producer's work that its site has not confirmed.
public struct OutboxUndecided: Sendable, Hashable {
    /// Readings: the site may have them without the producer knowing.
    public let readings: Int
    /// Frames that are not decoded into readings yet.
    public let frames: Int
    /// Assignments of paired devices.
    public let assignments: Int
}

extension OutboxStore {
    /// The kind of peripheral data for an assignment that the session manager has not confirmed.
    public static let assignmentKind = "assign"

    /// The steps when the machine leaves its site.
    public var leaving: OutboxLeaving { OutboxLeaving(store: self) }
}

/// An outbox between two sites; each call is one transaction, as in ``OutboxStore``.
public struct OutboxLeaving: Sendable {
    let store: OutboxStore
    private var writer: GroupCommitWriter { store.writer }

    /// The work that the site has not confirmed.
    public func undecided() async throws -> OutboxUndecided {
        let depth = try await store.depth()
        return OutboxUndecided(
            readings: depth.readings,
            frames: depth.undecodedFrames,
            assignments: try await store.peripheralData(kind: OutboxStore.assignmentKind).count
        )
    }

    /// Removes seats, sessions and requests from all waiting readings, because another site would mistake them for its
    /// own.
    ///
    /// A seat of another site may have the same name but another person. So at the new site each of these readings, and
    /// each decoded from their frames, waits until a person says whose it is. Keys and revisions stay; assignments to
    /// seats are dropped.
    public func releaseFromSite() async throws {
        try await writer.write { try $0.execute(sql: Self.release) }
        try await writer.emptyLog()
    }

    /// Gives the readings from ``releaseFromSite()`` the hub's present name, because a session manager refuses those of
    /// another hub.
    ///
    /// - Returns: How many had another name.
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

    /// Removes keys of `Reading` and of the reader's `ReadContext`; a row without valid JSON is parked already, and
    /// stays so.
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
