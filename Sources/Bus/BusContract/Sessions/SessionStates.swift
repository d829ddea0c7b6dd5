public import FoundationEssentials

/// A seat's session, without confidential facts.
public struct SessionState: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// Whether the seat has a session.
    public var active: Bool
    /// The session; null if there is none.
    @ExplicitNull public var sessionID: String?
    /// When it began.
    public var startedAt: Date?
    /// Whether the server accepted its credentials; refused credentials end the session.
    public var validated: SessionValidity?
    /// Whether it is the default user's.
    public var defaultUser: Bool
    /// A number that changes with the session's subscriptions, which `subscriptions` returns.
    public var subscriptionsRevision: Int?
    /// Why the seat's last session ended; absent without an ended session.
    public var endReason: SessionEndReason?
    /// The number of records in the seat's ended sessions that are not certain to be at the server; absent if none.
    public var unsyncedRecords: Int?
    /// Further destinations of the running session that refused its person or credentials; absent if none did.
    public var endedDestinations: [CloudAPI]?

    /// Makes a state.
    public init(
        seat: String,
        active: Bool,
        sessionID: String?,
        startedAt: Date?,
        validated: SessionValidity?,
        defaultUser: Bool,
        subscriptionsRevision: Int? = nil,
        endReason: SessionEndReason? = nil,
        unsyncedRecords: Int? = nil,
        endedDestinations: [CloudAPI]? = nil
    ) {
        self.endedDestinations = endedDestinations
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
    /// The method of sealing.
    public struct Algorithm: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// RFC 9180, base mode, suites 0x0020, 0x0001, 0x0003.
        public static let hpke = Self(rawValue: "hpke-base-x25519-hkdf-sha256-chacha20poly1305")

        /// The values that this version knows.
        public static let known: [Self] = [.hpke]
    }

    /// The method.
    public var algorithm: Algorithm
    /// The key's name: the first 16 hexadecimal digits of the SHA-256 of its 32 bytes.
    public var kid: String
    /// The X25519 public key, 32 bytes, base64.
    public var publicKey: String

    /// Makes a state.
    public init(algorithm: Algorithm, kid: String, publicKey: String) {
        self.algorithm = algorithm
        self.kid = kid
        self.publicKey = publicKey
    }
}

/// The queue's depths.
public struct QueueState: Codable, Sendable, Hashable {
    /// The waiting deliveries of one seat's session.
    public struct Waiting: Codable, Sendable, Hashable {
        /// The seat.
        @CheckedID public var seat: String
        /// The interface that receives them.
        public var apiVersion: CloudAPI
        /// The number of records and images that wait or are with a worker.
        public var count: Int
        /// How many of them are history, which is sent when the destination's limit has room.
        public var history: Int
        /// Since when the oldest has been waiting.
        public var since: Date
        /// The last error of the oldest, a code such as `http503`; absent if there was none.
        public var error: String?
        /// When the next attempt of the oldest is due, or when its worker's lease ends; absent if it is due now, and
        /// from older senders.
        public var until: Date?

        /// Makes an entry.
        public init(
            seat: String,
            apiVersion: CloudAPI,
            count: Int,
            history: Int,
            since: Date,
            error: String? = nil,
            until: Date? = nil
        ) {
            self.until = until
            self.seat = seat
            self.apiVersion = apiVersion
            self.count = count
            self.history = history
            self.since = since
            self.error = error
        }
    }

    /// The number of waiting records.
    public var pending: Int
    /// The number of records with a worker.
    public var leased: Int
    /// The number of readings without an owner.
    public var held: Int
    /// The number of records that the server refused; kept for `records.keep`, at least 30 days.
    public var rejected: Int
    /// The age of the oldest waiting record, in seconds.
    public var oldestSeconds: Int?
    /// Why deliveries are paused, in plain words; null if they are not.
    @ExplicitNull public var paused: String?
    /// The number of images that wait for their record or for delivery.
    public var images: Int?
    /// The waiting deliveries by seat, the oldest first, at most 16; absent from older senders.
    public var waiting: [Waiting]?
    /// The number of records that were refused within the last day; absent if none, and from older senders.
    public var rejectedLately: Int?
    /// Why the last of them was refused, a code such as `http422`.
    public var rejectedError: String?

    /// Makes a state.
    public init(
        pending: Int,
        leased: Int,
        held: Int,
        rejected: Int,
        oldestSeconds: Int?,
        paused: String?,
        images: Int? = nil,
        waiting: [Waiting]? = nil,
        rejectedLately: Int? = nil,
        rejectedError: String? = nil
    ) {
        self.rejectedLately = rejectedLately
        self.rejectedError = rejectedError
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
