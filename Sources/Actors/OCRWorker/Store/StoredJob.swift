public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// A picture that is to be read, or was.
public struct StoredJob: Sendable, Hashable {
    /// Where a job stands.
    public enum State: Sendable, Hashable {
        /// It waits for a lane.
        case waiting
        /// A lane reads it, or did when the process ended.
        case reading
        /// It was read.
        case done
        /// It cannot be read, and why not.
        case failed(JobFailure)
        /// Nobody wants it any more.
        case cancelled
    }

    /// The job's id.
    public let id: String
    /// The key of the reading that comes of it.
    public let readingKey: String
    /// The picture, as whoever handed it over calls it.
    public let picture: String
    /// What is wanted, as JSON, opaque to the store.
    public let body: Data
    /// The seat that the reading is for.
    public let seat: String?
    /// Where it stands.
    public internal(set) var state = State.waiting
    /// What came of it, as JSON, opaque to the store; nil while it waits.
    public internal(set) var outcome: Data?

    /// Makes a new job.
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
    /// A word for programs.
    public let code: String
    /// Words for people.
    public let message: String

    /// Names a failure.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// Why a picture is given up over which the process ended again and again.
    public static let givenUp = JobFailure(
        code: "givenUp",
        message: "the OCR worker ended each time while it read the picture: hand over another one"
    )
}

extension StoredJob {
    /// At so much strain a job is given up: its picture may be what ends the process.
    public static let strainLimit = 20
    /// What it costs to be under way when the process ends.
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
