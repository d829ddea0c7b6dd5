/// Where records go: an interface of the cloud service, or another destination.
public struct CloudAPI: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The cloud service's version 2.
    public static let inform = Self(rawValue: "inform")
    /// The cloud service's version 1.
    public static let legacy = Self(rawValue: "legacy")
    /// A FHIR R4 server.
    public static let fhir = Self(rawValue: "fhir")
    /// Files on the machine that runs the uploader.
    public static let file = Self(rawValue: "file")

    /// The values that this version knows.
    public static let known: [Self] = [.inform, .legacy, .fhir, .file]

    /// Whether its sessions need an organization and an access token; other destinations use the uploader's
    /// configuration.
    package var needsToken: Bool { self == .inform || self == .legacy }

    /// Whether the uploader asks it about a session's person and credentials before it sends records.
    package var checksSessions: Bool { self != .file }

    /// Whether it accepts images of records.
    package var takesImages: Bool { self == .inform || self == .legacy }

    /// The version of its interface.
    package var version: String {
        switch self {
        case .inform: "v2"
        case .fhir: "r4"
        default: "v1"
        }
    }
}

/// A further destination of a session's records.
public struct FurtherDestination: Codable, Sendable, Hashable {
    /// The destination.
    public var destination: CloudAPI
    /// The person there: the service's user, or `Patient/ID` or `SYSTEM|VALUE` of a FHIR server.
    ///
    /// When absent, the session's user; `fhir` requires it.
    public var userID: String?
    /// The service's organization; the session's when absent.
    public var organizationID: String?
    /// The access token, sealed with the site's key, base64; the session's own when absent.
    public var sealedToken: String?
    /// The access token, sealed for the site's public key and bound to this `userID`; replaces `sealedToken`.
    public var hpkeToken: HPKEToken?

    /// Names a destination.
    public init(
        _ destination: CloudAPI,
        userID: String? = nil,
        organizationID: String? = nil,
        sealedToken: String? = nil,
        hpkeToken: HPKEToken? = nil
    ) {
        self.destination = destination
        self.userID = userID
        self.organizationID = organizationID
        self.sealedToken = sealedToken
        self.hpkeToken = hpkeToken
    }
}

/// The state of a session at a further destination, without its secrets.
public struct SessionDestination: Codable, Sendable, Hashable {
    /// The destination.
    public var destination: CloudAPI
    /// The person there.
    public var userID: String
    /// Whether it accepted the person and the credentials.
    public var validated: SessionValidity
    /// Why its deliveries have ended; absent while they continue.
    public var endReason: SessionEndReason?

    /// Makes the state.
    public init(destination: CloudAPI, userID: String, validated: SessionValidity, endReason: SessionEndReason? = nil) {
        self.destination = destination
        self.userID = userID
        self.validated = validated
        self.endReason = endReason
    }
}

/// The deliveries to a further destination of a session have ended, alone or with the session.
public struct DestinationEnded: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// `site`.
    @CheckedID public var hub: String
    /// The session.
    @CheckedID public var sessionID: String
    /// The destination.
    public var destination: CloudAPI
    /// The reason.
    public var reason: SessionEndReason
    /// The number of records that are not certain to be there.
    public var unsyncedRecords: Int
    /// The first of them, at most 32, in the order of `unsyncedRecords`.
    public var records: [UnsyncedRecord]?

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        sessionID: String,
        destination: CloudAPI,
        reason: SessionEndReason,
        unsyncedRecords: Int,
        records: [UnsyncedRecord]? = nil
    ) {
        self.seat = seat
        self.hub = hub
        self.sessionID = sessionID
        self.destination = destination
        self.reason = reason
        self.unsyncedRecords = unsyncedRecords
        self.records = records
    }
}
