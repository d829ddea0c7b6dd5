public import FoundationEssentials
public import VitalRecords

/// Gives a held reading its owner, with corrections.
public struct ConfirmReading: Codable, Sendable, Hashable {
    /// The reading.
    public var readingKey: ReadingKey
    /// The revision that the person looked at; absent for the one that is held.
    public var revision: Int?
    /// The seat whose session gets the reading.
    @CheckedID public var seat: String
    /// The session, which may have ended; when absent, the seat's session at the time of measurement.
    @CheckedID public var sessionID: String?
    /// The corrected time of measurement; a reading of unknown time needs this or `sessionID`.
    public var timestamp: Date?
    /// Corrected values, marked `manual` if they differ; metrics that are not named stay.
    public var measurements: [Measurement]?
    /// Whether a person confirms that very unusual values, typed or read by a camera, are right.
    ///
    /// Without it they are refused with `unusualValue`.
    public var unusual: Bool?

    /// Makes a request.
    public init(
        readingKey: ReadingKey,
        revision: Int? = nil,
        seat: String,
        sessionID: String? = nil,
        timestamp: Date? = nil,
        measurements: [Measurement]? = nil,
        unusual: Bool? = nil
    ) {
        self.readingKey = readingKey
        self.revision = revision
        self.seat = seat
        self.sessionID = sessionID
        self.timestamp = timestamp
        self.measurements = measurements
        self.unusual = unusual
    }
}

/// Discards a held reading.
public struct DiscardReading: Codable, Sendable, Hashable {
    /// The reading.
    public var readingKey: ReadingKey
    /// The revision that the person looked at; absent for the one that is held.
    public var revision: Int?

    /// Makes a request.
    public init(readingKey: ReadingKey, revision: Int? = nil) {
        self.readingKey = readingKey
        self.revision = revision
    }
}

/// What happened to a held reading.
public struct DecidedReading: Codable, Sendable, Hashable {
    /// What happened to a held reading.
    public struct Outcome: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It is a record of a running session.
        public static let accepted = Self(rawValue: "accepted")
        /// Its session has ended.
        public static let unsynced = Self(rawValue: "unsynced")
        /// It was discarded.
        public static let discarded = Self(rawValue: "discarded")
        /// The same decision was made before.
        public static let repeated = Self(rawValue: "repeat")

        /// The values that this version knows.
        public static let known: [Self] = [.accepted, .unsynced, .discarded, .repeated]
    }

    /// The reading.
    public var readingKey: ReadingKey
    /// What happened to it.
    public var outcome: Outcome
    /// Its record, if it has one.
    public var logID: LogID?
    /// The session that the record belongs to.
    @CheckedID public var sessionID: String?
    /// The image that follows the record to the server, if the reading had a picture.
    public var imageID: LogID?

    /// Makes a reply.
    public init(
        readingKey: ReadingKey,
        outcome: Outcome,
        logID: LogID? = nil,
        sessionID: String? = nil,
        imageID: LogID? = nil
    ) {
        self.readingKey = readingKey
        self.outcome = outcome
        self.logID = logID
        self.sessionID = sessionID
        self.imageID = imageID
    }
}
