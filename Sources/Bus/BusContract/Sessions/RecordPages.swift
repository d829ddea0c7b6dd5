public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// Readings from a producer's outbox.
public struct SubmitRecords: Codable, Sendable {
    /// The readings, at most 64.
    public var records: [Reading]
    /// Whether a person confirms that very unusual typed values (`manual` readings) are right.
    ///
    /// Without it such a reading is `refused` with `unusualValue`.
    public var unusual: Bool?
    /// The furthest `mark` that the sender has received.
    ///
    /// It reveals an older copy of the session manager's database, which then accepts nothing.
    public var seenMark: String?

    /// Makes a request.
    public init(records: [Reading], unusual: Bool? = nil, seenMark: String? = nil) {
        self.records = records
        self.seenMark = seenMark
        self.unusual = unusual
    }
}

/// What happened to each reading.
public struct SubmittedRecords: Codable, Sendable, Hashable {
    /// What happened to a submitted reading.
    public struct Outcome: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It is a person's record in the queue.
        public static let accepted = Self(rawValue: "accepted")
        /// It was already known, and nothing changed.
        public static let repeated = Self(rawValue: "repeat")
        /// It waits for a person's decision.
        public static let held = Self(rawValue: "held")
        /// Its session has ended.
        public static let unsynced = Self(rawValue: "unsynced")
        /// It is the default user's.
        public static let notStored = Self(rawValue: "notStored")
        /// It was not accepted.
        public static let refused = Self(rawValue: "refused")

        /// The values that this version knows.
        public static let known: [Self] = [.accepted, .repeated, .held, .unsynced, .notStored, .refused]
    }

    /// The decision about one reading.
    public struct Result: Codable, Sendable, Hashable {
        /// The reading.
        public var readingKey: ReadingKey
        /// Its revision.
        public var revision: Int
        /// What happened to it.
        public var outcome: Outcome
        /// Its record, once an owner is decided.
        public var logID: LogID?
        /// The seat, once an owner is decided.
        @CheckedID public var seat: String?
        /// Why it is held.
        public var reason: HeldReason?
        /// The seat that the device is assigned to, if that contradicts the requested seat.
        public var assignedSeat: String?
        /// Why it was refused.
        public var error: WireFault?
        /// The newest revision stored of the reading, if newer than this one, which is then a `repeat`.
        ///
        /// A producer that does not know that revision was restored from an older copy; its next change needs a higher
        /// number.
        public var knownRevision: Int?

        /// Makes a result.
        public init(
            readingKey: ReadingKey,
            revision: Int,
            outcome: Outcome,
            logID: LogID? = nil,
            seat: String? = nil,
            reason: HeldReason? = nil,
            assignedSeat: String? = nil,
            error: WireFault? = nil,
            knownRevision: Int? = nil
        ) {
            self.knownRevision = knownRevision
            self.readingKey = readingKey
            self.revision = revision
            self.outcome = outcome
            self.logID = logID
            self.seat = seat
            self.reason = reason
            self.assignedSeat = assignedSeat
            self.error = error
        }
    }

    /// The decisions, in the order of the request.
    public var results: [Result]
    /// The position of the session manager's database, as text; producers keep the furthest one and send it with their
    /// submissions (`seenMark`).
    public var mark: String?
    /// The position of that database's last backup, as the third number of `mark`; absent if there was no backup yet.
    ///
    /// It is 0 after a restore, until the next backup. Producers keep the readings that were accepted after this
    /// position. They offer them again to a database whose `mark` has another first or fourth part, because a restored
    /// backup lacks them.
    public var backedUpTo: Int64?

    /// Makes a reply.
    public init(results: [Result], mark: String? = nil, backedUpTo: Int64? = nil) {
        self.results = results
        self.mark = mark
        self.backedUpTo = backedUpTo
    }
}

/// Asks for a page of a list.
public struct PageRequest: Codable, Sendable, Hashable {
    /// Only this seat's; for held readings also those of a device that is or was assigned to it.
    @CheckedID public var seat: String?
    /// Only this session's, for lists of records.
    @CheckedID public var sessionID: String?
    /// Only this device's, for lists of devices or held readings.
    public var device: DeviceID?
    /// The page, from 1; 1 when absent.
    ///
    /// Pages end after 32 elements, or when the message is full.
    public var page: Int?
    /// The snapshot that page 1 of this list of records opened; without one, the page shows the present state.
    public var snapshot: String?
    /// Whether this request is for page 1 only of a list of records: no snapshot is opened.
    public var live: Bool?

    /// Makes a request.
    public init(
        seat: String? = nil,
        sessionID: String? = nil,
        device: DeviceID? = nil,
        page: Int? = nil,
        snapshot: String? = nil,
        live: Bool? = nil
    ) {
        self.seat = seat
        self.sessionID = sessionID
        self.device = device
        self.page = page
        self.snapshot = snapshot
        self.live = live
    }
}

/// A page of records.
public struct RecordPage: Codable, Sendable, Hashable {
    /// One record and its state.
    public struct Entry: Codable, Sendable, Hashable {
        /// The state of a record.
        public struct State: ContractWord {
            /// The value on the wire.
            public let rawValue: String

            /// Wraps a value, known or unknown.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// It waits.
            public static let pending = Self(rawValue: "pending")
            /// A worker has it.
            public static let leased = Self(rawValue: "leased")
            /// The server refused it.
            public static let rejected = Self(rawValue: "rejected")
            /// It was not at the server when its session ended.
            public static let unsynced = Self(rawValue: "unsynced")
            /// It was not delivered for certain, but may be at the server.
            public static let unknown = Self(rawValue: "unknown")

            /// The values that this version knows.
            public static let known: [Self] = [.pending, .leased, .rejected, .unsynced, .unknown]
        }

        /// The record.
        public var record: VitalRecord
        /// Its state.
        public var state: State
        /// The number of attempts.
        public var attempts: Int
        /// The last error; for a waiting record, why it waits.
        public var error: WireFault?
        /// The destination of this entry: a record has one entry for each.
        ///
        /// Absent from older senders.
        public var destination: CloudAPI?
        /// When the next attempt is due, or when its worker's lease ends; absent if it is due now, if no attempt
        /// follows, and from older senders.
        public var until: Date?

        /// Makes an entry.
        public init(
            record: VitalRecord,
            state: State,
            attempts: Int,
            error: WireFault?,
            destination: CloudAPI? = nil,
            until: Date? = nil
        ) {
            self.until = until
            self.destination = destination
            self.record = record
            self.state = state
            self.attempts = attempts
            self.error = error
        }
    }

    /// The page, from 1.
    public var page: Int
    /// The total number of pages.
    public var pages: Int
    /// The records.
    public var records: [Entry]
    /// The snapshot for requesting the other pages; absent if there is only one page, and on a page of the present
    /// state.
    ///
    /// It closes after a minute without use or after five minutes, when newer snapshots need its place, and when a seat
    /// is erased. Requests for it then fail with `snapshotExpired`.
    public var snapshot: String?

    /// Makes a page.
    public init(page: Int, pages: Int, records: [Entry], snapshot: String? = nil) {
        self.page = page
        self.pages = pages
        self.records = records
        self.snapshot = snapshot
    }
}

/// Readings without an owner.
public struct HeldPage: Codable, Sendable, Hashable {
    /// One reading and why it waits.
    public struct Entry: Codable, Sendable, Hashable {
        /// The reading.
        public var reading: Reading
        /// Why it is held.
        public var reason: HeldReason
        /// The seat that the device is assigned to, if that contradicts the requested seat.
        public var assignedSeat: String?
        /// The display's picture, for `heldPicture`; absent if there is none.
        public var picture: PictureReference?
        /// Whether the stored reading cannot be decoded: it then has no values here, and can only be discarded.
        public var isUnreadable: Bool?

        /// Makes an entry.
        public init(
            reading: Reading,
            reason: HeldReason,
            assignedSeat: String? = nil,
            picture: PictureReference? = nil,
            isUnreadable: Bool? = nil
        ) {
            self.isUnreadable = isUnreadable
            self.reading = reading
            self.reason = reason
            self.assignedSeat = assignedSeat
            self.picture = picture
        }
    }

    /// The page, from 1.
    public var page: Int
    /// The total number of pages.
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
