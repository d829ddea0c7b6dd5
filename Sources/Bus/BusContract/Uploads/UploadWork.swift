public import MessageBus
public import VitalRecords

/// The queue `upload`: owned by `session-manager`, worked by uploaders under leases.
public enum UploadWork {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] =
        [pull.descriptor, grant.descriptor, ack.descriptor, ackReply.descriptor]

    /// A worker's demand; repeated every few seconds, it replaces the worker's earlier one.
    public static let pull = Topic<WorkPull>(
        "upload.pull",
        at: "work/upload/pull/{caller}",
        writers: [TopicGrant(.uploader, reach: .servers)],
        readers: [TopicGrant(.sessionManager, reach: .own)],
        server: .sessionManager
    )

    /// Records that a worker now has under a lease.
    public static let grant = Topic<UploadGrant>(
        "upload.grant",
        at: "work/upload/grant/{worker}",
        writers: [TopicGrant(.sessionManager, reach: .peers)],
        readers: [TopicGrant(.uploader, reach: .servers)],
        server: .sessionManager
    )

    /// What became of granted records; sent again until it is answered.
    public static let ack = Topic<UploadAck>(
        "upload.ack",
        at: "work/upload/ack/{caller}",
        writers: [TopicGrant(.uploader, reach: .servers)],
        readers: [TopicGrant(.sessionManager, reach: .own)],
        server: .sessionManager
    )

    /// The owner has noted what became of them.
    public static let ackReply = Topic<ReplyPayload<UploadConfirmed>>(
        "upload.ack.reply",
        at: "reply/{client}",
        writers: [TopicGrant(.sessionManager, reach: .peers)],
        readers: [TopicGrant(.uploader, reach: .own)],
        server: .sessionManager
    )
}

/// Records under a lease.
public struct UploadGrant: Codable, Sendable, Hashable {
    /// One record to deliver.
    public struct Item: Codable, Sendable, Hashable {
        /// The record.
        public var record: VitalRecord
        /// The revision that is delivered.
        public var revision: Int
        /// The lease's number, of up to 53 bits; answers repeat it, and only who was granted the lease knows it.
        public var fence: Int64
        /// Whose credentials deliver it.
        @CheckedID public var sessionID: String
        /// The interface that takes it.
        public var apiVersion: CloudAPI
        /// Whether the server has an earlier revision for certain.
        public var isUpdate: Bool
        /// The server's id of the record, if known.
        public var serverID: String?
        /// Whether an earlier attempt may have reached the server.
        public var possiblySent: Bool
        /// Whether the record is to be deleted at the server; absent for no.
        public var isDeletion: Bool?
        /// Whether it is live and goes before history; live where it is missing.
        public var isLive: Bool?
        /// How many seconds ago, at least, the last request that may have reached the server can have arrived; absent for none.
        public var sentAgoSeconds: Int?
        /// For how long, from now on, an earlier request may still reach the server, 0 where none can any more.
        ///
        /// Until then a server that does not show the record may have it yet. Absent where nothing may be there, and from older
        /// senders.
        public var underWaySeconds: Int?
        /// The record's name, as `record.logID`, for a worker that cannot read the record; absent from older senders.
        public var logID: LogID?
        /// The delivery's own name where the destination is not the first of the record's session; answers name it as `logID`.
        public var delivery: LogID?

        /// Makes an item.
        public init(
            record: VitalRecord,
            revision: Int,
            fence: Int64,
            sessionID: String,
            apiVersion: CloudAPI,
            isUpdate: Bool,
            serverID: String?,
            possiblySent: Bool,
            isDeletion: Bool? = nil,
            isLive: Bool? = nil,
            sentAgoSeconds: Int? = nil,
            underWaySeconds: Int? = nil,
            logID: LogID? = nil,
            delivery: LogID? = nil
        ) {
            self.underWaySeconds = underWaySeconds
            self.delivery = delivery
            self.logID = logID
            self.record = record
            self.revision = revision
            self.fence = fence
            self.sessionID = sessionID
            self.apiVersion = apiVersion
            self.isUpdate = isUpdate
            self.serverID = serverID
            self.possiblySent = possiblySent
            self.isDeletion = isDeletion
            self.isLive = isLive
            self.sentAgoSeconds = sentAgoSeconds
        }

        /// What answers, leases and ledgers name the delivery by: the record's log id at its session's first destination.
        package var deliveryName: LogID { delivery ?? record.logID }
    }

    /// One image to deliver; its record is at the server.
    public struct Image: Codable, Sendable, Hashable {
        /// The image's own id, which its outcome names as `logID`.
        public var imageID: LogID
        /// The record.
        public var logID: LogID
        /// The server's id of the record, if known.
        @CheckedID public var recordID: String?
        /// The lease's number, of up to 53 bits; answers and requests for its bytes repeat it.
        public var fence: Int64
        /// Whose credentials deliver it.
        @CheckedID public var sessionID: String
        /// The interface that takes it.
        public var apiVersion: CloudAPI
        /// What kind of file it is.
        public var contentType: ImageContentType
        /// Its size in bytes.
        public var size: Int
        /// The SHA-256 of it.
        public var sha256: String
        /// Whether an earlier attempt may have reached the server.
        public var possiblySent: Bool

        /// Makes an item.
        public init(
            imageID: LogID,
            logID: LogID,
            recordID: String?,
            fence: Int64,
            sessionID: String,
            apiVersion: CloudAPI,
            contentType: ImageContentType,
            size: Int,
            sha256: String,
            possiblySent: Bool
        ) {
            self.imageID = imageID
            self.logID = logID
            self.recordID = recordID
            self.fence = fence
            self.sessionID = sessionID
            self.apiVersion = apiVersion
            self.contentType = contentType
            self.size = size
            self.sha256 = sha256
            self.possiblySent = possiblySent
        }
    }

    /// One session whose credentials the server is to confirm.
    public struct Check: Codable, Sendable, Hashable {
        /// The session.
        @CheckedID public var sessionID: String
        /// The interface that is asked.
        public var apiVersion: CloudAPI
        /// The question's id; the answer repeats it.
        @CheckedID public var checkID: String

        /// Makes a question.
        public init(sessionID: String, apiVersion: CloudAPI, checkID: String) {
            self.sessionID = sessionID
            self.apiVersion = apiVersion
            self.checkID = checkID
        }
    }

    /// The worker.
    @CheckedID public var worker: String
    /// The demand that this answers.
    @CheckedID public var pullID: String
    /// The lease's length from when the demand was sent, in seconds.
    public var leaseSeconds: Int
    /// The records.
    public var items: [Item]
    /// Sessions whose credentials are to be checked, 16 at most.
    public var checks: [Check]?
    /// Images, 16 at most, for workers that named their destination in the demand.
    public var images: [Image]?
    /// How far the owner's database has come, as text; workers keep the furthest and name it in their demands (`seenMark`).
    public var mark: String?

    /// Makes a grant.
    public init(
        worker: String,
        pullID: String,
        leaseSeconds: Int,
        items: [Item],
        checks: [Check]? = nil,
        images: [Image]? = nil,
        mark: String? = nil
    ) {
        self.mark = mark
        self.worker = worker
        self.pullID = pullID
        self.leaseSeconds = leaseSeconds
        self.items = items
        self.checks = checks
        self.images = images
    }
}

/// What became of granted records.
public struct UploadAck: Codable, Sendable, Hashable {
    /// What a server says of credentials.
    public struct Verdict: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It takes them.
        public static let valid = Self(rawValue: "valid")
        /// The session ends.
        public static let refused = Self(rawValue: "refused")
        /// Nothing is known yet.
        public static let unreachable = Self(rawValue: "unreachable")

        /// The words of this version.
        public static let known: [Self] = [.valid, .refused, .unreachable]

        /// The error's code where a destination is configured to be asked about nobody's credentials.
        package static let off = "validationOff"
    }

    /// What became of a granted record.
    public struct Result: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The server has it.
        public static let done = Self(rawValue: "done")
        /// The server refused it for good.
        public static let failed = Self(rawValue: "failed")
        /// It may be taken later.
        public static let retry = Self(rawValue: "retry")
        /// The worker gives it back.
        public static let release = Self(rawValue: "release")
        /// The session ends.
        public static let unauthorized = Self(rawValue: "unauthorized")
        /// The destination is at fault.
        public static let paused = Self(rawValue: "paused")

        /// The words of this version.
        public static let known: [Self] = [.done, .failed, .retry, .release, .unauthorized, .paused]
    }

    /// One record's outcome.
    public struct Outcome: Codable, Sendable, Hashable {
        /// The record, or the image or the delivery by its own id.
        public var logID: LogID
        /// The revision that was delivered.
        public var revision: Int
        /// The lease's number.
        public var fence: Int64
        /// What became of it.
        public var result: Result
        /// The server's id, for `done`.
        public var serverID: String?
        /// What went wrong.
        public var error: WireFault?
        /// How long the server asked to wait, in seconds.
        public var retryAfterSeconds: Int?
        /// Whether the server may have it all the same.
        public var possiblySent: Bool
        /// For how long, from now on, a request of it may still reach the server, which a newer revision has to wait for; until the
        /// lease's end where it is missing.
        public var underWaySeconds: Int?
        /// How many requests it took, look-ups too, which count against the token's rate; one where it is missing.
        public var requests: Int?
        /// Where the server shows an image, for `done`.
        public var url: String?

        /// Makes an outcome.
        public init(
            logID: LogID,
            revision: Int,
            fence: Int64,
            result: Result,
            serverID: String? = nil,
            error: WireFault? = nil,
            retryAfterSeconds: Int? = nil,
            possiblySent: Bool,
            underWaySeconds: Int? = nil,
            requests: Int? = nil,
            url: String? = nil
        ) {
            self.underWaySeconds = underWaySeconds
            self.logID = logID
            self.revision = revision
            self.fence = fence
            self.result = result
            self.serverID = serverID
            self.error = error
            self.retryAfterSeconds = retryAfterSeconds
            self.possiblySent = possiblySent
            self.requests = requests
            self.url = url
        }
    }

    /// What the server says of a session's credentials.
    public struct Checked: Codable, Sendable, Hashable {
        /// The session.
        @CheckedID public var sessionID: String
        /// The question's id.
        @CheckedID public var checkID: String
        /// What it says.
        public var result: Verdict
        /// What went wrong.
        public var error: WireFault?

        /// Makes an answer.
        public init(sessionID: String, checkID: String, result: Verdict, error: WireFault? = nil) {
            self.sessionID = sessionID
            self.checkID = checkID
            self.result = result
            self.error = error
        }
    }

    /// The worker.
    @CheckedID public var worker: String
    /// The outcomes, 64 at most.
    public var outcomes: [Outcome]
    /// What was learned of sessions' credentials, 16 at most.
    public var checks: [Checked]?

    /// Makes an answer.
    public init(worker: String, outcomes: [Outcome], checks: [Checked]? = nil) {
        self.worker = worker
        self.outcomes = outcomes
        self.checks = checks
    }
}

/// The owner has noted outcomes.
public struct UploadConfirmed: Codable, Sendable, Hashable {
    /// One outcome.
    public struct Item: Codable, Sendable, Hashable {
        /// The record.
        public var logID: LogID
        /// The lease's number.
        public var fence: Int64

        /// Makes an item.
        public init(logID: LogID, fence: Int64) {
            self.logID = logID
            self.fence = fence
        }
    }

    /// The outcomes that are safe at the owner.
    public var confirmed: [Item]

    /// Makes a reply.
    public init(confirmed: [Item]) {
        self.confirmed = confirmed
    }
}
