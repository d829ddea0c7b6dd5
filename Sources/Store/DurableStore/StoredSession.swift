public import FoundationEssentials

/// A session as it is saved.
///
/// The token is sealed by the session manager; the store never sees it open.
public struct StoredSession: Sendable, Hashable, Identifiable {
    /// The session's id.
    public let id: String
    /// Whom it measures.
    public var seat: String
    /// The user at the destination.
    public var userID: String
    /// The user's organization at the destination.
    public var organizationID: String
    /// The destination, for example `inform`.
    public var api: String
    /// The destination's version, for example `v2`.
    public var apiVersion: String
    /// The sealed access token; nil once the session has ended and nothing of it is under way.
    public var sealedToken: Data?
    /// The sample types it subscribes to, as JSON.
    public var subscriptions: Data?
    /// Whether the destination has confirmed the credentials.
    public var isValidated: Bool
    /// When it started.
    public var startedAt: Date
    /// A keyed hash of the access token, which the rate is counted by; the session's own where nil.
    public var rateKey: String?
    /// When it ended.
    public package(set) var endedAt: Date?
    /// Why it ended.
    public package(set) var endReason: String?
    /// Whether `sessionEnded` was told: only after the last leased record was answered.
    public package(set) var isEndTold = false

    /// Makes a session that starts.
    public init(
        id: String,
        seat: String,
        userID: String,
        organizationID: String,
        api: String,
        apiVersion: String,
        sealedToken: Data?,
        subscriptions: Data? = nil,
        isValidated: Bool = false,
        startedAt: Date,
        rateKey: String? = nil
    ) {
        self.id = id
        self.seat = seat
        self.userID = userID
        self.organizationID = organizationID
        self.api = api
        self.apiVersion = apiVersion
        self.sealedToken = sealedToken
        self.subscriptions = subscriptions
        self.isValidated = isValidated
        self.startedAt = startedAt
        self.rateKey = rateKey
    }
}
