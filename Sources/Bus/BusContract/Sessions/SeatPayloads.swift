public import FoundationEssentials

/// Asks for a page of the site's seats.
public struct SeatsRequest: Codable, Sendable, Hashable {
    /// The page from 1, 1 when absent; pages end with 50 elements.
    public var page: Int?

    /// Makes a request.
    public init(page: Int? = nil) {
        self.page = page
    }
}

/// Says that a person asks a hub to measure or pair for a seat, just before that hub is asked.
public struct ExpectReadings: Codable, Sendable, Hashable {
    /// The hub that is going to be asked.
    @CheckedID public var hub: String
    /// The seat that it measures for.
    @CheckedID public var seat: String

    /// Makes a request.
    public init(hub: String, seat: String) { (self.hub, self.seat) = (hub, seat) }
}

/// What a hub may bring, and which device it may assign, by a person's word.
public struct ReadingsExpected: Codable, Sendable, Hashable {
    /// The hub.
    @CheckedID public var hub: String
    /// The seat.
    @CheckedID public var seat: String
    /// What is asked for until then is taken as this person's word; absent for a hub of the server itself, which needs none.
    public var until: Date?

    /// Makes a reply.
    public init(hub: String, seat: String, until: Date? = nil) {
        (self.hub, self.seat, self.until) = (hub, seat, until)
    }
}

/// A page of the site's seats, in alphabetical order.
public struct SeatPage: Codable, Sendable, Hashable {
    /// One seat, and what stands there.
    public struct Entry: Codable, Sendable, Hashable {
        /// The seat.
        @CheckedID public var seat: String
        /// Whether the site's configuration lists it; one that it does not list is known by what is here of it.
        public var configured: Bool
        /// The session that it has now.
        public var session: SessionView?
        /// When its last record was measured that was not taken back.
        public var lastMeasuredAt: Date?
        /// Records that wait or are on their way.
        public var waiting: Int
        /// Records of ended sessions that are not at the server for certain.
        public var unsynced: Int
        /// Records that the server refused.
        public var rejected: Int
        /// Held readings that were made for it, or by a device that is or was assigned to it.
        public var held: Int
        /// Devices that are assigned to it now.
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
    /// How many there are.
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
        /// How many of its records are not at the server for certain.
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
    /// How many there are.
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
