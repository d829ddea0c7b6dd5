internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The steps of the queue's operations, inside one transaction.
struct QueueTransaction {
    let database: Database
    let notifications: any QueueNotifications
    let at: Date
    let path: String
    /// The seats whose records it changes.
    let changed: ChangedSeats

    /// Runs an input through a record's state machine and saves the result, notifications included.
    @discardableResult
    func apply(
        to record: inout StoredRecord,
        _ input: (inout QueueEntry) -> [DeliveryAction]
    ) throws -> [DeliveryAction] {
        let (session, isToBeDeleted) = (record.sessionID, record.entry.isToBeDeleted)
        var actions = input(&record.entry)
        actions += try sessions.goOn(&record)
        if record.sessionID != session || record.entry.isToBeDeleted != isToBeDeleted { changed.note(record.seat) }
        for action in actions { try carryOut(action, record: &record) }
        // Saved once at the end, after a promoted revision has moved its content.
        if actions.contains(.persist) { try record.update(database, at: at) }
        if record.isImage { try images.leaveQueue(record) } else { try images.follow(record, actions: actions) }
        return actions
    }

    private func carryOut(_ action: DeliveryAction, record: inout StoredRecord) throws {
        if record.isImage { return try images.carryOutForImage(action, record: &record) }
        switch action {
        case .persist, .ignore: return
        case .promoteRevision:
            record.record = try record.recordLogID.map(further.newestContent) ?? record.waitingRecord ?? record.record
            record.waitingRecord = nil
            changed.note(record.seat)
        case .recordSubmitted(_, let serverID):
            record.destinationID = serverID ?? record.destinationID
            try tell(action, record: record)
        case .recordDeleted:
            record.destinationID = nil
            try tell(action, record: record)
        case .submissionFailed(_, let error), .submissionRetrying(_, let error, _):
            record.lastError = error.code
            try tell(action, record: record)
        }
    }

    /// Notes what a worker's answer proves about its session and destination.
    ///
    /// - Parameters:
    ///   - destination: The destination that answered.
    ///   - isOfSession: Whether the answered grant was made under the record's session, not under an earlier one.
    func conclude(
        from outcome: AttemptOutcome,
        of record: StoredRecord,
        destination: String?,
        isOfSession: Bool
    ) throws {
        switch outcome {
        case .retry, .released: return
        case .done:
            guard isOfSession else { break }
            try database.executeCached(
                sql: "UPDATE sessions SET validated = 1 WHERE id = ? AND ended_at IS NULL AND validated = 0",
                arguments: [record.sessionID]
            )
        case .failed: break
        }
        guard let destination else { return }
        try database.executeCached(sql: "DELETE FROM destinations WHERE api = ?", arguments: [destination])
    }

    private func tell(_ action: DeliveryAction, record: StoredRecord) throws {
        if let notification = notifications.notification(for: action, record: record, at: at) {
            try save(notification)
        }
    }

    /// Saves a notification.
    func save(_ notification: NewNotification) throws {
        try database.executeCached(
            sql: "INSERT INTO notifications (id, type, hub, seat, data, time) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                notification.id, notification.type, notification.hub, notification.seat, notification.data,
                StoreTime.milliseconds(notification.time),
            ]
        )
    }

    /// Gives a record a newer revision, or queues that behind the record's lease.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - revision: The revision's number in the queue.
    ///   - content: The record as JSON; nil deletes it.
    ///   - measuredAt: When it was measured; nil if the revision does not change that.
    ///   - producerRevision: The producer's own revision number; nil for an operator's change, which marks the key as
    ///     changed by hand.
    func supersede(
        _ record: inout StoredRecord,
        by revision: Int,
        with content: Data?,
        measuredAt: Date? = nil,
        producerRevision: Int? = nil
    ) throws -> Bool {
        guard revision > record.entry.newestRevision else { return false }
        changed.note(record.seat)
        // Read first: they may still refer to the content that is about to be replaced.
        let others = try further.fetch(of: record.entry.logID)
        if let content {
            if record.entry.lease == nil { record.record = content } else { record.waitingRecord = content }
        }
        try apply(to: &record) { $0.superseded(by: revision, deletes: content == nil) }
        for var other in others { try apply(to: &other) { $0.superseded(by: revision, deletes: content == nil) } }
        if let measuredAt, measuredAt != record.measuredAt {
            record.measuredAt = measuredAt
            try database.executeCached(
                sql: "UPDATE queue SET measured_at = ?1 WHERE log_id = ?2 OR record_log_id = ?2",
                arguments: [StoreTime.milliseconds(measuredAt), record.entry.logID]
            )
        }
        try database.executeCached(
            sql: """
                UPDATE keys_given SET revision = max(revision, :revision),
                    producer_revision = max(producer_revision, coalesce(:producer, 0)),
                    changed_by_hand = max(changed_by_hand, :producer IS NULL)
                WHERE log_id = :log_id
                """,
            arguments: ["revision": revision, "producer": producerRevision, "log_id": record.entry.logID]
        )
        return true
    }

    /// The error for a row that should exist.
    func missing(_ what: String) -> StoreError {
        StoreError(code: .notFound, message: "unknown \(what)", path: path, isRetriable: false)
    }

    /// The error for a subject that was changed after the request was made.
    func outdated(_ what: String) -> StoreError {
        let message = "\(what) was changed after this request; repeat the request if you still want it"
        return StoreError(code: .outdated, message: message, path: path, isRetriable: true)
    }
}

/// Steps of one concept inside a transaction.
protocol QueueStep {
    /// The transaction.
    var step: QueueTransaction { get }
}

extension QueueStep {
    var database: Database { step.database }
    var notifications: any QueueNotifications { step.notifications }
    var at: Date { step.at }
    var path: String { step.path }
}

extension QueueTransaction {
    /// The steps of readings.
    var intake: ReadingIntake { ReadingIntake(step: self) }
    /// The steps of records' deliveries to further destinations.
    var further: FurtherDeliveries { FurtherDeliveries(step: self) }
    /// The steps of records that an account takes over.
    var taking: TakenRecords { TakenRecords(step: self) }
    /// The steps of held readings.
    var held: HeldSteps { HeldSteps(step: self) }
    /// The steps of images.
    var images: ImageSteps { ImageSteps(step: self) }
    /// The steps of sessions.
    var sessions: SessionSteps { SessionSteps(step: self) }
    /// The steps of a seat's erasure.
    var erasure: SeatErasure { SeatErasure(step: self) }
}
