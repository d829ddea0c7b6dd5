public import VitalRecords

/// A worker's demand.
public struct WorkPull: Codable, Sendable, Hashable {
    /// What a worker delivers, and where.
    public struct Destination: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Records, by `inform`.
        public static let inform = Self(rawValue: "inform")
        /// Records, by `legacy`.
        public static let legacy = Self(rawValue: "legacy")
        /// Records, to a FHIR server.
        public static let fhir = Self(rawValue: "fhir")
        /// Records, to files.
        public static let file = Self(rawValue: "file")
        /// Images, by `inform`.
        public static let informImages = Self(rawValue: "inform/images")
        /// Images, by `legacy`.
        public static let legacyImages = Self(rawValue: "legacy/images")

        /// The values that this version knows.
        public static let known: [Self] = [.inform, .legacy, .fhir, .file, .informImages, .legacyImages]
    }

    /// A grant to an earlier start of a worker.
    public struct OpenGrant: Codable, Sendable, Hashable {
        /// The record, or the own id of the image or delivery.
        public var logID: LogID
        /// The number of the lease.
        public var fence: Int64

        /// Names a grant.
        public init(logID: LogID, fence: Int64) {
            self.logID = logID
            self.fence = fence
        }
    }

    /// The position of a worker's own ledger.
    public struct Ledger: Codable, Sendable, Hashable {
        /// The ledger's random id.
        public var id: String
        /// The number of attempts that were ever begun in it; it never falls.
        public var attempts: Int64

        /// Makes a position.
        public init(id: String, attempts: Int64) {
            self.id = id
            self.attempts = attempts
        }
    }

    /// The worker, the last level of its grant topic.
    @CheckedID public var worker: String
    /// How many records of any kind it accepts now, 0 to 256.
    public var free: Int
    /// How many live records it accepts now, 0 to 256, in places reserved for them; `free` when absent.
    public var freeLive: Int?
    /// The destinations that it delivers to; when absent, all except those for images.
    public var apis: [Destination]?
    /// The destinations for which it accepts nothing now: their present work is slow, and does not block the others.
    public var full: [Destination]?
    /// The demand's id; a grant repeats it, so that the worker counts the lease from when it sent the demand.
    @CheckedID public var pullID: String
    /// The grants to earlier starts of the worker that it will still answer; all of them when absent.
    ///
    /// Nothing was sent of any other grant. These are free after the first demand of a start, unless `ledger` is older
    /// than one that the worker had.
    public var openGrants: [OpenGrant]?
    /// The worker's record of its attempts.
    ///
    /// If the ledger is new or an older copy, grants missing from `openGrants` may have been sent anyway.
    public var ledger: Ledger?
    /// The furthest `mark` that the worker has received.
    ///
    /// It reveals an older copy of the owner's database, which then grants nothing.
    public var seenMark: String?

    /// Makes a demand.
    public init(
        worker: String,
        free: Int,
        freeLive: Int? = nil,
        apis: [Destination]? = nil,
        full: [Destination]? = nil,
        pullID: String,
        openGrants: [OpenGrant]? = nil,
        ledger: Ledger? = nil,
        seenMark: String? = nil
    ) {
        self.seenMark = seenMark
        self.ledger = ledger
        self.openGrants = openGrants
        self.worker = worker
        self.free = free
        self.freeLive = freeLive
        self.apis = apis
        self.full = full
        self.pullID = pullID
    }
}
