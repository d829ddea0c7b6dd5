public import FoundationEssentials

/// Asks for a page of the site's seats.
public struct SeatsRequest: Codable, Sendable, Hashable {
    /// The page, from 1; 1 when absent.
    ///
    /// Pages end after 50 elements.
    public var page: Int?

    /// Makes a request.
    public init(page: Int? = nil) {
        self.page = page
    }
}

/// Announces that a person will ask a hub to measure or pair for a seat; sent just before the hub is asked.
public struct ExpectReadings: Codable, Sendable, Hashable {
    /// The hub that will be asked.
    @CheckedID public var hub: String
    /// The seat for which it measures.
    @CheckedID public var seat: String

    /// Makes a request.
    public init(hub: String, seat: String) { (self.hub, self.seat) = (hub, seat) }
}

/// What a hub may submit and assign because a person asked for it.
public struct ReadingsExpected: Codable, Sendable, Hashable {
    /// The hub.
    @CheckedID public var hub: String
    /// The seat.
    @CheckedID public var seat: String
    /// When the permission ends; absent for a hub on the server itself, which needs none.
    public var until: Date?

    /// Makes a reply.
    public init(hub: String, seat: String, until: Date? = nil) {
        (self.hub, self.seat, self.until) = (hub, seat, until)
    }
}

/// A page of the site's seats, in alphabetical order.
public struct SeatPage: Codable, Sendable, Hashable {
    /// One seat and its present state.
    public struct Entry: Codable, Sendable, Hashable {
        /// The seat.
        @CheckedID public var seat: String
        /// Whether the site's configuration lists it.
        ///
        /// Other seats are known from stored data only.
        public var configured: Bool
        /// Its present session.
        public var session: SessionView?
        /// When its last record was measured, without deleted records.
        public var lastMeasuredAt: Date?
        /// The number of records that wait or are being delivered.
        public var waiting: Int
        /// The number of records in ended sessions that are not certain to be at the server.
        public var unsynced: Int
        /// The number of records that the server refused.
        public var rejected: Int
        /// The number of held readings that were made for it, or by a device that is or was assigned to it.
        public var held: Int
        /// The number of devices that are assigned to it now.
        public var devices: Int

        /// Makes an entry.
        public init(
            seat: String,
            configured: Bool,
            session: SessionView? = nil,
            lastMeasuredAt: Date? = nil,
            waiting: Int,
            unsynced: Int,
            rejected: Int,
            held: Int,
            devices: Int
        ) {
            self.seat = seat
            self.configured = configured
            self.session = session
            self.lastMeasuredAt = lastMeasuredAt
            self.waiting = waiting
            self.unsynced = unsynced
            self.rejected = rejected
            self.held = held
            self.devices = devices
        }
    }

    /// The page, from 1.
    public var page: Int
    /// The total number of pages.
    public var pages: Int
    /// The seats.
    public var seats: [Entry]

    /// Makes a page.
    public init(page: Int, pages: Int, seats: [Entry]) {
        self.page = page
        self.pages = pages
        self.seats = seats
    }
}

/// A page of sessions, running and ended, the newest first.
public struct SessionPage: Codable, Sendable, Hashable {
    /// One session, and how it ended.
    public struct Entry: Codable, Sendable, Hashable {
        /// The session.
        public var session: SessionView
        /// When it ended; absent while it runs.
        public var endedAt: Date?
        /// Why it ended.
        public var reason: SessionEndReason?
        /// The number of its records that are not certain to be at the server.
        public var open: Int

        /// Makes an entry.
        public init(session: SessionView, endedAt: Date? = nil, reason: SessionEndReason? = nil, open: Int) {
            self.session = session
            self.endedAt = endedAt
            self.reason = reason
            self.open = open
        }
    }

    /// The page, from 1.
    public var page: Int
    /// The total number of pages.
    public var pages: Int
    /// The sessions.
    public var sessions: [Entry]

    /// Makes a page.
    public init(page: Int, pages: Int, sessions: [Entry]) {
        self.page = page
        self.pages = pages
        self.sessions = sessions
    }
}
