internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The steps of held readings and their pictures.
struct HeldSteps: QueueStep {
    let step: QueueTransaction

    /// Decides again about a device's held readings by its present assignments; readings that a person must decide
    /// stay.
    ///
    /// It works in parts, because a device may have left thousands.
    ///
    /// - Returns: How many got their owner.
    func decideAgain(device: String, _ decide: (HeldCase) throws -> ReadingDecision?) throws -> Int {
        let assignments = try DeviceAssignment.fetchAll(database, of: device)
        var (owned, last) = (0, "")
        while true {
            let part = try database.rowsCached(
                sql:
                    """
                    SELECT * FROM held WHERE device = ? AND awaits_person = 0 AND reading_key > ?
                        ORDER BY reading_key LIMIT 256
                    """,
                arguments: [device, last]
            ).map(HeldReading.init(row:))
            guard let end = part.last else { return owned }
            for held in part {
                guard let decision = try decide(HeldCase(held, database: database, assignments: assignments)) else {
                    continue
                }
                if try carryOut(decision, about: held) { owned += 1 }
            }
            last = end.readingKey
        }
    }

    /// - Returns: Whether the reading has its owner.
    private func carryOut(_ decision: ReadingDecision, about held: HeldReading) throws -> Bool {
        if case .hold(_, let reason, _, _, let awaitsPerson) = decision.outcome {
            // The reading stays held, perhaps for another reason.
            try database.executeCached(
                sql: "UPDATE held SET reason = ?, awaits_person = ? WHERE reading_key = ?",
                arguments: [reason, awaitsPerson, held.readingKey]
            )
            return false
        }
        switch try step.intake.accept(decision) {
        case .queued, .unsynced, .updated:
            for notification in decision.notifications { try step.save(notification) }
            return true
        default: return false
        }
    }
}

extension HeldSteps {
    /// How long a picture may wait for its reading, in milliseconds: its producer sends both within moments, or sends
    /// them again.
    private static let patience: Int64 = 86_400_000

    /// Makes a held reading's picture an image of its record, to be delivered after the record.
    func attach(_ picture: HeldPicture, _ name: (_ logID: String, _ sha256: String) -> String) throws {
        guard let logID = try GivenKey.fetch(database, readingKey: picture.readingKey)?.logID else { return }
        let image = NewImage(
            id: name(logID, picture.sha256),
            recordLogID: logID,
            sourceSHA256: picture.sourceSHA256,
            sha256: picture.sha256,
            contentType: picture.contentType,
            size: picture.size
        )
        // A record may refuse the image, for example because its session has ended; then the image is dropped.
        _ = try step.images.accept(image)
    }

    /// Deletes expired pictures, and those whose reading never came.
    ///
    /// - Returns: How many were deleted.
    func expireHeldPictures(_ retention: QueueRetention, limit: Int) throws -> Int {
        let now = StoreTime.milliseconds(at)
        try database.executeCached(
            sql: """
                DELETE FROM held_pictures WHERE reading_key IN (SELECT reading_key FROM held_pictures
                    WHERE created_at < ?1 OR (created_at < ?2
                        AND NOT EXISTS (SELECT 1 FROM held WHERE held.reading_key = held_pictures.reading_key))
                    LIMIT ?3)
                """,
            arguments: [now - retention.heldPictures.wholeMilliseconds, now - Self.patience, limit]
        )
        return database.changesCount
    }
}
