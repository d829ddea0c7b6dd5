public import FoundationEssentials
public import VitalRecords

/// Gives a record new values.
///
/// A repeat changes nothing.
public struct UpdateRecord: Codable, Sendable, Hashable {
    /// The record.
    public var logID: LogID
    /// The newest revision that the caller knows, from 1; another one is refused.
    public var baseRevision: Int
    /// All values of the record, 64 at most; they replace the present ones.
    public var measurements: [Measurement]
    /// True where a person says that the values are right although they are very unusual; without it such values are
    /// refused with `unusualValue`.
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
    /// The newest revision that the caller knows, from 1; another one is refused.
    public var baseRevision: Int

    /// Makes a request.
    public init(logID: LogID, baseRevision: Int) {
        self.logID = logID
        self.baseRevision = baseRevision
    }
}

/// Sends records again that the server refused; it gets each once, whatever it took of the earlier attempts.
///
/// A repeat changes nothing.
public struct RetryRecords: Codable, Sendable, Hashable {
    /// One record; absent for all.
    public var logID: LogID?
    /// Only this seat's.
    @CheckedID public var seat: String?
    /// Only what was refused then or later.
    public var since: Date?

    /// Makes a request.
    public init(logID: LogID? = nil, seat: String? = nil, since: Date? = nil) {
        self.logID = logID
        self.seat = seat
        self.since = since
    }
}

/// What became of refused records.
public struct RecordsRetried: Codable, Sendable, Hashable {
    /// How many are sent again, each destination counted.
    public var retried: Int
    /// How many stay refused, since their session has ended.
    public var ended: Int

    /// Makes a reply.
    public init(retried: Int, ended: Int) {
        self.retried = retried
        self.ended = ended
    }
}

/// A record was changed by an operator's hand; `recordSubmitted` tells when the server has it.
public struct RecordChanged: Codable, Sendable, Hashable {
    /// What became of a change.
    public struct Outcome: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It waits for the server.
        public static let accepted = Self(rawValue: "accepted")
        /// It was made before.
        public static let repeated = Self(rawValue: "repeat")
        /// The record is deleted before any of it was sent.
        public static let withdrawn = Self(rawValue: "withdrawn")
        /// Its session has ended.
        public static let unsynced = Self(rawValue: "unsynced")

        /// The words of this version.
        public static let known: [Self] = [.accepted, .repeated, .withdrawn, .unsynced]
    }

    /// The record.
    public var logID: LogID
    /// The revision that was made, from 1.
    public var revision: Int
    /// What became of it.
    public var outcome: Outcome

    /// Makes a reply.
    public init(logID: LogID, revision: Int, outcome: Outcome) {
        self.logID = logID
        self.revision = revision
        self.outcome = outcome
    }
}
