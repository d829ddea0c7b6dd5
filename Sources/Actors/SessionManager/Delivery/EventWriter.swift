internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// Writes the notifications that the store saves in the same transaction as the changes they announce.
struct EventWriter: QueueNotifications {
    let newID: @Sendable () -> String
    /// The seats whose values may appear in events; nil for all.
    let sharedSeats: Set<String>?
    /// The clock for the remaining delay of a retry.
    var clock: any BootClock = SystemBootClock()
    /// Logs each event that could not be written.
    var logger: Logger?

    func notification(for action: DeliveryAction, record: StoredRecord, at: Date) -> NewNotification? {
        switch action {
        case .recordSubmitted(_, let serverID):
            var content = Submitted(seat: record.seat, hub: record.hub, serverID: serverID, of: record)
            if shares(record.seat), !record.entry.isDeletion { content.leftOut = record.leftOut }
            return make(SessionEvents.recordSubmitted, content: content, about: record, at: at)
        case .recordDeleted:
            let content = Submitted(seat: record.seat, hub: record.hub, serverID: nil, of: record)
            return make(SessionEvents.recordSubmitted, content: content, about: record, at: at)
        case .submissionFailed(_, let error):
            let content = Failed(seat: record.seat, hub: record.hub, error: error, of: record)
            return make(SessionEvents.submissionFailed, content: content, about: record, at: at)
        case .submissionRetrying(_, let error, let notBefore):
            guard let logID = LogID(rawValue: record.logID) else { return nil }
            let wait = max(0, notBefore.milliseconds - clock.now.milliseconds)
            let data = SubmissionRetrying(
                seat: record.seat,
                hub: record.hub,
                logID: logID,
                attempts: record.entry.attempts,
                retryInSeconds: Int(wait / 1000),
                error: WireFault(code: error.code, message: error.message, retriable: true),
                destination: CloudAPI(rawValue: record.api)
            )
            return make(SessionEvents.submissionRetrying, hub: record.hub, seat: record.seat, data: data, at: at)
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
            let data = ImageSubmitted(
                seat: image.seat,
                hub: image.hub,
                logID: record,
                media: media,
                destination: CloudAPI(rawValue: image.api)
            )
            return make(SessionEvents.imageSubmitted, hub: image.hub, seat: image.seat, data: data, at: at)
        }
        let data = ImageSubmissionFailed(
            seat: image.seat,
            hub: image.hub,
            logID: record,
            media: media,
            error: WireFault(code: error.code, message: error.message, retriable: false),
            destination: CloudAPI(rawValue: image.api)
        )
        return make(SessionEvents.imageSubmissionFailed, hub: image.hub, seat: image.seat, data: data, at: at)
    }

    func sessionEnded(_ session: StoredSession, unsynced: Int, first: [StoredRecord], at: Date) -> NewNotification? {
        guard let main = session.accompanies else {
            let data = ended(session, unsynced: unsynced, first: first)
            return make(SessionEvents.sessionEnded, hub: BusAddress.siteHub, seat: session.seat, data: data, at: at)
        }
        let data = DestinationEnded(
            seat: session.seat,
            hub: BusAddress.siteHub,
            sessionID: main,
            destination: CloudAPI(rawValue: session.api),
            reason: session.endReason.map(SessionEndReason.init(rawValue:)) ?? .requested,
            unsyncedRecords: unsynced,
            records: first.compactMap(UnsyncedRecord.init)
        )
        return make(SessionEvents.destinationEnded, hub: BusAddress.siteHub, seat: session.seat, data: data, at: at)
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
        return make(SessionEvents.sessionStarted, hub: BusAddress.siteHub, seat: session.seat, data: data, at: at)
    }

    /// The event of a held reading.
    ///
    /// - Parameter picture: The picture of the display, if it has arrived.
    func readingHeld(
        _ reading: Reading,
        reason: HeldReason,
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
            reasons: seen?.reasons,
            picture: picture
        )
        return make(SessionEvents.readingHeld, hub: reading.hub.rawValue, seat: nil, data: data, at: at)
    }

    /// The event of a device that was assigned.
    func deviceAssigned(_ body: AssignDevice, before: String?, by caller: BusAddress, at: Date) -> NewNotification? {
        let data = DeviceAssigned(
            seat: body.seat,
            hub: caller.hub,
            device: body.device,
            userIndex: body.userIndex,
            from: body.from ?? at,
            before: before.map { [$0] } ?? [],
            by: caller.principal
        )
        return make(SessionEvents.deviceAssigned, hub: caller.hub, seat: body.seat, data: data, at: at)
    }

    /// The event of a reading that became a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - saved: The record as it is saved; it is copied into the event if the seat shares its values.
    func readingQueued(
        _ reading: Reading,
        record: VitalRecord,
        saved: Data,
        session: StoredSession,
        at: Date
    ) -> NewNotification? {
        let topic = SessionEvents.readingQueued.descriptor
        do {
            var data = try SplicedObject(Queued(reading, seat: record.seat, session: session))
            let isShared = shares(record.seat.rawValue)
            data.append("record", json: isShared ? Array(saved) : try WireJSON.encode(record.withheld))
            let (hub, seat) = (reading.hub.rawValue, record.seat.rawValue)
            return event(topic, hub: hub, seat: seat, data: data.encoded, at: at)
        } catch {
            unwritten(topic, of: record.logID.rawValue, error: error)
            return nil
        }
    }

    /// Whether a seat's values may appear in events.
    func shares(_ seat: String) -> Bool { sharedSeats?.contains(seat) ?? true }

    /// A session's end, as events and replies show it.
    ///
    /// - Parameter first: The first of its unsynced records.
    func ended(_ session: StoredSession, unsynced: Int, first: [StoredRecord]) -> SessionEnded {
        SessionEnded(
            seat: session.seat,
            hub: BusAddress.siteHub,
            sessionID: session.id,
            userID: session.userID.nonEmpty,
            organizationID: session.organizationID.nonEmpty,
            reason: session.endReason.map(SessionEndReason.init(rawValue:)) ?? .requested,
            unsyncedRecords: unsynced,
            records: first.compactMap(UnsyncedRecord.init)
        )
    }

    private func make<Payload>(
        _ topic: Topic<Payload>,
        hub: String,
        seat: String?,
        data: Payload,
        at: Date
    ) -> NewNotification? {
        do {
            return event(topic.descriptor, hub: hub, seat: seat, data: try WireJSON.encode(data), at: at)
        } catch {
            unwritten(topic.descriptor, of: nil, error: error)
            return nil
        }
    }

    /// An event that shows a record; the saved bytes are copied undecoded if the event may show them.
    private func make<Payload>(
        _ topic: Topic<Payload>,
        content: some Encodable,
        about record: StoredRecord,
        at: Date
    ) -> NewNotification? {
        do {
            guard let shown = try shown(record) else {
                throw BusError(
                    .malformed,
                    message: "the stored record cannot be read, and its names are not valid on the bus"
                )
            }
            var data = try SplicedObject(content)
            data.append("record", json: shown)
            return event(topic.descriptor, hub: record.hub, seat: record.seat, data: data.encoded, at: at)
        } catch {
            unwritten(topic.descriptor, of: record.entry.logID, error: error)
            return nil
        }
    }

    /// The record of an event as JSON.
    private func shown(_ record: StoredRecord) throws -> [UInt8]? {
        if case .rejected(let error) = record.entry.state, error.code == FaultCodes.unreadableRow {
            return try record.standIn.map { try WireJSON.encode($0) }
        }
        // A consumer that overlooks `delete` must find no values that it could book.
        guard record.entry.isDeletion || !shares(record.seat) || !record.isSpliceable else {
            return Array(record.record)
        }
        // Withheld values are marked as existing; a deletion shows none at all.
        let isWithheld = !shares(record.seat)
        return try record.shown.map { try WireJSON.encode(isWithheld ? $0.withheld : $0.withoutValues) }
    }

    private func event(
        _ topic: TopicDescriptor,
        hub: String,
        seat: String?,
        data: [UInt8],
        at: Date
    ) -> NewNotification {
        NewNotification(id: newID(), type: topic.name, hub: hub, seat: seat, data: Data(data), time: at)
    }

    private func unwritten(_ topic: TopicDescriptor, of logID: String?, error: any Error) {
        logger?.error(
            "could not encode an event; it is not published",
            metadata: ["event": "\(topic.name)", "logID": "\(logID ?? "none")", "error": "\(error)"]
        )
    }
}

/// The events that show a record, without the record: its saved bytes are spliced in.
extension EventWriter {
    private struct Submitted: Encodable {
        @ExplicitNull var seat: String?
        var hub: String
        @ExplicitNull var serverID: String?
        var operation: RecordOperation
        var destination: CloudAPI
        var leftOut: [MetricName]?

        init(seat: String, hub: String, serverID: String?, of record: StoredRecord) {
            (self.seat, self.hub, self.serverID) = (seat, hub, serverID)
            (operation, destination) = (record.operation, CloudAPI(rawValue: record.api))
        }
    }

    private struct Queued: Encodable {
        @ExplicitNull var seat: String?
        var hub: String
        var readingKey: ReadingKey
        @ExplicitNull var device: DeviceID?
        var sessionID: String
        var outcome: ReadingQueued.Outcome

        init(_ reading: Reading, seat: SeatID, session: StoredSession) {
            (self.seat, hub) = (seat.rawValue, reading.hub.rawValue)
            (readingKey, device, sessionID) = (reading.readingKey, reading.device, session.id)
            outcome = session.endedAt == nil ? .accepted : .unsynced
        }
    }

    private struct Failed: Encodable {
        @ExplicitNull var seat: String?
        var hub: String
        var error: WireFault
        var operation: RecordOperation
        var destination: CloudAPI

        init(seat: String, hub: String, error: DeliveryError, of record: StoredRecord) {
            (self.seat, self.hub) = (seat, hub)
            self.error = WireFault(code: error.code, message: error.message, retriable: false)
            (operation, destination) = (record.operation, CloudAPI(rawValue: record.api))
        }
    }
}

extension UnsyncedRecord {
    /// A record's entry in events; nil if the names in its row are not valid on the bus.
    fileprivate init?(_ record: StoredRecord) {
        guard let shown = record.shown else { return nil }
        self.init(logID: shown.logID, type: shown.type, timestamp: shown.timestamp)
    }
}

extension StoredRecord {
    /// The metrics that its destination cannot store; nil if there are none or the destination's metrics are unknown.
    var leftOut: [MetricName]? {
        let destination = CloudAPI(rawValue: api)
        guard destination.namesMetrics, let shown else { return nil }
        let metrics = destination.leavesOut(of: shown.measurements)
        return metrics.isEmpty ? nil : metrics
    }

    /// What the record's present revision does at the destination.
    fileprivate var operation: RecordOperation {
        entry.isDeletion ? .delete : entry.revision > 1 ? .update : .create
    }
}

extension String {
    /// Nil for an empty text: the default user has no ids.
    var nonEmpty: String? { isEmpty ? nil : self }
}
