public import FoundationEssentials
public import VitalRecords

/// An access token, sealed for a site's public key by HPKE (RFC 9180, base mode).
public struct HPKEToken: Codable, Sendable, Hashable {
    /// The name of the public key: `kid` of `state/sealing`.
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

/// Starts a session; the token is sealed with the site's key or for its public key.
public struct StartSession: Codable, Sendable {
    /// The seat.
    @CheckedID public var seat: String
    /// The service's user.
    public var userID: String?
    /// The service's organization.
    public var organizationID: String?
    /// The access token, sealed with the site's key, base64; for callers that have this key.
    public var sealedToken: String?
    /// The access token, sealed for the site's public key from `state/sealing`; replaces `sealedToken`.
    public var hpkeToken: HPKEToken?
    /// The access token in plain text: always refused, with an error that names the right field.
    public var accessToken: String?
    /// The first destination of its records; `inform` when absent.
    public var apiVersion: CloudAPI?
    /// Whether to start the default user's session, which delivers nothing.
    public var defaultUser: Bool?
    /// Whether to start before the server has checked the credentials; they are checked afterwards.
    public var force: Bool?
    /// Further destinations of its records, at most four, each once.
    public var destinations: [FurtherDestination]?
    /// Earlier sessions of this seat at the destination `file`, at most 64, whose records also go to this session's
    /// first destination.
    ///
    /// For a person who was measured before an account existed.
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
    /// The session; the seat's present one when absent.
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
    /// Whether the server accepted its credentials; refused credentials end the session.
    public var validated: SessionValidity
    /// Whether it is the default user's.
    public var defaultUser: Bool
    /// The seat's configured units for values that a person types without a unit; only in the replies to `session` and
    /// `seats`.
    public var units: [TypedUnit]?
    /// Further destinations, including those that have ended; absent if there are none.
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

/// The unit of a number that a person types without one.
public struct TypedUnit: Codable, Sendable, Hashable {
    /// The metric, such as `blood_glucose`.
    public var metric: MetricName
    /// The unit in UCUM.
    public var unit: String

    /// Makes an entry.
    public init(metric: MetricName, unit: String) {
        self.metric = metric
        self.unit = unit
    }
}

/// The state of a seat's session after a check, with its waiting records.
public struct SessionRetried: Codable, Sendable, Hashable {
    /// The server's answer about credentials.
    public struct Validity: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The credentials are valid.
        public static let yes = Self(rawValue: "yes")
        /// The server refuses them; the session has ended.
        public static let no = Self(rawValue: "no")
        /// The server did not answer.
        public static let pending = Self(rawValue: "pending")

        /// The values that this version knows.
        public static let known: [Self] = [.yes, .no, .pending]
    }

    /// The seat.
    @CheckedID public var seat: String
    /// The session.
    @CheckedID public var sessionID: String
    /// The server's answer about its credentials.
    public var validated: Validity
    /// The number of waiting records that are retried now.
    public var waiting: Int
    /// The number of records in the seat's ended sessions that are not certain to be at the server.
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

/// The state of a running session's credentials; refused ones end the session.
public struct SessionValidity: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server accepted them.
    public static let yes = Self(rawValue: "yes")
    /// The server has not answered yet.
    public static let pending = Self(rawValue: "pending")

    /// The values that this version knows.
    public static let known: [Self] = [.yes, .pending]
}
