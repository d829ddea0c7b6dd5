public import FoundationEssentials
public import VitalRecords

/// Gives a record new values.
///
/// A repeat changes nothing.
public struct UpdateRecord: Codable, Sendable, Hashable {
    /// The record.
    public var logID: LogID
    /// The newest revision that the caller knows, from 1; any other is refused.
    public var baseRevision: Int
    /// All values of the record, at most 64; they replace the present ones.
    public var measurements: [Measurement]
    /// Whether a person confirms that very unusual values are right.
    ///
    /// Without it they are refused with `unusualValue`.
    public var unusual: Bool?

    /// Makes a request.
    public init(logID: LogID, baseRevision: Int, measurements: [Measurement], unusual: Bool? = nil) {
        self.logID = logID
        self.baseRevision = baseRevision
        self.measurements = measurements
        self.unusual = unusual
    }
}

/// Deletes a record.
///
/// A repeat changes nothing.
public struct DeleteRecord: Codable, Sendable, Hashable {
    /// The record.
    public var logID: LogID
    /// The newest revision that the caller knows, from 1; any other is refused.
    public var baseRevision: Int

    /// Makes a request.
    public init(logID: LogID, baseRevision: Int) {
        self.logID = logID
        self.baseRevision = baseRevision
    }
}

/// Resends refused records; the server gets each once, whatever it accepted of earlier attempts.
///
/// A repeat changes nothing.
public struct RetryRecords: Codable, Sendable, Hashable {
    /// One record; absent for all.
    public var logID: LogID?
    /// Only this seat's.
    @CheckedID public var seat: String?
    /// Only records that were refused at this time or later.
    public var since: Date?

    /// Makes a request.
    public init(logID: LogID? = nil, seat: String? = nil, since: Date? = nil) {
        self.logID = logID
        self.seat = seat
        self.since = since
    }
}

/// What happened to refused records.
public struct RecordsRetried: Codable, Sendable, Hashable {
    /// The number of deliveries that are sent again, counted per destination.
    public var retried: Int
    /// The number of records that stay refused, because their session has ended.
    public var ended: Int

    /// Makes a reply.
    public init(retried: Int, ended: Int) {
        self.retried = retried
        self.ended = ended
    }
}

/// An operator changed a record; `recordSubmitted` follows when the server has the change.
public struct RecordChanged: Codable, Sendable, Hashable {
    /// What happened to a change.
    public struct Outcome: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It waits for the server.
        public static let accepted = Self(rawValue: "accepted")
        /// It was already made.
        public static let repeated = Self(rawValue: "repeat")
        /// The record is deleted before any of it was sent.
        public static let withdrawn = Self(rawValue: "withdrawn")
        /// Its session has ended.
        public static let unsynced = Self(rawValue: "unsynced")

        /// The values that this version knows.
        public static let known: [Self] = [.accepted, .repeated, .withdrawn, .unsynced]
    }

    /// The record.
    public var logID: LogID
    /// The new revision, from 1.
    public var revision: Int
    /// What happened to it.
    public var outcome: Outcome

    /// Makes a reply.
    public init(logID: LogID, revision: Int, outcome: Outcome) {
        self.logID = logID
        self.revision = revision
        self.outcome = outcome
    }
}
