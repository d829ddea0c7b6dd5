public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// Asks for a page of a seat's records, delivered and waiting.
public struct RecordHistoryRequest: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// Only measurements from this time on.
    public var from: Date?
    /// Only measurements before this time.
    public var to: Date?
    /// Only records with a value of one of these metrics, at most 32; all when absent or empty.
    public var metrics: [String]?
    /// The page, from 1; 1 when absent.
    ///
    /// Pages end after 32 elements, or when the message is full.
    public var page: Int?
    /// The snapshot that page 1 of this list opened; without one, the page shows the present state.
    public var snapshot: String?
    /// Whether this request is for page 1 only: no snapshot is opened.
    public var live: Bool?
    /// The persons to include, by the seat's running session; `present` when absent.
    public var whose: RecordHistory.Whose?
    /// Only this user's records, whoever has the seat now; `whose` is then absent or `everybody`.
    public var userID: String?
    /// Whether to return the newest record of each metric since `from` instead of pages: at most 64, without deleted
    /// records.
    ///
    /// `metrics` and `page` are then absent.
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

/// A page of a seat's records, the latest measurement first.
public struct RecordHistory: Codable, Sendable, Hashable {
    /// Which persons' records a history includes.
    public struct Whose: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Those of the person in the seat's running session; empty without a session.
        public static let present = Self(rawValue: "present")
        /// Those of earlier persons.
        public static let before = Self(rawValue: "before")
        /// Those of every person who has had the seat.
        public static let everybody = Self(rawValue: "everybody")

        /// The values that this version knows.
        public static let known: [Self] = [.present, .before, .everybody]
    }

    /// One record and its state.
    public struct Entry: Codable, Sendable, Hashable {
        /// The state of a record.
        public struct State: ContractWord {
            /// The value on the wire.
            public let rawValue: String

            /// Wraps a value, known or unknown.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// It is not at the server yet.
            public static let waiting = Self(rawValue: "waiting")
            /// The server has it.
            public static let submitted = Self(rawValue: "submitted")
            /// It was refused for good.
            public static let failed = Self(rawValue: "failed")
            /// It was not at the server when its session ended.
            public static let unsynced = Self(rawValue: "unsynced")
            /// It was not delivered for certain, but may be at the server.
            public static let unknown = Self(rawValue: "unknown")
            /// It is deleted.
            public static let deleted = Self(rawValue: "deleted")

            /// The values that this version knows.
            public static let known: [Self] = [.waiting, .submitted, .failed, .unsynced, .unknown, .deleted]
        }

        /// The state of a record at a further destination of its session.
        public struct Elsewhere: Codable, Sendable, Hashable {
            /// The destination.
            public var destination: CloudAPI
            /// The record's state there.
            public var state: State
            /// Since when the state applies.
            public var since: Date
            /// The destination's id of the record, if known.
            public var serverID: String?
            /// Why it failed.
            public var error: WireFault?

            /// Makes the state.
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

        /// The record with its values; a deleted record has none.
        public var record: VitalRecord
        /// Its state at the first destination of its session.
        public var state: State
        /// Since when the state applies; for a submitted record, when the server accepted it.
        public var since: Date
        /// The server's id of the record, if known.
        public var serverID: String?
        /// Why it failed.
        public var error: WireFault?
        /// Whether the waiting or failed step is the record's deletion: the record is then still at the server.
        public var deletes: Bool?
        /// Its state at further destinations of its session; absent if there are none.
        public var elsewhere: [Elsewhere]?
        /// The user of its session; absent from older senders.
        public var userID: String?
        /// The metrics that the destination cannot store: their values are not submitted.
        ///
        /// Absent if there are none.
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
    /// The total number of pages.
    public var pages: Int
    /// The total number of records.
    public var total: Int
    /// The records.
    public var records: [Entry]
    /// The snapshot for requesting the other pages.
    public var snapshot: String?
    /// The person who has the seat now; absent without a session, and from older senders.
    public var present: Present?

    /// The person who has a seat now.
    public struct Present: Codable, Sendable, Hashable {
        /// The user of its running session.
        public var userID: String
        /// Since when, over consecutive sessions of this person.
        public var since: Date

        /// Names a person.
        public init(userID: String, since: Date) {
            self.userID = userID
            self.since = since
        }
    }

    /// Whether earlier persons have records here, which `before` lists; absent from older senders.
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
