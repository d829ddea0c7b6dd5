public import DeliveryRules
public import FoundationEssentials
package import GRDB
internal import StoreEngine

/// A picture that is to be read, or was.
public struct StoredJob: Sendable, Hashable {
    /// Where its work stands; the entry's name is the job's id.
    public package(set) var entry: QueueEntry
    /// The key of the reading that comes of it.
    public let readingKey: String
    /// The picture, as whoever handed it over calls it.
    public let picture: String
    /// What is wanted, as JSON, opaque to the store.
    public let body: Data
    /// The seat that the reading is for.
    public let seat: String?
    /// What came of it, as JSON, opaque to the store; nil while it waits.
    public internal(set) var outcome: Data?
    /// What it has cost its workers so far; at ``strainLimit`` it is given up.
    var strain = 0

    /// The job's id.
    public var id: String { entry.logID }

    /// Makes a new job.
    public init(id: String, readingKey: String, picture: String, body: Data, seat: String?) {
        entry = QueueEntry(logID: id, revision: 1)
        self.readingKey = readingKey
        self.picture = picture
        self.body = body
        self.seat = seat
    }
}

extension StoredJob: LeasedRow {
    /// Where jobs wait.
    package static let table = "jobs"
    /// All columns.
    package static let selection = "SELECT * FROM jobs"
    /// What a job has beside its delivery.
    package static let ownColumns = ["outcome", "strain", "told", "session_ended", "changed_at"]
    /// Saves what may have changed.
    package static let updateQuery = updateText()

    /// Reads a row of `jobs`.
    package init(row: Row) throws {
        self.init(
            id: try row.value("log_id"),
            readingKey: try row.value("reading_key"),
            picture: try row.value("picture"),
            body: try row.value("body"),
            seat: try row.optional("seat")
        )
        entry = try QueueEntry(row: row)
        outcome = try row.optional("outcome")
        strain = try row.value("strain")
    }

    /// What a job keeps from its first row on.
    package func firstColumns(at: Date) -> [String: (any DatabaseValueConvertible)?] {
        [
            "reading_key": readingKey, "picture": picture, "body": body, "seat": seat,
            "created_at": StoreTime.milliseconds(at),
        ]
    }

    /// What may change.
    package func columns(at: Date) -> [String: (any DatabaseValueConvertible)?] {
        var values = entry.columns
        values.updateValue(outcome, forKey: "outcome")
        values["strain"] = strain
        // What changed is to be told, also where another end was told before.
        values["told"] = false
        values["session_ended"] = entry.isSessionEnded
        values["changed_at"] = StoreTime.milliseconds(at)
        return values
    }
}

extension StoredJob {
    /// At so much a job is given up: its picture may be what ends its workers.
    public static let strainLimit = 20
    /// What a worker's end over the picture costs, or its word that it could not go on.
    public static let faultStrain = 4
    /// What a lease costs that ran out: a worker, the network or this process may have been away, or slow.
    public static let silenceStrain = 1

    /// Why a job is given up over which workers ended or fell silent.
    public static let givenUp = DeliveryError(
        code: "givenUp",
        message: "workers ended, or told nothing, while they read the picture"
    )

    /// Takes what a worker says.
    ///
    /// That it was read counts under an old lease too, and where the job was given up: the reading is in that worker's
    /// outbox, and a picture that takes longer than a lease would never be done otherwise. Anything else counts under
    /// the present lease only, and nothing does where nobody wants the job any more.
    ///
    /// - Returns: Whether anything changed.
    mutating func settle(_ answer: JobAnswer, now: BootInstant) -> Bool {
        switch entry.state {
        case .submitted, .ended, .withdrawn: return false
        case .pending, .leased, .rejected: break
        }
        var outcome = answer.outcome
        guard answer.isDone || entry.lease?.fence == answer.fence else { return false }
        if case .retry(_, _, let error) = outcome {
            strain += Self.faultStrain
            if strain >= Self.strainLimit { outcome = .failed(error) }
        }
        guard entry.settle(outcome, fence: answer.fence, now: now).contains(.persist) else { return false }
        entry.forgetLingering()
        self.outcome = answer.content ?? self.outcome
        return true
    }

    /// Ends the lease, which has run out; the job waits again, or is given up.
    mutating func expireLease(now: BootInstant) {
        strain += Self.silenceStrain
        if strain >= Self.strainLimit, let lease = entry.lease {
            _ = entry.failed(fence: lease.fence, error: Self.givenUp)
        } else {
            _ = entry.leaseExpired(now: now)
        }
    }
}

/// What a worker says of a job that it had.
public struct JobAnswer: Sendable, Hashable {
    /// The job.
    public var id: String
    /// The lease's number.
    public var fence: Int64
    /// What became of it.
    public var outcome: AttemptOutcome
    /// What is to be kept of it, as JSON; nil where the job goes on.
    public var content: Data?

    /// Whether the picture was read.
    var isDone: Bool {
        if case .done = outcome { true } else { false }
    }

    /// Makes an answer.
    public init(id: String, fence: Int64, outcome: AttemptOutcome, content: Data? = nil) {
        self.id = id
        self.fence = fence
        self.outcome = outcome
        self.content = content
    }
}
