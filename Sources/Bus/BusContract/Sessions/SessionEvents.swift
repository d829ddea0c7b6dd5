public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// The notifications of `session-manager`; their `{hub}` is the hub that made the reading, or `site`.
public enum SessionEvents {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] =
        [
            sessionStarted.descriptor, sessionEnded.descriptor, destinationEnded.descriptor, recordSubmitted.descriptor,
            submissionFailed.descriptor,
            submissionRetrying.descriptor, readingQueued.descriptor, readingHeld.descriptor, sessionState.descriptor,
            queueState.descriptor, sealingState.descriptor, imageSubmitted.descriptor, imageSubmissionFailed.descriptor,
            vital.descriptor, seatLimits.descriptor, deviceAssigned.descriptor,
        ]

    private static func event<Payload>(
        _ name: String,
        carriesValues: Bool = false,
        line: Int = #line
    ) -> Topic<Payload> {
        Topic(
            name,
            at: "event/\(name)",
            writers: [TopicGrant(.sessionManager, reach: .site)],
            readers: TopicGrant.watchers,
            carriesValues: carriesValues,
            line: line
        )
    }

    /// The topic of a notification, also of one that only another version publishes.
    public static func notification(named name: String) -> TopicDescriptor {
        let topic: Topic<IgnoredPayload> = event(name)
        return topic.descriptor
    }

    /// A session began.
    public static let sessionStarted: Topic<SessionStarted> = event("sessionStarted")
    /// A session has ended; `unsyncedRecords` lists its records that are not certain to be delivered.
    public static let sessionEnded: Topic<SessionEnded> = event("sessionEnded")
    /// The deliveries to a further destination of a session have ended, alone or with the session.
    public static let destinationEnded: Topic<DestinationEnded> = event("destinationEnded")
    /// A destination accepted a record; once for each of its session's destinations.
    public static let recordSubmitted: Topic<RecordSubmitted> = event("recordSubmitted", carriesValues: true)
    /// A destination refused a record for good; it left the queue of that destination.
    public static let submissionFailed: Topic<SubmissionFailed> = event("submissionFailed", carriesValues: true)
    /// A record could not be delivered now and stays in the queue.
    public static let submissionRetrying: Topic<SubmissionRetrying> = event("submissionRetrying")
    /// The server has an image of a record.
    public static let imageSubmitted: Topic<ImageSubmitted> = event("imageSubmitted")
    /// An image did not reach the server and is not retried automatically.
    public static let imageSubmissionFailed: Topic<ImageSubmissionFailed> = event("imageSubmissionFailed")
    /// A reading has an owner, and its record waits for delivery; imports report `healthRecordsProcessed` instead.
    public static let readingQueued: Topic<ReadingQueued> = event("readingQueued", carriesValues: true)
    /// A reading waits for an owner or a confirmation.
    public static let readingHeld: Topic<ReadingHeld> = event("readingHeld", carriesValues: true)

    /// A device now makes the readings of a seat: a person assigned it, or paired it there.
    public static let deviceAssigned: Topic<DeviceAssigned> = event("deviceAssigned")

    /// A seat's session, without secrets.
    public static let sessionState = Topic<SessionState>(
        "sessionState",
        at: "state/session/{seat}",
        retain: true,
        writers: [TopicGrant(.sessionManager, reach: .own)],
        readers: TopicGrant.watchers + [
            TopicGrant(.deviceReader, reach: .site), TopicGrant(.healthImporter, reach: .site),
            TopicGrant(.ocrWorker, reach: .site),
        ]
    )

    /// The public key that access tokens are sealed for.
    public static let sealingState = Topic<SealingState>(
        "sealingState",
        at: "state/sealing",
        retain: true,
        writers: [TopicGrant(.sessionManager, reach: .own)],
        readers: TopicGrant.watchers
    )

    /// The usual values of a seat, for people only; no topic if none are set.
    public static let seatLimits = Topic<SeatLimits>(
        "seatLimits",
        at: "state/limits/{seat}",
        retain: true,
        writers: [TopicGrant(.sessionManager, reach: .own)],
        readers: TopicGrant.people
    )

    /// The queue's depths.
    public static let queueState = Topic<QueueState>(
        "queueState",
        at: "state/queue",
        retain: true,
        writers: [TopicGrant(.sessionManager, reach: .own)],
        readers: TopicGrant.watchers
    )
}

/// A session began.
public struct SessionStarted: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// `site`: a session is not bound to a hub.
    @CheckedID public var hub: String
    /// The session.
    @CheckedID public var sessionID: String
    /// The service's user, null for the default user.
    @ExplicitNull public var userID: String?
    /// The service's organization, null for the default user.
    @ExplicitNull public var organizationID: String?

    /// Makes an event.
    public init(seat: String?, hub: String, sessionID: String, userID: String?, organizationID: String?) {
        self.seat = seat
        self.hub = hub
        self.sessionID = sessionID
        self.userID = userID
        self.organizationID = organizationID
    }
}

/// A session ended.
public struct SessionEnded: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// `site`.
    @CheckedID public var hub: String
    /// The session.
    @CheckedID public var sessionID: String
    /// The service's user, null for the default user.
    @ExplicitNull public var userID: String?
    /// The service's organization, null for the default user.
    @ExplicitNull public var organizationID: String?
    /// Why it ended.
    public var reason: SessionEndReason
    /// The number of its records that are not certain to be at the server.
    public var unsyncedRecords: Int
    /// The first of them, at most 32, in the order of `unsyncedRecords {sessionID}`, which lists them all.
    public var records: [UnsyncedRecord]?

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        sessionID: String,
        userID: String?,
        organizationID: String?,
        reason: SessionEndReason,
        unsyncedRecords: Int,
        records: [UnsyncedRecord]? = nil
    ) {
        self.seat = seat
        self.hub = hub
        self.sessionID = sessionID
        self.userID = userID
        self.organizationID = organizationID
        self.reason = reason
        self.unsyncedRecords = unsyncedRecords
        self.records = records
    }
}

/// A record that is not certain to be at the server.
public struct UnsyncedRecord: Codable, Sendable, Hashable {
    /// The record.
    public var logID: LogID
    /// The kind of record.
    public var type: RecordType
    /// When it was measured.
    public var timestamp: Date

    /// Makes an entry.
    public init(logID: LogID, type: RecordType, timestamp: Date) {
        self.logID = logID
        self.type = type
        self.timestamp = timestamp
    }
}

/// The server accepted a record, a change of it or its deletion.
public struct RecordSubmitted: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where the reading was made.
    @CheckedID public var hub: String
    /// The record; without values if the seat does not share them, and for `delete`.
    public var record: VitalRecord
    /// The server's id of it; null for a deletion, and if the server gives none for an update.
    @ExplicitNull public var serverID: String?
    /// What was submitted; for `delete`, remove the record from your data too.
    public var operation: RecordOperation?
    /// Which destination accepted it; absent from older senders.
    public var destination: CloudAPI?
    /// The metrics that the destination cannot store, whose values were not submitted; absent if the seat shares no
    /// values.
    public var leftOut: [MetricName]?
}

/// The server refused a record for good.
public struct SubmissionFailed: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where the reading was made.
    @CheckedID public var hub: String
    /// The record; without values if the seat does not share them, and for `delete`.
    public var record: VitalRecord
    /// The server's words.
    public var error: WireFault
    /// What was refused; after a refused `delete` the record still exists there.
    public var operation: RecordOperation?
    /// Which destination refused it; absent from older senders.
    public var destination: CloudAPI?
}

/// A record waits for another attempt.
public struct SubmissionRetrying: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where the reading was made.
    @CheckedID public var hub: String
    /// The record.
    public var logID: LogID
    /// The number of attempts.
    public var attempts: Int
    /// The time until the next attempt, in seconds; it is earlier if the destination answers again before.
    public var retryInSeconds: Int
    /// The error.
    public var error: WireFault
    /// Which destination it waits for; absent from older senders.
    public var destination: CloudAPI?

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        logID: LogID,
        attempts: Int,
        retryInSeconds: Int,
        error: WireFault,
        destination: CloudAPI? = nil
    ) {
        self.destination = destination
        self.seat = seat
        self.hub = hub
        self.logID = logID
        self.attempts = attempts
        self.retryInSeconds = retryInSeconds
        self.error = error
    }
}

/// Why a session ended.
public struct SessionEndReason: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A person or a program ended it.
    public static let requested = Self(rawValue: "requested")
    /// The seat has another session.
    public static let replaced = Self(rawValue: "replaced")
    /// The server refused its credentials.
    public static let unauthorized = Self(rawValue: "unauthorized")

    /// The values that this version knows.
    public static let known: [Self] = [.requested, .replaced, .unauthorized]
}

/// The operation on a record at the server.
public struct RecordOperation: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first revision.
    public static let create = Self(rawValue: "create")
    /// A later revision.
    public static let update = Self(rawValue: "update")
    /// The record is deleted.
    public static let delete = Self(rawValue: "delete")

    /// The values that this version knows.
    public static let known: [Self] = [.create, .update, .delete]
}
