public import FoundationEssentials
public import MessageBus
public import VitalRecords

/// The queue `ocr`: owned by the one `ocr-worker` that is the dispatcher, worked by all under leases.
public enum OCRWork {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] =
        [pull.descriptor, grant.descriptor, ack.descriptor, ackReply.descriptor]

    /// A worker's demand; repeated every few seconds, it replaces the worker's earlier one.
    public static let pull = Topic<WorkPull>(
        "ocr.pull",
        at: "work/ocr/pull/{caller}",
        writers: [TopicGrant(.ocrWorker, reach: .servers)],
        readers: [TopicGrant(.ocrWorker, reach: .own)],
        server: .ocrWorker
    )

    /// Pictures that a worker now has under a lease.
    public static let grant = Topic<OCRGrant>(
        "ocr.grant",
        at: "work/ocr/grant/{worker}",
        writers: [TopicGrant(.ocrWorker, reach: .peers)],
        readers: [TopicGrant(.ocrWorker, reach: .servers)],
        server: .ocrWorker
    )

    /// What was seen in granted pictures; sent again until it is answered.
    public static let ack = Topic<OCRAck>(
        "ocr.ack",
        at: "work/ocr/ack/{caller}",
        writers: [TopicGrant(.ocrWorker, reach: .servers)],
        readers: [TopicGrant(.ocrWorker, reach: .own)],
        server: .ocrWorker
    )

    /// The owner has noted what was seen.
    public static let ackReply = Topic<ReplyPayload<OCRConfirmed>>(
        "ocr.ack.reply",
        at: "reply/{client}",
        writers: [TopicGrant(.ocrWorker, reach: .peers)],
        readers: [TopicGrant(.ocrWorker, reach: .own)],
        server: .ocrWorker
    )
}

/// Pictures under a lease.
public struct OCRGrant: Codable, Sendable, Hashable {
    /// One picture to read.
    public struct Item: Codable, Sendable, Hashable {
        /// The job.
        @CheckedID public var jobID: String
        /// The lease's number, of up to 53 bits; answers repeat it, and only who was granted the lease knows it.
        public var fence: Int64
        /// The key of the reading that comes of it, made when the job was accepted: a job done twice gives one reading.
        public var readingKey: ReadingKey
        /// The picture, for `pictureBytes`.
        public var sha256: String
        /// Its size in bytes.
        public var size: Int
        /// What is expected in it.
        public var wish: DisplayWish
        /// The seat that the reading is for.
        @CheckedID public var seat: String?
        /// The hub that had the picture.
        @CheckedID public var hub: String
        /// When it was taken.
        public var takenAt: Date
        /// Whether the reading is held for a confirmation; otherwise it is only told.
        public var holds: Bool
        /// Whether the default user is at the seat: the reading is told, and kept nowhere; false when absent.
        public var notStored: Bool?

        /// Makes an item.
        public init(
            jobID: String,
            fence: Int64,
            readingKey: ReadingKey,
            sha256: String,
            size: Int,
            wish: DisplayWish,
            seat: String?,
            hub: String,
            takenAt: Date,
            holds: Bool,
            notStored: Bool? = nil
        ) {
            self.jobID = jobID
            self.fence = fence
            self.readingKey = readingKey
            self.sha256 = sha256
            self.size = size
            self.wish = wish
            self.seat = seat
            self.hub = hub
            self.takenAt = takenAt
            self.holds = holds
            self.notStored = notStored
        }
    }

    /// The worker.
    @CheckedID public var worker: String
    /// The demand that it answers.
    @CheckedID public var pullID: String
    /// How long the lease lasts, counted by the worker from when it sent the demand.
    public var leaseSeconds: Int
    /// The pictures.
    public var items: [Item]
    /// A seat whose persons are erased: what the worker has of it goes, unread and unsent; absent in a usual grant.
    public var erasedSeat: String?

    /// Makes a grant.
    public init(
        worker: String,
        pullID: String,
        leaseSeconds: Int,
        items: [Item],
        erasedSeat: String? = nil
    ) {
        self.worker = worker
        self.pullID = pullID
        self.leaseSeconds = leaseSeconds
        self.items = items
        self.erasedSeat = erasedSeat
    }
}

/// What was seen in granted pictures.
public struct OCRAck: Codable, Sendable, Hashable {
    /// What became of a granted picture.
    public struct Result: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It was read.
        public static let done = Self(rawValue: "done")
        /// It cannot be read, now or ever.
        public static let failed = Self(rawValue: "failed")
        /// It may be read later.
        public static let retry = Self(rawValue: "retry")
        /// The worker gives it back.
        public static let release = Self(rawValue: "release")
        /// The worker ended over it.
        public static let interrupted = Self(rawValue: "interrupted")

        /// The words of this version.
        public static let known: [Self] = [.done, .failed, .retry, .release, .interrupted]
    }

    /// What became of one picture.
    public struct Outcome: Codable, Sendable, Hashable {
        /// The job.
        @CheckedID public var jobID: String
        /// The lease's number.
        public var fence: Int64
        /// What became of it.
        public var result: Result
        /// What was seen, where it is done.
        public var seen: DisplayResult?
        /// The reading that was made, safe in the worker's outbox; absent where there is none.
        public var reading: Reading?
        /// What became of the reading.
        public var disposition: PictureDisposition?
        /// Why not.
        public var error: WireFault?

        /// Makes an outcome.
        public init(
            jobID: String,
            fence: Int64,
            result: Result,
            seen: DisplayResult? = nil,
            reading: Reading? = nil,
            error: WireFault? = nil
        ) {
            self.jobID = jobID
            self.fence = fence
            self.result = result
            self.seen = seen
            self.reading = reading
            self.error = error
        }
    }

    /// The worker.
    @CheckedID public var worker: String
    /// The outcomes, 16 at most.
    public var outcomes: [Outcome]

    /// Makes an answer.
    public init(worker: String, outcomes: [Outcome]) {
        self.worker = worker
        self.outcomes = outcomes
    }
}

/// The outcomes that are noted.
public struct OCRConfirmed: Codable, Sendable, Hashable {
    /// One of them.
    public struct Item: Codable, Sendable, Hashable {
        /// The job.
        @CheckedID public var jobID: String
        /// The lease's number.
        public var fence: Int64

        /// Makes an item.
        public init(jobID: String, fence: Int64) {
            self.jobID = jobID
            self.fence = fence
        }
    }

    /// All of them.
    public var confirmed: [Item]

    /// Makes a reply.
    public init(confirmed: [Item]) { self.confirmed = confirmed }
}
