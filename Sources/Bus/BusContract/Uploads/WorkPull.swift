public import VitalRecords

/// A worker's demand.
public struct WorkPull: Codable, Sendable, Hashable {
    /// What a worker delivers, and where to.
    public struct Destination: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
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

        /// The words of this version.
        public static let known: [Self] = [.inform, .legacy, .fhir, .file, .informImages, .legacyImages]
    }

    /// A grant to an earlier start of a worker.
    public struct OpenGrant: Codable, Sendable, Hashable {
        /// The record, or the image or the delivery by its own id.
        public var logID: LogID
        /// The lease's number.
        public var fence: Int64

        /// Names a grant.
        public init(logID: LogID, fence: Int64) {
            self.logID = logID
            self.fence = fence
        }
    }

    /// How far a worker's own ledger has come.
    public struct Ledger: Codable, Sendable, Hashable {
        /// The ledger's random id.
        public var id: String
        /// How many attempts were ever begun in it; it never falls.
        public var attempts: Int64

        /// Says how far a ledger has come.
        public init(id: String, attempts: Int64) {
            self.id = id
            self.attempts = attempts
        }
    }

    /// The worker, the last level of its grant topic.
    @CheckedID public var worker: String
    /// How many records of any kind it takes now, 0 to 256.
    public var free: Int
    /// How many live records it takes now, 0 to 256, in places that history never fills; `free` where it is missing.
    public var freeLive: Int?
    /// The destinations that it delivers to; where it is missing, all but those for images.
    public var apis: [Destination]?
    /// The ones of these of which it takes nothing now: what it has of them is slow, and keeps no place of the others.
    public var full: [Destination]?
    /// The demand's id; a grant names it, so that the worker counts the lease from when it sent the demand.
    @CheckedID public var pullID: String
    /// The grants to earlier starts of the worker that it will still answer for; where it is missing, all of them.
    ///
    /// Of all others nothing was sent: they are free once the first demand of a start has come, unless `ledger` is older than
    /// one that the worker had.
    public var openGrants: [OpenGrant]?
    /// What the worker knows its attempts by: where it is another ledger than before, or an older copy of it, what it does not name
    /// in `openGrants` may have been sent all the same.
    public var ledger: Ledger?
    /// The furthest `mark` that the worker was told: an older copy of the owner's database is found out by it, and grants nothing.
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
