/// A destination's answer, reduced to the facts that decide about the record.
public struct DestinationAnswer: Sendable, Hashable {
    /// The kind of the answer's body.
    public enum Body: String, Sendable, Hashable, Codable {
        /// The API's own format: its record or its error object.
        case api
        /// An empty body.
        case empty
        /// Any other content, for example the page of a proxy or a captive portal.
        case foreign
    }

    /// The HTTP status; 0 when there was no answer at all.
    public var status: Int
    /// The kind of the body.
    public var body: Body
    /// The destination's id for the record, if the body has one.
    public var serverID: String?
    /// For 409: whether the conflict concerns the same log id.
    public var conflictsWithSameLogID: Bool
    /// For 403: whether the body says that the credentials are invalid.
    public var saysBadCredentials: Bool
    /// The Retry-After header's value.
    public var retryAfter: String?
    /// The API's own error code and text, truncated; never the payload.
    public var apiMessage: String?
    /// The answer's meaning, if the destination has its own table of answers; nil to use ``AnswerTable``.
    public var meaning: AnswerClass?

    /// Creates an answer.
    public init(
        status: Int,
        body: Body,
        serverID: String? = nil,
        conflictsWithSameLogID: Bool = false,
        saysBadCredentials: Bool = false,
        retryAfter: String? = nil,
        apiMessage: String? = nil,
        meaning: AnswerClass? = nil
    ) {
        self.status = status
        self.body = body
        self.serverID = serverID
        self.conflictsWithSameLogID = conflictsWithSameLogID
        self.saysBadCredentials = saysBadCredentials
        self.retryAfter = retryAfter
        self.apiMessage = apiMessage
        self.meaning = meaning
    }
}
