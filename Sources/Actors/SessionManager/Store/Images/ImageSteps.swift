internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine
internal import VitalRecords

/// The steps of records' images: they wait for their record, enter the queue, and are settled.
struct ImageSteps: QueueStep {
    let step: QueueTransaction

    /// The most images of one record.
    static let imagesPerRecord = 16

    /// Whether a record may be given an image now.
    ///
    /// - Parameter destinations: The destinations that take images.
    func imageVerdict(record logID: String, destinations: Set<String>) throws -> ImageVerdict {
        guard let record = try StoredRecord.fetchFirst(database, logID: logID) else { return .noRecord }
        guard destinations.contains(record.api) else { return .notThere }
        let entry = record.entry
        if entry.isToBeDeleted || entry.state == .withdrawn { return .recordDeleted }
        if entry.isSessionEnded, try step.sessions.nextSession(of: record.sessionID) == nil { return .sessionEnded }
        if case .rejected = entry.state, !entry.isAtDestination { return .recordRejected }
        let count = try Int.fetchOne(
            database.cachedStatement(sql: "SELECT count(*) FROM images WHERE record_log_id = ? AND delivery IS NULL"),
            arguments: [logID]
        )
        return count ?? 0 < Self.imagesPerRecord ? .taken : .tooMany
    }

    /// Saves an image whose file is safe on disk; it enters the queue once its record is at the destination.
    func accept(_ new: NewImage) throws -> ImageVerdict {
        let known = try StoredImage.fetch(database, id: new.id)
        if let known, known.state != .failed { return .taken }
        let verdict = try imageVerdict(record: new.recordLogID, destinations: new.destinations)
        guard verdict == .taken || (verdict == .tooMany && known != nil),
            let record = try StoredRecord.fetch(database, logID: new.recordLogID)
        else { return verdict }
        try begin(new, id: new.id, following: record)
        for delivery in try step.further.fetch(of: new.recordLogID) where new.destinations.contains(delivery.api) {
            guard !delivery.entry.isToBeDeleted, delivery.entry.state != .withdrawn else { continue }
            try begin(new, id: LogID.delivery(of: new.id, to: delivery.api).rawValue, following: delivery)
        }
        return .taken
    }

    /// Saves an image that waits for its record's delivery, or queues it if the record has arrived.
    private func begin(_ new: NewImage, id: String, following record: StoredRecord) throws {
        let known = try StoredImage.fetch(database, id: id)
        guard known == nil || known?.state == .failed else { return }
        var image = StoredImage(
            id: id,
            recordLogID: new.recordLogID,
            delivery: record.isFurther ? record.entry.logID : nil,
            api: record.api,
            sourceSHA256: new.sourceSHA256,
            sha256: new.sha256,
            contentType: new.contentType,
            size: new.size,
            sessionID: record.sessionID,
            seat: record.seat,
            hub: record.hub,
            state: .waiting
        )
        image.lastFence = known?.lastFence ?? 0
        try image.save(database, at: at)
        if record.entry.isAtDestination { try enqueue(image, of: record) }
    }

    /// Applies a record's delivery to its images.
    func follow(_ record: StoredRecord, actions: [DeliveryAction]) throws {
        let entry = record.entry
        let isOver = entry.state == .withdrawn || entry.isDeleted
        let isNews = actions.contains { action in
            switch action {
            case .recordSubmitted, .submissionFailed, .recordDeleted: true
            default: false
            }
        }
        guard isNews || (isOver && actions.contains(.persist)) else { return }
        let images = try StoredImage.fetchAll(
            database,
            condition: "WHERE record_log_id = ? AND delivery IS ? AND state IN ('waiting', 'queued')",
            arguments: [record.logID, record.isFurther ? entry.logID : nil]
        )
        for image in images {
            if isOver {
                // A leased image is settled by its answer.
                guard try !isLeased(image) else { continue }
                try fail(image, error: Self.recordDeleted)
            } else if image.state == .waiting, entry.isAtDestination {
                try enqueue(image, of: record)
            } else if case .rejected = entry.state, image.state == .waiting {
                try fail(image, error: Self.recordRejected)
            }
        }
    }

    private static let recordDeleted = DeliveryError(
        code: "recordDeleted",
        message: "the image's record was deleted"
    )

    private static let recordRejected = DeliveryError(
        code: "recordRejected",
        message: "the destination rejected the image's record"
    )

    private func isLeased(_ image: StoredImage) throws -> Bool {
        try image.state == .queued && StoredRecord.fetch(database, logID: image.id)?.entry.lease != nil
    }

    private func enqueue(_ image: StoredImage, of record: StoredRecord) throws {
        var image = image
        image.state = .queued
        image.recordID = record.destinationID
        try image.save(database, at: at)
        var entry = QueueEntry(logID: image.id, revision: 1, isSessionEnded: record.entry.isSessionEnded)
        // Fences continue from the last one, so that no old answer matches the new row.
        entry.fence = image.lastFence
        entry.revisionBase = image.lastFence
        entry.possiblySent = image.lastFence > 0
        var row = StoredRecord(
            entry: entry,
            sessionID: record.sessionID,
            api: record.api,
            seat: record.seat,
            hub: record.hub,
            record: Data(),
            waitingRecord: nil,
            kind: .image,
            createdAt: at,
            measuredAt: record.measuredAt,
            changedAt: at,
            destinationID: nil,
            lastError: nil
        )
        try step.sessions.goOn(&row)
        try row.insert(database, at: at)
    }

    /// Applies an action of an image's own delivery.
    func carryOutForImage(_ action: DeliveryAction, record: inout StoredRecord) throws {
        switch action {
        case .recordSubmitted(_, let mediaID):
            record.destinationID = mediaID ?? record.destinationID
            guard var image = try StoredImage.fetch(database, id: record.entry.logID) else { return }
            image.state = .submitted
            image.mediaID = record.destinationID
            image.mediaURL = record.mediaURL
            image.lastFence = record.entry.fence
            try image.save(database, at: at)
            if let told = notifications.notification(for: image, error: nil, at: at) { try step.save(told) }
        case .submissionFailed(_, let error):
            record.lastError = error.code
            guard let image = try StoredImage.fetch(database, id: record.entry.logID) else { return }
            try settle(image, asFailedFor: error, fence: record.entry.fence)
        case .submissionRetrying(_, let error, _): record.lastError = error.code
        case .persist, .ignore, .promoteRevision, .recordDeleted: return
        }
    }

    /// Removes a settled image from the queue; its facts remain in `images`.
    func leaveQueue(_ record: StoredRecord) throws {
        switch record.entry.state {
        case .submitted, .rejected:
            try database.executeCached(sql: "DELETE FROM queue WHERE log_id = ?", arguments: [record.entry.logID])
        case .pending, .leased, .ended, .withdrawn: return
        }
    }

    /// Gives up an image, and deletes its row in the queue.
    func fail(_ image: StoredImage, error: DeliveryError) throws {
        let fence = try StoredRecord.fetch(database, logID: image.id)?.entry.fence ?? image.lastFence
        try database.executeCached(sql: "DELETE FROM queue WHERE log_id = ?", arguments: [image.id])
        try settle(image, asFailedFor: error, fence: fence)
    }

    private func settle(_ image: StoredImage, asFailedFor error: DeliveryError, fence: Int64) throws {
        var image = image
        image.state = .failed
        image.lastFence = max(image.lastFence, fence)
        try image.save(database, at: at)
        if let told = notifications.notification(for: image, error: error, at: at) { try step.save(told) }
    }

    /// Gives up images that have waited too long or whose record is gone, and deletes old settled ones.
    ///
    /// - Returns: How many rows were changed.
    func expireImages(_ retention: QueueRetention, limit: Int) throws -> Int {
        let now = StoreTime.milliseconds(at)
        let lost = try StoredImage.fetchAll(
            database,
            condition: """
                WHERE state IN ('waiting', 'queued') AND NOT EXISTS (SELECT 1 FROM queue WHERE queue.log_id = images.id
                        AND queue.state = 'leased')
                    AND (created_at < ? OR NOT EXISTS (SELECT 1 FROM queue
                        WHERE queue.log_id = CASE images.state WHEN 'queued' THEN images.id
                            ELSE coalesce(images.delivery, images.record_log_id) END))
                LIMIT ?
                """,
            arguments: [now - retention.images.wholeMilliseconds, limit]
        )
        for image in lost { try fail(image, error: Self.expired) }
        try database.executeCached(
            sql: """
                DELETE FROM images WHERE id IN (SELECT id FROM images
                    WHERE state IN ('submitted', 'failed') AND changed_at < ? LIMIT ?)
                """,
            arguments: [now - retention.submitted.wholeMilliseconds, limit]
        )
        return lost.count + database.changesCount
    }

    private static let expired = DeliveryError(
        code: "imageExpired",
        message: "the image was not delivered within the time that images are kept, or its record is gone"
    )
}
