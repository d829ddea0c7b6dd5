public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The job to read a picture.
public struct StoredJob: Sendable, Hashable {
    /// The state of a job.
    public enum State: Sendable, Hashable {
        /// Waiting for a lane.
        case waiting
        /// Being read by a lane, possibly interrupted by the end of the process.
        case reading
        /// Done.
        case done
        /// Failed, with the reason.
        case failed(JobFailure)
        /// Cancelled.
        case cancelled
    }

    /// The job's id.
    public let id: String
    /// The key of the resulting reading.
    public let readingKey: String
    /// The picture's name, as used by the client.
    public let picture: String
    /// The request as JSON, opaque to the store.
    public let body: Data
    /// The seat of the reading.
    public let seat: String?
    /// The current state.
    public internal(set) var state = State.waiting
    /// The outcome as JSON, opaque to the store; nil while the job waits.
    public internal(set) var outcome: Data?

    /// Creates a new job.
    public init(id: String, readingKey: String, picture: String, body: Data, seat: String?) {
        self.id = id
        self.readingKey = readingKey
        self.picture = picture
        self.body = body
        self.seat = seat
    }
}

/// Why a picture was not read.
public struct JobFailure: Error, Sendable, Hashable {
    /// A code for programs.
    public let code: String
    /// A message for people.
    public let message: String

    /// Creates a failure.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// The failure of a picture that is given up because the process ended repeatedly while reading it.
    public static let givenUp = JobFailure(
        code: "givenUp",
        message: "the OCR worker crashed each time it read the picture: submit another one"
    )
}

extension StoredJob {
    /// The strain at which a job is given up, because its picture may be what ends the process.
    public static let strainLimit = 20
    /// The strain added to a job that is under way when the process ends.
    public static let endStrain = 4

    /// Reads a row of `jobs`.
    init(row: Row) throws {
        self.init(
            id: try row.value("log_id"),
            readingKey: try row.value("reading_key"),
            picture: try row.value("picture"),
            body: try row.value("body"),
            seat: try row.optional("seat")
        )
        outcome = try row.optional("outcome")
        state =
            switch try row.value("state", as: String.self) {
            case "pending": .waiting
            case "leased": .reading
            case "submitted": .done
            case "rejected":
                .failed(JobFailure(code: try row.value("error_code"), message: try row.value("error_message")))
            default: .cancelled
            }
    }

    static func fetch(_ database: Database, id: String) throws -> StoredJob? {
        try database.readFirstCached(
            sql: "SELECT * FROM jobs WHERE log_id = ?",
            arguments: [id],
            StoredJob.init(row:)
        )
    }

    static func fetchAll(
        _ database: Database,
        condition: String,
        arguments: StatementArguments = []
    ) throws -> [StoredJob] {
        try database.readAllCached(
            sql: "SELECT * FROM jobs " + condition,
            arguments: arguments,
            StoredJob.init(row:)
        )
    }
}
