public import FoundationEssentials
public import VitalRecords

/// Says whose a held reading is, and what of it the device said wrongly.
public struct ConfirmReading: Codable, Sendable, Hashable {
    /// The reading.
    public var readingKey: ReadingKey
    /// The revision that was looked at; absent for whichever is held.
    public var revision: Int?
    /// The seat whose session gets it.
    @CheckedID public var seat: String
    /// The session, also an ended one; absent for the one that the seat had when it was measured.
    @CheckedID public var sessionID: String?
    /// When it was measured, where the device was wrong; a reading of unknown time needs this or `sessionID`.
    public var timestamp: Date?
    /// Right values in place of the device's, `manual` where they differ; metrics that are not named stay.
    public var measurements: [Measurement]?
    /// True where a person says that typed values, and those that a camera read, are right although they are very unusual; without it such values are refused with `unusualValue`.
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
    /// The revision that was looked at; absent for whichever is held.
    public var revision: Int?

    /// Makes a request.
    public init(readingKey: ReadingKey, revision: Int? = nil) {
        self.readingKey = readingKey
        self.revision = revision
    }
}

/// What became of a held reading.
public struct DecidedReading: Codable, Sendable, Hashable {
    /// What became of a held reading.
    public struct Outcome: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It is a record of a running session.
        public static let accepted = Self(rawValue: "accepted")
        /// Its session has ended.
        public static let unsynced = Self(rawValue: "unsynced")
        /// It was discarded.
        public static let discarded = Self(rawValue: "discarded")
        /// It was decided so before.
        public static let repeated = Self(rawValue: "repeat")

        /// The words of this version.
        public static let known: [Self] = [.accepted, .unsynced, .discarded, .repeated]
    }

    /// The reading.
    public var readingKey: ReadingKey
    /// What became of it.
    public var outcome: Outcome
    /// Its record, if it has one.
    public var logID: LogID?
    /// The session that has it.
    @CheckedID public var sessionID: String?
    /// The image that goes to the server after the record, where the reading had a picture.
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
