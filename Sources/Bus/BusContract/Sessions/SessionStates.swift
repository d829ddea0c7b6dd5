public import FoundationEssentials

/// A seat's session, as everybody may see it.
public struct SessionState: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// Whether there is a session.
    public var active: Bool
    /// The session, null when there is none.
    @ExplicitNull public var sessionID: String?
    /// When it began.
    public var startedAt: Date?
    /// Whether the server took its credentials; refused credentials end the session.
    public var validated: SessionValidity?
    /// Whether it is the default user's.
    public var defaultUser: Bool
    /// Another number with each change of the session's subscriptions, which `subscriptions` tells.
    public var subscriptionsRevision: Int?
    /// Why the seat's last session ended, where one has.
    public var endReason: SessionEndReason?
    /// How many records of the seat's ended sessions are not at the server for certain; absent where none is.
    public var unsyncedRecords: Int?
    /// Further destinations of the running session that have refused its person or credentials; absent where none has.
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
    /// How tokens are sealed.
    public struct Algorithm: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// RFC 9180, base mode, suites 0x0020, 0x0001, 0x0003.
        public static let hpke = Self(rawValue: "hpke-base-x25519-hkdf-sha256-chacha20poly1305")

        /// The words of this version.
        public static let known: [Self] = [.hpke]
    }

    /// How they are sealed.
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
    /// What waits in one seat's session.
    public struct Waiting: Codable, Sendable, Hashable {
        /// The seat.
        @CheckedID public var seat: String
        /// The interface that takes its records.
        public var apiVersion: CloudAPI
        /// How many records and images wait or are with a worker.
        public var count: Int
        /// How many of them are history, which goes as the destination's limit leaves room.
        public var history: Int
        /// Since when the oldest waits.
        public var since: Date
        /// What went wrong last with the oldest, a code as `http503`; absent where nothing did.
        public var error: String?
        /// Until when the oldest waits before it is tried again, or its worker has it at most; absent where it is due, and from
        /// older senders.
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
    /// How many of the rejected records were refused within the last day; absent for none, and from older senders.
    public var rejectedLately: Int?
    /// Why the last of them was refused, a code as `http422`.
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
