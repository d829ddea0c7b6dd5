public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// What `session-manager` serves.
public enum SessionOperations {
    /// Starts a seat's session; ends the present one first.
    public static let startSession = Operation<StartSession, SessionView>(
        .sessionManager, "startSession", callers: [.vitalbus]
    )
    /// Ends a seat's session.
    public static let endSession = Operation<SeatReference, SessionEnded>(
        .sessionManager, "endSession", callers: [.vitalbus]
    )
    /// A seat's session.
    public static let session = Operation<SeatReference, SessionView>(
        .sessionManager, "session", callers: [.vitalbus]
    )
    /// Takes readings over from a producer; each is answered once it is safe.
    public static let submitRecords = Operation<SubmitRecords, SubmittedRecords>(
        .sessionManager, "submitRecords", callers: [.vitalbus, .deviceReader]
    )
    /// The records that wait or are on their way.
    public static let queuedRecords = Operation<PageRequest, RecordPage>(
        .sessionManager, "queuedRecords", callers: [.vitalbus]
    )
    /// The records of an ended session that are not at the server for certain.
    public static let unsyncedRecords = Operation<PageRequest, RecordPage>(
        .sessionManager, "unsyncedRecords", callers: [.vitalbus]
    )
    /// The records that the server refused, kept 30 days.
    public static let rejectedRecords = Operation<PageRequest, RecordPage>(
        .sessionManager, "rejectedRecords", callers: [.vitalbus]
    )
    /// Tries what waits now, without waiting for back-off.
    public static let processQueue = Operation<Empty, QueueState>(
        .sessionManager, "processQueue", callers: [.vitalbus]
    )
    /// Says whose readings a device makes, from a time on.
    public static let assignDevice = Operation<AssignDevice, AssignmentView>(
        .sessionManager, "assignDevice", callers: [.vitalbus, .deviceReader]
    )
    /// Ends an assignment.
    public static let unassignDevice = Operation<UnassignDevice, AssignmentView>(
        .sessionManager, "unassignDevice", callers: [.vitalbus]
    )
    /// The assignments.
    public static let devices = Operation<Empty, Assignments>(.sessionManager, "devices", callers: [.vitalbus])
    /// The readings without an owner.
    public static let heldReadings = Operation<PageRequest, HeldPage>(
        .sessionManager, "heldReadings", callers: [.vitalbus]
    )
    /// The notifications after a cursor, kept 7 days.
    public static let notificationsSince = Operation<NotificationsSince, Notifications>(
        .sessionManager, "notificationsSince", callers: [.vitalbus, .integration]
    )
    /// A session's credentials, sealed with the site's key; for uploaders only.
    public static let credentials = Operation<CredentialsRequest, Credentials>(
        .sessionManager, "credentials", callers: [.uploader]
    )
}

/// Starts a session. The token is sealed by whoever holds the site's key, else sent as it is.
public struct StartSession: Codable, Sendable {
    /// The seat.
    public var seat: String
    /// The service's user.
    public var userID: String?
    /// The service's organization.
    public var organizationID: String?
    /// The access token, sealed with the site's key, base64.
    public var sealedToken: String?
    /// The access token as it is, for callers without the site's key.
    public var accessToken: String?
    /// `inform` (v2) or `legacy` (v1); `inform` when absent.
    public var apiVersion: String?
    /// Starts the default user's session, which delivers nothing.
    public var defaultUser: Bool?

    /// Makes a request.
    public init(
        seat: String, userID: String? = nil, organizationID: String? = nil, sealedToken: String? = nil,
        accessToken: String? = nil, apiVersion: String? = nil, defaultUser: Bool? = nil
    ) {
        self.seat = seat
        self.userID = userID
        self.organizationID = organizationID
        self.sealedToken = sealedToken
        self.accessToken = accessToken
        self.apiVersion = apiVersion
        self.defaultUser = defaultUser
    }
}

/// Names a seat.
public struct SeatReference: Codable, Sendable, Hashable {
    /// The seat.
    public var seat: String

    /// Makes a reference.
    public init(seat: String) {
        self.seat = seat
    }
}

/// A session, without its secrets.
public struct SessionView: Codable, Sendable, Hashable {
    /// The session.
    public var sessionID: String
    /// The seat.
    public var seat: String
    /// The service's user.
    @ExplicitNull public var userID: String?
    /// The service's organization.
    @ExplicitNull public var organizationID: String?
    /// `inform` or `legacy`.
    public var apiVersion: String
    /// When it began.
    public var startedAt: Date
    /// `yes`, `no`, `pending`.
    public var validated: String
    /// Whether it is the default user's.
    public var defaultUser: Bool

    /// Makes a view.
    public init(
        sessionID: String, seat: String, userID: String?, organizationID: String?, apiVersion: String, startedAt: Date,
        validated: String, defaultUser: Bool
    ) {
        self.sessionID = sessionID
        self.seat = seat
        self.userID = userID
        self.organizationID = organizationID
        self.apiVersion = apiVersion
        self.startedAt = startedAt
        self.validated = validated
        self.defaultUser = defaultUser
    }
}

/// Readings from a producer's outbox.
public struct SubmitRecords: Codable, Sendable {
    /// The readings, 64 at most.
    public var records: [Reading]

    /// Makes a request.
    public init(records: [Reading]) {
        self.records = records
    }
}

/// What became of each reading.
public struct SubmittedRecords: Codable, Sendable, Hashable {
    /// One reading's fate.
    public struct Result: Codable, Sendable, Hashable {
        /// The reading.
        public var readingKey: ReadingKey
        /// Its revision.
        public var revision: Int
        /// `accepted`, `repeat`, `held`, `unsynced` (its session has ended), `notStored` (default user), `refused`.
        public var outcome: String
        /// Its record, once a person is decided.
        public var logID: LogID?
        /// Why it was refused.
        public var error: WireFault?

        /// Makes a result.
        public init(
            readingKey: ReadingKey, revision: Int, outcome: String, logID: LogID? = nil, error: WireFault? = nil
        ) {
            self.readingKey = readingKey
            self.revision = revision
            self.outcome = outcome
            self.logID = logID
            self.error = error
        }
    }

    /// In the order of the request.
    public var results: [Result]

    /// Makes a reply.
    public init(results: [Result]) {
        self.results = results
    }
}

/// Asks for a page of a list.
public struct PageRequest: Codable, Sendable, Hashable {
    /// A seat, where the list is a seat's.
    public var seat: String?
    /// A session, where the list is a session's.
    public var sessionID: String?
    /// The page from 1; 1 when absent.
    public var page: Int?

    /// Makes a request.
    public init(seat: String? = nil, sessionID: String? = nil, page: Int? = nil) {
        self.seat = seat
        self.sessionID = sessionID
        self.page = page
    }
}

/// A page of records.
public struct RecordPage: Codable, Sendable, Hashable {
    /// One record and where it stands.
    public struct Entry: Codable, Sendable, Hashable {
        /// The record.
        public var record: VitalRecord
        /// `pending`, `leased`, `rejected`, `unsynced`, `unknown`.
        public var state: String
        /// How often it was tried.
        public var attempts: Int
        /// What went wrong last.
        public var error: WireFault?

        /// Makes an entry.
        public init(record: VitalRecord, state: String, attempts: Int, error: WireFault?) {
            self.record = record
            self.state = state
            self.attempts = attempts
            self.error = error
        }
    }

    /// The page, from 1.
    public var page: Int
    /// How many there are.
    public var pages: Int
    /// The records.
    public var records: [Entry]

    /// Makes a page.
    public init(page: Int, pages: Int, records: [Entry]) {
        self.page = page
        self.pages = pages
        self.records = records
    }
}

/// Readings without an owner.
public struct HeldPage: Codable, Sendable, Hashable {
    /// One reading and why it waits.
    public struct Entry: Codable, Sendable, Hashable {
        /// The reading.
        public var reading: Reading
        /// `noAssignment`, `clockUnknown`, `noSession`, `invalid`.
        public var reason: String

        /// Makes an entry.
        public init(reading: Reading, reason: String) {
            self.reading = reading
            self.reason = reason
        }
    }

    /// The page, from 1.
    public var page: Int
    /// How many there are.
    public var pages: Int
    /// The readings.
    public var readings: [Entry]

    /// Makes a page.
    public init(page: Int, pages: Int, readings: [Entry]) {
        self.page = page
        self.pages = pages
        self.readings = readings
    }
}

/// Says whose readings a device makes.
public struct AssignDevice: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The device's own user index; absent covers every index without an assignment of its own.
    public var userIndex: Int?
    /// The seat.
    public var seat: String
    /// From when on, now when absent; measurements made earlier are not covered.
    public var from: Date?

    /// Makes a request.
    public init(device: DeviceID, userIndex: Int? = nil, seat: String, from: Date? = nil) {
        self.device = device
        self.userIndex = userIndex
        self.seat = seat
        self.from = from
    }
}

/// Ends an assignment.
public struct UnassignDevice: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The device's own user index.
    public var userIndex: Int?

    /// Makes a request.
    public init(device: DeviceID, userIndex: Int? = nil) {
        self.device = device
        self.userIndex = userIndex
    }
}

/// One assignment.
public struct AssignmentView: Codable, Sendable, Hashable {
    /// The device.
    public var device: DeviceID
    /// The device's own user index.
    @ExplicitNull public var userIndex: Int?
    /// The seat.
    public var seat: String
    /// From when on.
    public var from: Date
    /// Until when, null when it stands.
    @ExplicitNull public var until: Date?

    /// Makes a view.
    public init(device: DeviceID, userIndex: Int?, seat: String, from: Date, until: Date?) {
        self.device = device
        self.userIndex = userIndex
        self.seat = seat
        self.from = from
        self.until = until
    }
}

/// The assignments.
public struct Assignments: Codable, Sendable, Hashable {
    /// All, the newest first.
    public var assignments: [AssignmentView]

    /// Makes a list.
    public init(assignments: [AssignmentView]) {
        self.assignments = assignments
    }
}

/// Asks for notifications that were missed.
public struct NotificationsSince: Codable, Sendable, Hashable {
    /// The last cursor seen, 0 for the oldest kept.
    public var cursor: Int64
    /// The most to return, 1 to 50, 50 when absent.
    public var limit: Int?

    /// Makes a request.
    public init(cursor: Int64, limit: Int? = nil) {
        self.cursor = cursor
        self.limit = limit
    }
}

/// Notifications, oldest first.
public struct Notifications: Codable, Sendable {
    /// One notification.
    public struct Entry: Codable, Sendable {
        /// Its place in the log.
        public var cursor: Int64
        /// The event's id, the same as on the bus.
        public var id: String
        /// The notification's name.
        public var name: String
        /// The hub in its topic.
        public var hub: String
        /// When it was made.
        public var time: Date
        /// The event's `data` as JSON text.
        public var data: String

        /// Makes an entry.
        public init(cursor: Int64, id: String, name: String, hub: String, time: Date, data: String) {
            self.cursor = cursor
            self.id = id
            self.name = name
            self.hub = hub
            self.time = time
            self.data = data
        }
    }

    /// The notifications.
    public var notifications: [Entry]
    /// The cursor to ask with next.
    public var cursor: Int64
    /// Whether there are more now.
    public var more: Bool

    /// Makes a reply.
    public init(notifications: [Entry], cursor: Int64, more: Bool) {
        self.notifications = notifications
        self.cursor = cursor
        self.more = more
    }
}

/// Asks for a session's credentials.
public struct CredentialsRequest: Codable, Sendable, Hashable {
    /// The session.
    public var sessionID: String

    /// Makes a request.
    public init(sessionID: String) {
        self.sessionID = sessionID
    }
}

/// A session's credentials.
public struct Credentials: Codable, Sendable {
    /// The session.
    public var sessionID: String
    /// The service's user.
    public var userID: String
    /// The service's organization.
    public var organizationID: String
    /// The token, sealed with the site's key, base64.
    public var sealedToken: String

    /// Makes a reply.
    public init(sessionID: String, userID: String, organizationID: String, sealedToken: String) {
        self.sessionID = sessionID
        self.userID = userID
        self.organizationID = organizationID
        self.sealedToken = sealedToken
    }
}
