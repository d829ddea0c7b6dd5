public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// Readings from a producer's outbox.
public struct SubmitRecords: Codable, Sendable {
    /// The readings, 64 at most.
    public var records: [Reading]
    /// True where a person says that typed values (`manual` readings) are right although they are very unusual; without
    /// it such a reading is `refused` with `unusualValue`.
    public var unusual: Bool?
    /// The furthest `mark` that the sender was told: an older copy of the session manager's database is found out by it, and
    /// takes nothing over.
    public var seenMark: String?

    /// Makes a request.
    public init(records: [Reading], unusual: Bool? = nil, seenMark: String? = nil) {
        self.records = records
        self.seenMark = seenMark
        self.unusual = unusual
    }
}

/// What became of each reading.
public struct SubmittedRecords: Codable, Sendable, Hashable {
    /// What became of a submitted reading.
    public struct Outcome: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It is a person's record in the queue.
        public static let accepted = Self(rawValue: "accepted")
        /// It was known, and nothing changed.
        public static let repeated = Self(rawValue: "repeat")
        /// It waits for a person.
        public static let held = Self(rawValue: "held")
        /// Its session has ended.
        public static let unsynced = Self(rawValue: "unsynced")
        /// It is the default user's.
        public static let notStored = Self(rawValue: "notStored")
        /// It is not taken.
        public static let refused = Self(rawValue: "refused")

        /// The words of this version.
        public static let known: [Self] = [.accepted, .repeated, .held, .unsynced, .notStored, .refused]
    }

    /// One reading's fate.
    public struct Result: Codable, Sendable, Hashable {
        /// The reading.
        public var readingKey: ReadingKey
        /// Its revision.
        public var revision: Int
        /// What became of it.
        public var outcome: Outcome
        /// Its record, once a person is decided.
        public var logID: LogID?
        /// Whose it is, once a person is decided.
        @CheckedID public var seat: String?
        /// Why it is held.
        public var reason: HeldReason?
        /// Whose the device is by its assignment, where that speaks against the seat that was asked for.
        public var assignedSeat: String?
        /// Why it was refused.
        public var error: WireFault?
        /// The newest revision that came of the reading, where it is newer than this one, which is a `repeat` then.
        ///
        /// A producer that has not made it was set back, and its next change has to be newer still.
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

    /// In the order of the request.
    public var results: [Result]
    /// How far the session manager's database has come, as text; producers keep the furthest and name it when they submit
    /// (`seenMark`).
    public var mark: String?
    /// How far the last backup of that database reaches, as the third number of `mark`; absent if there was no backup yet.
    ///
    /// It is 0 after a restore, until the next backup. Producers keep the readings that were taken over since. They offer them
    /// again to a database whose `mark` has another first or fourth part: the backup that was restored does not have them.
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
    /// Only this seat's; for held readings those that were made for it, or by a device that is or was assigned to it.
    @CheckedID public var seat: String?
    /// Only this session's, where the list is of records.
    @CheckedID public var sessionID: String?
    /// Only this device's, where the list is of devices or held readings.
    public var device: DeviceID?
    /// The page from 1, 1 when absent; pages end with 32 elements or with what fits a message.
    public var page: Int?
    /// The snapshot that page 1 of this list of records opened, so that the page is as it was then; without one it is as it
    /// is now.
    public var snapshot: String?
    /// True for page 1 as it is now, of a list of records that is not read on: no snapshot is opened.
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
        /// Where a record stands.
        public struct State: ContractWord {
            /// The word on the wire.
            public let rawValue: String

            /// Carries a word, known or not.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// It waits.
            public static let pending = Self(rawValue: "pending")
            /// A worker has it.
            public static let leased = Self(rawValue: "leased")
            /// The server refused it.
            public static let rejected = Self(rawValue: "rejected")
            /// It was not at the server when its session ended.
            public static let unsynced = Self(rawValue: "unsynced")
            /// It is unsynced, and may be at the server.
            public static let unknown = Self(rawValue: "unknown")

            /// The words of this version.
            public static let known: [Self] = [.pending, .leased, .rejected, .unsynced, .unknown]
        }

        /// The record.
        public var record: VitalRecord
        /// Its state.
        public var state: State
        /// How often it was tried.
        public var attempts: Int
        /// What went wrong last; where it waits, why it waits.
        public var error: WireFault?
        /// The destination that this is about: a record stands here once for each; absent from older senders.
        public var destination: CloudAPI?
        /// Until when it waits before it is tried again, or its worker has it at most; absent where it is due, where nothing more
        /// is tried, and from older senders.
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
    /// How many there are.
    public var pages: Int
    /// The records.
    public var records: [Entry]
    /// The snapshot that the other pages are asked for with; absent where there is one page only, and on a live page.
    ///
    /// It closes after a minute unused or five minutes in all, when newer ones need its place, and when a seat is erased:
    /// `snapshotExpired` then.
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
        /// Whose the device is by its assignment, where that speaks against the seat that was asked for.
        public var assignedSeat: String?
        /// The display's picture, for `heldPicture`; absent where there is none.
        public var picture: PictureReference?
        /// True where what is saved of the reading cannot be read: it has no values here, and can only be discarded.
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
