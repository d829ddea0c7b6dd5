public import FoundationEssentials

/// Starts a session; the token is sealed by whoever holds the site's key.
public struct StartSession: Codable, Sendable {
    /// The seat.
    public var seat: String
    /// The service's user.
    public var userID: String?
    /// The service's organization.
    public var organizationID: String?
    /// The access token, sealed with the site's key, base64.
    public var sealedToken: String?
    /// The access token in the open: always refused, with an error that says what to send in its place.
    public var accessToken: String?
    /// `inform` (v2) or `legacy` (v1); `inform` when absent.
    public var apiVersion: String?
    /// Starts the default user's session, which delivers nothing.
    public var defaultUser: Bool?

    /// Makes a request.
    public init(
        seat: String,
        userID: String? = nil,
        organizationID: String? = nil,
        sealedToken: String? = nil,
        accessToken: String? = nil,
        apiVersion: String? = nil,
        defaultUser: Bool? = nil
    ) {
        self.seat = seat
        self.userID = userID
        self.organizationID = organizationID
        self.sealedToken = sealedToken
        self.accessToken = accessToken
        self.apiVersion = apiVersion
        self.defaultUser = defaultUser
    }
}

/// Names a seat, or one of its sessions.
public struct SeatReference: Codable, Sendable, Hashable {
    /// The seat.
    public var seat: String
    /// The session that is meant; absent for the one that the seat has now.
    public var sessionID: String?

    /// Makes a reference.
    public init(seat: String, sessionID: String? = nil) {
        self.seat = seat
        self.sessionID = sessionID
    }
}

/// A session, without its secrets.
public struct SessionView: Codable, Sendable, Hashable {
    /// The session.
    public var sessionID: String
    /// The seat.
    public var seat: String
    /// The service's user.
    @ExplicitNull public var userID: String?
    /// The service's organization.
    @ExplicitNull public var organizationID: String?
    /// `inform` or `legacy`.
    public var apiVersion: String
    /// When it began.
    public var startedAt: Date
    /// `yes`, `no`, `pending`.
    public var validated: String
    /// Whether it is the default user's.
    public var defaultUser: Bool

    /// Makes a view.
    public init(
        sessionID: String,
        seat: String,
        userID: String?,
        organizationID: String?,
        apiVersion: String,
        startedAt: Date,
        validated: String,
        defaultUser: Bool
    ) {
        self.sessionID = sessionID
        self.seat = seat
        self.userID = userID
        self.organizationID = organizationID
        self.apiVersion = apiVersion
        self.startedAt = startedAt
        self.validated = validated
        self.defaultUser = defaultUser
    }
}

/// Asks for a session's credentials.
public struct CredentialsRequest: Codable, Sendable, Hashable {
    /// The session.
    public var sessionID: String

    /// Makes a request.
    public init(sessionID: String) {
        self.sessionID = sessionID
    }
}

/// A session's credentials.
public struct Credentials: Codable, Sendable {
    /// The session.
    public var sessionID: String
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
