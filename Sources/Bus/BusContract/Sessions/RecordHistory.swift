public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// Asks for a page of a seat's records, delivered and waiting.
public struct RecordHistoryRequest: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// Only what was measured then or later.
    public var from: Date?
    /// Only what was measured before.
    public var to: Date?
    /// Only records that have a value of one of these, 32 at most; all when absent or empty.
    public var metrics: [String]?
    /// The page from 1, 1 when absent; pages end with 32 elements or with what fits a message.
    public var page: Int?
    /// The snapshot that page 1 of this list opened, so that the page is as it was then; without one it is as it is now.
    public var snapshot: String?
    /// True for page 1 as it is now, of a list that is not read on: no snapshot is opened.
    public var live: Bool?
    /// Whose records, by the seat's running session; `present` when absent.
    public var whose: RecordHistory.Whose?
    /// Only this user's, whoever has the seat now; `whose` is absent or `everybody` then.
    public var userID: String?
    /// True for the newest record of each metric since `from`, in place of pages; 64 at most, deleted ones are none, and `metrics`
    /// and `page` are absent.
    public var newest: Bool?

    /// Makes a request.
    public init(
        seat: String,
        from: Date? = nil,
        to: Date? = nil,
        metrics: [String]? = nil,
        page: Int? = nil,
        snapshot: String? = nil,
        live: Bool? = nil,
        whose: RecordHistory.Whose? = nil,
        userID: String? = nil,
        newest: Bool? = nil
    ) {
        self.newest = newest
        self.whose = whose
        self.userID = userID
        self.seat = seat
        self.from = from
        self.to = to
        self.metrics = metrics
        self.page = page
        self.snapshot = snapshot
        self.live = live
    }
}

/// A page of a seat's records, the one that was measured last first.
public struct RecordHistory: Codable, Sendable, Hashable {
    /// Whose records a history has.
    public struct Whose: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Those of the person of the seat's running session; none without a session.
        public static let present = Self(rawValue: "present")
        /// Those of all others: of whom the seat had before.
        public static let before = Self(rawValue: "before")
        /// Those of all who have had the seat.
        public static let everybody = Self(rawValue: "everybody")

        /// The words of this version.
        public static let known: [Self] = [.present, .before, .everybody]
    }

    /// One record, and what became of it.
    public struct Entry: Codable, Sendable, Hashable {
        /// Where a record stands.
        public struct State: ContractWord {
            /// The word on the wire.
            public let rawValue: String

            /// Carries a word, known or not.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// It is not at the server yet.
            public static let waiting = Self(rawValue: "waiting")
            /// The server has it.
            public static let submitted = Self(rawValue: "submitted")
            /// It was refused for good.
            public static let failed = Self(rawValue: "failed")
            /// It was not at the server when its session ended.
            public static let unsynced = Self(rawValue: "unsynced")
            /// It is unsynced, and may be at the server.
            public static let unknown = Self(rawValue: "unknown")
            /// It is deleted.
            public static let deleted = Self(rawValue: "deleted")

            /// The words of this version.
            public static let known: [Self] = [.waiting, .submitted, .failed, .unsynced, .unknown, .deleted]
        }

        /// What became of a record at a further destination of its session.
        public struct Elsewhere: Codable, Sendable, Hashable {
            /// The destination.
            public var destination: CloudAPI
            /// The record's state there.
            public var state: State
            /// Since when it is so.
            public var since: Date
            /// The destination's id of it, where one is known.
            public var serverID: String?
            /// Why it failed.
            public var error: WireFault?

            /// Says what became of it.
            public init(
                destination: CloudAPI,
                state: State,
                since: Date,
                serverID: String? = nil,
                error: WireFault? = nil
            ) {
                self.destination = destination
                self.state = state
                self.since = since
                self.serverID = serverID
                self.error = error
            }
        }

        /// The record with its values; without them once it is deleted.
        public var record: VitalRecord
        /// Its state at the first destination of its session.
        public var state: State
        /// Since when it is so: of a submitted one, when the server took it.
        public var since: Date
        /// The server's id of it, where one is known.
        public var serverID: String?
        /// Why it failed.
        public var error: WireFault?
        /// True where what waits or failed is the record's deletion: it is still at the server.
        public var deletes: Bool?
        /// What became of it at further destinations of its session; absent where there are none.
        public var elsewhere: [Elsewhere]?
        /// Whose it is: the user of its session; absent from older senders.
        public var userID: String?
        /// The metrics that the destination has no place for: their values are not submitted; absent where there are none.
        public var leftOut: [MetricName]?

        /// Makes an entry.
        public init(
            record: VitalRecord,
            state: State,
            since: Date,
            serverID: String? = nil,
            error: WireFault? = nil,
            deletes: Bool? = nil,
            elsewhere: [Elsewhere]? = nil,
            userID: String? = nil,
            leftOut: [MetricName]? = nil
        ) {
            self.leftOut = leftOut
            self.elsewhere = elsewhere
            self.userID = userID
            self.record = record
            self.state = state
            self.since = since
            self.serverID = serverID
            self.error = error
            self.deletes = deletes
        }
    }

    /// The seat.
    @CheckedID public var seat: String
    /// The page, from 1.
    public var page: Int
    /// How many there are.
    public var pages: Int
    /// How many records there are on all pages.
    public var total: Int
    /// The records.
    public var records: [Entry]
    /// The snapshot that the other pages are asked for with, as that of a list of records.
    public var snapshot: String?
    /// Who has the seat now; absent without a session, and from older senders.
    public var present: Present?

    /// Who has a seat now.
    public struct Present: Codable, Sendable, Hashable {
        /// The user of its running session.
        public var userID: String
        /// Since when, over all sessions of this person without another's between.
        public var since: Date

        /// Names a person.
        public init(userID: String, since: Date) {
            self.userID = userID
            self.since = since
        }
    }

    /// Whether others than the present person have records here, which `before` lists; absent from older senders.
    public var hasBefore: Bool?

    /// Makes a page.
    public init(
        seat: String,
        page: Int,
        pages: Int,
        total: Int,
        records: [Entry],
        snapshot: String? = nil,
        present: Present? = nil,
        hasBefore: Bool? = nil
    ) {
        self.present = present
        self.hasBefore = hasBefore
        self.seat = seat
        self.page = page
        self.pages = pages
        self.total = total
        self.records = records
        self.snapshot = snapshot
    }
}
