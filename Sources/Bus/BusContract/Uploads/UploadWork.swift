public import MessageBus
public import VitalRecords

/// The queue `upload`: owned by `session-manager`, worked by uploaders under leases.
public enum UploadWork {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] =
        [pull.descriptor, grant.descriptor, ack.descriptor, ackReply.descriptor]

    /// A worker's demand; repeated every few seconds, each replaces the worker's earlier one.
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

    /// The results of granted records; repeated until they are answered.
    public static let ack = Topic<UploadAck>(
        "upload.ack",
        at: "work/upload/ack/{caller}",
        writers: [TopicGrant(.uploader, reach: .servers)],
        readers: [TopicGrant(.sessionManager, reach: .own)],
        server: .sessionManager
    )

    /// The owner has stored the results.
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
        /// The number of the lease, up to 53 bits; answers repeat it, and only the worker with the lease knows it.
        public var fence: Int64
        /// The session whose credentials are used.
        @CheckedID public var sessionID: String
        /// The interface that receives the record.
        public var apiVersion: CloudAPI
        /// Whether the server is certain to have an earlier revision.
        public var isUpdate: Bool
        /// The server's id of the record, if known.
        public var serverID: String?
        /// Whether an earlier attempt may have reached the server.
        public var possiblySent: Bool
        /// Whether to delete the record at the server; absent means no.
        public var isDeletion: Bool?
        /// Whether it is live, and sent before history; true when absent.
        public var isLive: Bool?
        /// The least time in seconds since a request that may have reached the server can have arrived; absent if there
        /// was none.
        public var sentAgoSeconds: Int?
        /// How long an earlier request may still reach the server, in seconds from now; 0 if none can.
        ///
        /// Until then, a server that does not show the record may still receive it. Absent if no request is on its way,
        /// and from older senders.
        public var underWaySeconds: Int?
        /// The record's name, equal to `record.logID`, for a worker that cannot decode the record; absent from older
        /// senders.
        public var logID: LogID?
        /// The delivery's own name, if the destination is not the first of the record's session; answers give it as
        /// `logID`.
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

        /// The delivery's name in answers, leases and ledgers: at the session's first destination, the record's log id.
        package var deliveryName: LogID { delivery ?? record.logID }
    }

    /// One image to deliver; its record is already at the server.
    public struct Image: Codable, Sendable, Hashable {
        /// The image's own id, which its result gives as `logID`.
        public var imageID: LogID
        /// The record.
        public var logID: LogID
        /// The server's id of the record, if known.
        @CheckedID public var recordID: String?
        /// The number of the lease, up to 53 bits; answers and requests for its bytes repeat it.
        public var fence: Int64
        /// The session whose credentials are used.
        @CheckedID public var sessionID: String
        /// The interface that receives the image.
        public var apiVersion: CloudAPI
        /// The file's type.
        public var contentType: ImageContentType
        /// The file's size in bytes.
        public var size: Int
        /// The file's SHA-256.
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

    /// One session whose credentials the server has to check.
    public struct Check: Codable, Sendable, Hashable {
        /// The session.
        @CheckedID public var sessionID: String
        /// The interface to ask.
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
    /// The id of the demand.
    @CheckedID public var pullID: String
    /// The lease's duration in seconds, counted from when the demand was sent.
    public var leaseSeconds: Int
    /// The records.
    public var items: [Item]
    /// Sessions whose credentials have to be checked, at most 16.
    public var checks: [Check]?
    /// Images, at most 16, for workers that named their destination in the demand.
    public var images: [Image]?
    /// The position of the owner's database, as text; workers keep the furthest one and send it in their demands
    /// (`seenMark`).
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

/// The results of granted records.
public struct UploadAck: Codable, Sendable, Hashable {
    /// The server's answer about credentials.
    public struct Verdict: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// They are valid.
        public static let valid = Self(rawValue: "valid")
        /// They are refused; the session ends.
        public static let refused = Self(rawValue: "refused")
        /// The server gave no decision yet.
        public static let unreachable = Self(rawValue: "unreachable")

        /// The values that this version knows.
        public static let known: [Self] = [.valid, .refused, .unreachable]

        /// The error's code if the destination is configured without a check of credentials.
        package static let off = "validationOff"
    }

    /// The result of a granted record.
    public struct Result: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The server has it.
        public static let done = Self(rawValue: "done")
        /// The server refused it for good.
        public static let failed = Self(rawValue: "failed")
        /// The server may accept it later.
        public static let retry = Self(rawValue: "retry")
        /// The worker returns it unsent.
        public static let release = Self(rawValue: "release")
        /// The server refused the credentials; the session ends.
        public static let unauthorized = Self(rawValue: "unauthorized")
        /// The destination is at fault.
        public static let paused = Self(rawValue: "paused")

        /// The values that this version knows.
        public static let known: [Self] = [.done, .failed, .retry, .release, .unauthorized, .paused]
    }

    /// The result of one record.
    public struct Outcome: Codable, Sendable, Hashable {
        /// The record, or the own id of the image or delivery.
        public var logID: LogID
        /// The revision that was delivered.
        public var revision: Int
        /// The number of the lease.
        public var fence: Int64
        /// The result.
        public var result: Result
        /// The server's id, for `done`.
        public var serverID: String?
        /// The error.
        public var error: WireFault?
        /// The wait that the server asked for, in seconds.
        public var retryAfterSeconds: Int?
        /// Whether the server may have it despite the error.
        public var possiblySent: Bool
        /// How long a request for it may still reach the server, in seconds from now; a newer revision waits for that
        /// long.
        ///
        /// Until the lease's end when absent.
        public var underWaySeconds: Int?
        /// The number of requests that it took, with look-ups; they count against the token's rate.
        ///
        /// One when absent.
        public var requests: Int?
        /// The address where the server shows an image, for `done`.
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

    /// The server's answer about a session's credentials.
    public struct Checked: Codable, Sendable, Hashable {
        /// The session.
        @CheckedID public var sessionID: String
        /// The question's id.
        @CheckedID public var checkID: String
        /// The answer.
        public var result: Verdict
        /// The error.
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
    /// The results, at most 64.
    public var outcomes: [Outcome]
    /// The server's answers about sessions' credentials, at most 16.
    public var checks: [Checked]?

    /// Makes an answer.
    public init(worker: String, outcomes: [Outcome], checks: [Checked]? = nil) {
        self.worker = worker
        self.outcomes = outcomes
        self.checks = checks
    }
}

/// The owner has stored results.
public struct UploadConfirmed: Codable, Sendable, Hashable {
    /// One result.
    public struct Item: Codable, Sendable, Hashable {
        /// The record.
        public var logID: LogID
        /// The number of the lease.
        public var fence: Int64

        /// Makes an item.
        public init(logID: LogID, fence: Int64) {
            self.logID = logID
            self.fence = fence
        }
    }

    /// The results that the owner has stored.
    public var confirmed: [Item]

    /// Makes a reply.
    public init(confirmed: [Item]) {
        self.confirmed = confirmed
    }
}
