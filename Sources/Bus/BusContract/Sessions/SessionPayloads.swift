public import FoundationEssentials
public import VitalRecords

/// An access token that is sealed for a site's public key by HPKE (RFC 9180, base mode).
public struct HPKEToken: Codable, Sendable, Hashable {
    /// Which public key it is sealed for: `kid` of `state/sealing`.
    public var kid: String
    /// The encapsulated key, 32 bytes, base64.
    public var enc: String
    /// The sealed token, 16 bytes longer than the token, base64.
    public var ciphertext: String

    /// Makes a sealed token.
    public init(kid: String, enc: String, ciphertext: String) {
        self.kid = kid
        self.enc = enc
        self.ciphertext = ciphertext
    }
}

/// Starts a session; the token is sealed with the site's key, or for its public one.
public struct StartSession: Codable, Sendable {
    /// The seat.
    @CheckedID public var seat: String
    /// The service's user.
    public var userID: String?
    /// The service's organization.
    public var organizationID: String?
    /// The access token, sealed with the site's key, base64; for who has that key.
    public var sealedToken: String?
    /// The access token, sealed for the site's public key, which `state/sealing` tells; in place of `sealedToken`.
    public var hpkeToken: HPKEToken?
    /// The access token in the open: always refused, with an error that says what to send in its place.
    public var accessToken: String?
    /// The first destination of its records; `inform` when absent.
    public var apiVersion: CloudAPI?
    /// Starts the default user's session, which delivers nothing.
    public var defaultUser: Bool?
    /// Starts without asking the server about the credentials first; they are checked afterwards.
    public var force: Bool?
    /// Where its records go besides, four at most, each destination once.
    public var destinations: [FurtherDestination]?
    /// Sessions of this seat at the destination `file`, 64 at most, whose records go to this session's first destination besides:
    /// those of a person who was measured here before an account was named.
    public var takes: [String]?

    /// Makes a request.
    public init(
        seat: String,
        userID: String? = nil,
        organizationID: String? = nil,
        sealedToken: String? = nil,
        hpkeToken: HPKEToken? = nil,
        accessToken: String? = nil,
        apiVersion: CloudAPI? = nil,
        defaultUser: Bool? = nil,
        force: Bool? = nil,
        destinations: [FurtherDestination]? = nil,
        takes: [String]? = nil
    ) {
        self.destinations = destinations
        self.takes = takes
        self.seat = seat
        self.userID = userID
        self.organizationID = organizationID
        self.sealedToken = sealedToken
        self.hpkeToken = hpkeToken
        self.accessToken = accessToken
        self.apiVersion = apiVersion
        self.defaultUser = defaultUser
        self.force = force
    }
}

/// Names a seat, or one of its sessions.
public struct SeatReference: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// The session that is meant; absent for the one that the seat has now.
    @CheckedID public var sessionID: String?

    /// Makes a reference.
    public init(seat: String, sessionID: String? = nil) {
        self.seat = seat
        self.sessionID = sessionID
    }
}

/// A session, without its secrets.
public struct SessionView: Codable, Sendable, Hashable {
    /// The session.
    @CheckedID public var sessionID: String
    /// The seat.
    @CheckedID public var seat: String
    /// The service's user.
    @ExplicitNull public var userID: String?
    /// The service's organization.
    @ExplicitNull public var organizationID: String?
    /// The first destination of its records.
    public var apiVersion: CloudAPI
    /// When it began.
    public var startedAt: Date
    /// Whether the server took its credentials; refused credentials end the session.
    public var validated: SessionValidity
    /// Whether it is the default user's.
    public var defaultUser: Bool
    /// The seat's configured units for values that a person types without one; only in the reply to `session`.
    public var units: [TypedUnit]?
    /// Where its records go besides, also those that have ended there; absent where nowhere.
    public var destinations: [SessionDestination]?

    /// Makes a view.
    public init(
        sessionID: String,
        seat: String,
        userID: String?,
        organizationID: String?,
        apiVersion: CloudAPI,
        startedAt: Date,
        validated: SessionValidity,
        defaultUser: Bool,
        units: [TypedUnit]? = nil,
        destinations: [SessionDestination]? = nil
    ) {
        self.destinations = destinations
        self.sessionID = sessionID
        self.seat = seat
        self.userID = userID
        self.organizationID = organizationID
        self.apiVersion = apiVersion
        self.startedAt = startedAt
        self.validated = validated
        self.defaultUser = defaultUser
        self.units = units
    }
}

/// What a number that a person typed without a unit is in.
public struct TypedUnit: Codable, Sendable, Hashable {
    /// The metric, as `blood_glucose`.
    public var metric: MetricName
    /// The unit in UCUM.
    public var unit: String

    /// Makes an entry.
    public init(metric: MetricName, unit: String) {
        self.metric = metric
        self.unit = unit
    }
}

/// What became of a seat's session and of what waits in it.
public struct SessionRetried: Codable, Sendable, Hashable {
    /// What the server says of credentials.
    public struct Validity: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It takes them.
        public static let yes = Self(rawValue: "yes")
        /// It refuses them: the session has ended.
        public static let no = Self(rawValue: "no")
        /// It is not reachable.
        public static let pending = Self(rawValue: "pending")

        /// The words of this version.
        public static let known: [Self] = [.yes, .no, .pending]
    }

    /// The seat.
    @CheckedID public var seat: String
    /// The session.
    @CheckedID public var sessionID: String
    /// What the server says of its credentials.
    public var validated: Validity
    /// Records that wait and are tried now.
    public var waiting: Int
    /// Records of the seat's ended sessions that are not at the server for certain.
    public var unsyncedRecords: Int

    /// Makes a reply.
    public init(seat: String, sessionID: String, validated: Validity, waiting: Int, unsyncedRecords: Int) {
        self.seat = seat
        self.sessionID = sessionID
        self.validated = validated
        self.waiting = waiting
        self.unsyncedRecords = unsyncedRecords
    }
}

/// Asks for a session's credentials.
public struct CredentialsRequest: Codable, Sendable, Hashable {
    /// The session.
    @CheckedID public var sessionID: String

    /// Makes a request.
    public init(sessionID: String) {
        self.sessionID = sessionID
    }
}

/// A session's credentials.
public struct Credentials: Codable, Sendable {
    /// The session.
    @CheckedID public var sessionID: String
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

/// What is known of a running session's credentials; refused ones end the session.
public struct SessionValidity: ContractWord {
    /// The word on the wire.
    public let rawValue: String

    /// Carries a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server took them.
    public static let yes = Self(rawValue: "yes")
    /// The server was not reachable yet.
    public static let pending = Self(rawValue: "pending")

    /// The words of this version.
    public static let known: [Self] = [.yes, .pending]
}
