internal import BusContract
internal import DeliveryRules
internal import DurableStore
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Writes the notifications that the store saves in the same transaction as what they tell.
struct EventWriter: QueueNotifications {
    let newID: @Sendable () -> String
    /// The seats whose values may stand in events (DESIGN §10); nil for all.
    let sharedSeats: Set<String>?
    /// What delays are counted from.
    var clock: any BootClock = SystemBootClock()

    func notification(for action: DeliveryAction, record: StoredRecord, at: Date) -> NewNotification? {
        guard let decoded = try? WireJSON.decode(VitalRecord.self, from: Array(record.record)) else { return nil }
        // Who overlooks the word `delete` finds nothing that could be booked.
        let shown = record.entry.isDeletion ? decoded.withoutValues : shareable(decoded)
        switch action {
        case .recordSubmitted, .recordDeleted:
            let serverID: String? = if case .recordSubmitted(_, let id) = action { id } else { nil }
            let data = RecordSubmitted(
                seat: record.seat,
                hub: record.hub,
                record: shown,
                serverID: serverID,
                operation: Self.operation(record)
            )
            return make(SessionEvents.recordSubmitted, record.hub, record.seat, data, at)
        case .submissionFailed(_, let error):
            let fault = WireFault(code: error.code, message: error.message, retriable: false)
            let data = SubmissionFailed(
                seat: record.seat,
                hub: record.hub,
                record: shown,
                error: fault,
                operation: Self.operation(record)
            )
            return make(SessionEvents.submissionFailed, record.hub, record.seat, data, at)
        case .submissionRetrying(_, let error, let notBefore):
            let wait = max(0, notBefore.milliseconds - clock.now.milliseconds)
            let data = SubmissionRetrying(
                seat: record.seat,
                hub: record.hub,
                logID: decoded.logID,
                attempts: record.entry.attempts,
                retryInSeconds: Int(wait / 1000),
                error: WireFault(code: error.code, message: error.message, retriable: true)
            )
            return make(SessionEvents.submissionRetrying, record.hub, record.seat, data, at)
        case .persist, .promoteRevision, .ignore:
            return nil
        }
    }

    func notification(for image: StoredImage, error: DeliveryError?, at: Date) -> NewNotification? {
        guard let id = LogID(rawValue: image.id), let record = LogID(rawValue: image.recordLogID) else { return nil }
        let media = ImageMedia(
            imageID: id,
            contentType: ImageContentType(rawValue: image.contentType),
            size: image.size,
            sha256: image.sha256,
            mediaID: image.mediaID,
            url: image.mediaURL
        )
        guard let error else {
            let data = ImageSubmitted(seat: image.seat, hub: image.hub, logID: record, media: media)
            return make(SessionEvents.imageSubmitted, image.hub, image.seat, data, at)
        }
        let data = ImageSubmissionFailed(
            seat: image.seat,
            hub: image.hub,
            logID: record,
            media: media,
            error: WireFault(code: error.code, message: error.message, retriable: false)
        )
        return make(SessionEvents.imageSubmissionFailed, image.hub, image.seat, data, at)
    }

    func sessionEnded(_ session: StoredSession, unsynced: Int, first: [Data], at: Date) -> NewNotification? {
        let data = ended(session, unsynced: unsynced, first: first)
        return make(SessionEvents.sessionEnded, BusAddress.siteHub, session.seat, data, at)
    }

    /// The event of a session's start.
    func sessionStarted(_ session: StoredSession, at: Date) -> NewNotification? {
        let data = SessionStarted(
            seat: session.seat,
            hub: BusAddress.siteHub,
            sessionID: session.id,
            userID: session.userID.nonEmpty,
            organizationID: session.organizationID.nonEmpty
        )
        return make(SessionEvents.sessionStarted, BusAddress.siteHub, session.seat, data, at)
    }

    /// The event of a held reading.
    ///
    /// - Parameter picture: Its display's picture, if it is here.
    func readingHeld(
        _ reading: Reading,
        _ reason: HeldReason,
        assignedTo owner: String? = nil,
        picture: PictureReference? = nil,
        at: Date
    ) -> NewNotification? {
        let seen = reading.source.recognition
        let isShared = sharedSeats == nil || reading.seat.map { shares($0.rawValue) } ?? false
        let data = ReadingHeld(
            hub: reading.hub.rawValue,
            readingKey: reading.readingKey,
            device: reading.device,
            reason: reason,
            forSeat: reading.seat?.rawValue,
            assignedSeat: owner,
            measurements: seen != nil && isShared ? reading.measurements : nil,
            confidence: seen?.confidence,
            accepted: seen?.accepted,
            picture: picture
        )
        return make(SessionEvents.readingHeld, reading.hub.rawValue, nil, data, at)
    }

    /// The event of a reading that became a record.
    func readingQueued(
        _ reading: Reading,
        _ logID: LogID,
        _ session: StoredSession,
        seat: SeatID,
        at: Date
    ) -> NewNotification? {
        let data = ReadingQueued(
            seat: seat.rawValue,
            hub: reading.hub.rawValue,
            readingKey: reading.readingKey,
            device: reading.device,
            record: shareable(VitalRecord(reading: reading, logID: logID, seat: seat)),
            sessionID: session.id,
            outcome: session.endedAt == nil ? .accepted : .unsynced
        )
        return make(SessionEvents.readingQueued, reading.hub.rawValue, seat.rawValue, data, at)
    }

    /// Whether a seat's values may stand in events.
    func shares(_ seat: String) -> Bool { sharedSeats?.contains(seat) ?? true }

    /// A session's end, as events and replies tell it.
    ///
    /// - Parameter first: The first of its unsynced records, as JSON.
    func ended(_ session: StoredSession, unsynced: Int, first: [Data]) -> SessionEnded {
        SessionEnded(
            seat: session.seat,
            hub: BusAddress.siteHub,
            sessionID: session.id,
            userID: session.userID.nonEmpty,
            organizationID: session.organizationID.nonEmpty,
            reason: session.endReason.map(SessionEndReason.init(rawValue:)) ?? .requested,
            unsyncedRecords: unsynced,
            records: first.compactMap { bytes in
                guard let record = try? WireJSON.decode(VitalRecord.self, from: Array(bytes)) else { return nil }
                return UnsyncedRecord(logID: record.logID, type: record.type, timestamp: record.timestamp)
            }
        )
    }

    /// What the record's present revision does at the destination.
    private static func operation(_ record: StoredRecord) -> RecordOperation {
        record.entry.isDeletion ? .delete : record.entry.revision > 1 ? .update : .create
    }

    private func shareable(_ record: VitalRecord) -> VitalRecord {
        shares(record.seat.rawValue) ? record : record.withoutValues
    }

    private func make<Payload>(
        _ topic: Topic<Payload>,
        _ hub: String,
        _ seat: String?,
        _ data: Payload,
        _ at: Date
    ) -> NewNotification? {
        guard let bytes = try? WireJSON.encode(data) else { return nil }
        return NewNotification(
            id: newID(),
            type: topic.descriptor.name,
            hub: hub,
            seat: seat,
            data: Data(bytes),
            time: at
        )
    }
}

extension String {
    /// Nil for an empty text: the default user has no ids.
    var nonEmpty: String? { isEmpty ? nil : self }
}
