public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// The notifications of `session-manager`; their `{hub}` is where the reading was made, `site` if none.
public enum SessionEvents {
    private static func event<Payload>(_ name: String) -> Topic<Payload> {
        Topic(
            name,
            at: "event/\(name)",
            writers: [TopicGrant(.sessionManager, .site)],
            readers: TopicGrant.watchers
        )
    }

    /// A session began.
    public static let sessionStarted: Topic<SessionStarted> = event("sessionStarted")
    /// A session ended; its unsynced records are listed by `unsyncedRecords`.
    public static let sessionEnded: Topic<SessionEnded> = event("sessionEnded")
    /// The server accepted a record.
    public static let recordSubmitted: Topic<RecordSubmitted> = event("recordSubmitted")
    /// The server refused a record for good; it left the queue.
    public static let submissionFailed: Topic<SubmissionFailed> = event("submissionFailed")
    /// A record could not be delivered now and stays in the queue.
    public static let submissionRetrying: Topic<SubmissionRetrying> = event("submissionRetrying")
    /// The server has an image of a record.
    public static let imageSubmitted: Topic<ImageSubmitted> = event("imageSubmitted")
    /// An image did not get to the server and is not tried again by itself.
    public static let imageSubmissionFailed: Topic<ImageSubmissionFailed> = event("imageSubmissionFailed")
    /// A reading is a person's now, and its record waits for the server; of imports `healthRecordsProcessed` tells.
    public static let readingQueued: Topic<ReadingQueued> = event("readingQueued")
    /// A reading awaits an owner or a confirmation.
    public static let readingHeld: Topic<ReadingHeld> = event("readingHeld")

    /// A seat's session, without secrets.
    public static let sessionState = Topic<SessionState>(
        "sessionState",
        at: "state/session/{seat}",
        retain: true,
        writers: [TopicGrant(.sessionManager, .own)],
        readers: TopicGrant.watchers + [
            TopicGrant(.deviceReader, .site), TopicGrant(.healthImporter, .site), TopicGrant(.ocrWorker, .site),
        ]
    )

    /// The public key that access tokens are sealed for.
    public static let sealingState = Topic<SealingState>(
        "sealingState",
        at: "state/sealing",
        retain: true,
        writers: [TopicGrant(.sessionManager, .own)],
        readers: TopicGrant.watchers
    )

    /// The queue's depths.
    public static let queueState = Topic<QueueState>(
        "queueState",
        at: "state/queue",
        retain: true,
        writers: [TopicGrant(.sessionManager, .own)],
        readers: TopicGrant.watchers
    )
}

/// A session began.
public struct SessionStarted: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// `site`: a session is made at no hub.
    public var hub: String
    /// The session.
    public var sessionID: String
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
    public var hub: String
    /// The session.
    public var sessionID: String
    /// The service's user, null for the default user.
    @ExplicitNull public var userID: String?
    /// The service's organization, null for the default user.
    @ExplicitNull public var organizationID: String?
    /// `requested`, `replaced`, `unauthorized`.
    public var reason: String
    /// How many of its records are not at the server for certain.
    public var unsyncedRecords: Int
    /// The first of them, 32 at most, in the order of `unsyncedRecords {sessionID}`, which has them all.
    public var records: [UnsyncedRecord]?

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        sessionID: String,
        userID: String?,
        organizationID: String?,
        reason: String,
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

/// A record that is not at the server for certain.
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
    public var hub: String
    /// The record; without values for seats that do not share them, and with `delete`.
    public var record: VitalRecord
    /// The server's id of it; null where it gives none for an update, and for a deletion.
    @ExplicitNull public var serverID: String?
    /// What was submitted: `create` (the first revision), `update` (a later one), `delete` (take back what you booked).
    public var operation: String?

    /// Makes an event.
    public init(seat: String?, hub: String, record: VitalRecord, serverID: String?, operation: String? = nil) {
        self.seat = seat
        self.hub = hub
        self.record = record
        self.serverID = serverID
        self.operation = operation
    }
}

/// The server refused a record for good.
public struct SubmissionFailed: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where the reading was made.
    public var hub: String
    /// The record; without values for seats that do not share them, and with `delete`.
    public var record: VitalRecord
    /// The server's words.
    public var error: WireFault
    /// What was refused: `create` (the first revision), `update` (a later one), `delete` (the record is still there).
    public var operation: String?

    /// Makes an event.
    public init(seat: String?, hub: String, record: VitalRecord, error: WireFault, operation: String? = nil) {
        self.seat = seat
        self.hub = hub
        self.record = record
        self.error = error
        self.operation = operation
    }
}

/// A record waits for another attempt.
public struct SubmissionRetrying: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where the reading was made.
    public var hub: String
    /// The record.
    public var logID: LogID
    /// How often it was tried.
    public var attempts: Int
    /// How long until the next attempt, in seconds; sooner where the destination answers again before.
    public var retryInSeconds: Int
    /// What went wrong.
    public var error: WireFault

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        logID: LogID,
        attempts: Int,
        retryInSeconds: Int,
        error: WireFault
    ) {
        self.seat = seat
        self.hub = hub
        self.logID = logID
        self.attempts = attempts
        self.retryInSeconds = retryInSeconds
        self.error = error
    }
}

/// A seat's session, as everybody may see it.
public struct SessionState: Codable, Sendable, Hashable {
    /// The seat.
    public var seat: String
    /// Whether there is a session.
    public var active: Bool
    /// The session, null when there is none.
    @ExplicitNull public var sessionID: String?
    /// When it began.
    public var startedAt: Date?
    /// `yes`, `pending` (the server was not reachable yet); refused credentials end the session.
    public var validated: String?
    /// Whether it is the default user's.
    public var defaultUser: Bool
    /// Another number with each change of the session's subscriptions, which `subscriptions` tells.
    public var subscriptionsRevision: Int?
    /// Why the seat's last session ended, where one has: `requested`, `replaced`, `unauthorized`.
    public var endReason: String?
    /// How many records of the seat's ended sessions are not at the server for certain; absent where none is.
    public var unsyncedRecords: Int?

    /// Makes a state.
    public init(
        seat: String,
        active: Bool,
        sessionID: String?,
        startedAt: Date?,
        validated: String?,
        defaultUser: Bool,
        subscriptionsRevision: Int? = nil,
        endReason: String? = nil,
        unsyncedRecords: Int? = nil
    ) {
        self.seat = seat
        self.active = active
        self.sessionID = sessionID
        self.startedAt = startedAt
        self.validated = validated
        self.defaultUser = defaultUser
        self.subscriptionsRevision = subscriptionsRevision
        self.endReason = endReason
        self.unsyncedRecords = unsyncedRecords
    }
}

/// The public key that access tokens are sealed for.
public struct SealingState: Codable, Sendable, Hashable {
    /// `hpke-base-x25519-hkdf-sha256-chacha20poly1305`: RFC 9180, base mode, suites 0x0020, 0x0001, 0x0003.
    public var algorithm: String
    /// The key's name: the first 16 hexadecimal digits of the SHA-256 of its 32 bytes.
    public var kid: String
    /// The X25519 public key, 32 bytes, base64.
    public var publicKey: String

    /// Makes a state.
    public init(algorithm: String, kid: String, publicKey: String) {
        self.algorithm = algorithm
        self.kid = kid
        self.publicKey = publicKey
    }
}

/// The queue's depths.
public struct QueueState: Codable, Sendable, Hashable {
    /// What waits in one seat's session.
    public struct Waiting: Codable, Sendable, Hashable {
        /// The seat.
        public var seat: String
        /// `inform` or `legacy`.
        public var apiVersion: String
        /// How many records and images wait or are with a worker.
        public var count: Int
        /// How many of them are history, which goes as the destination's limit leaves room.
        public var history: Int
        /// Since when the oldest waits.
        public var since: Date
        /// What went wrong last with the oldest, a code as `http503`; absent where nothing did.
        public var error: String?

        /// Makes an entry.
        public init(seat: String, apiVersion: String, count: Int, history: Int, since: Date, error: String? = nil) {
            self.seat = seat
            self.apiVersion = apiVersion
            self.count = count
            self.history = history
            self.since = since
            self.error = error
        }
    }

    /// Records that wait.
    public var pending: Int
    /// Records that a worker has.
    public var leased: Int
    /// Readings without an owner.
    public var held: Int
    /// Records that the server refused, kept for `records.keep`, 30 days at least.
    public var rejected: Int
    /// Age of the oldest record that waits, in seconds.
    public var oldestSeconds: Int?
    /// Why deliveries pause, in plain words; null when they do not.
    @ExplicitNull public var paused: String?
    /// Images that wait for their record or for their own turn.
    public var images: Int?
    /// What waits by seat, the oldest first, 16 at most; absent from older senders.
    public var waiting: [Waiting]?

    /// Makes a state.
    public init(
        pending: Int,
        leased: Int,
        held: Int,
        rejected: Int,
        oldestSeconds: Int?,
        paused: String?,
        images: Int? = nil,
        waiting: [Waiting]? = nil
    ) {
        self.waiting = waiting
        self.pending = pending
        self.leased = leased
        self.held = held
        self.rejected = rejected
        self.oldestSeconds = oldestSeconds
        self.paused = paused
        self.images = images
    }
}
