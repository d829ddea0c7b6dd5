/// What a destination answered, reduced to what decides about the record.
public struct DestinationAnswer: Sendable, Hashable {
    /// What the answer's body looks like.
    public enum Body: String, Sendable, Hashable, Codable {
        /// The API's own shape: its record or its error object.
        case api
        /// Nothing.
        case empty
        /// Something else, for example a proxy's or a captive portal's page.
        case foreign
    }

    /// The HTTP status; 0 when there was no answer at all.
    public var status: Int
    /// What the body looks like.
    public var body: Body
    /// The destination's name for the record, where the body has one.
    public var serverID: String?
    /// On 409: whether the conflict is with this very log id.
    public var conflictsWithSameLogID: Bool
    /// On 403: whether the body says that the credentials are bad.
    public var saysBadCredentials: Bool
    /// The Retry-After header's value.
    public var retryAfter: String?
    /// The API's own error code and text, cut short, never the payload.
    public var apiMessage: String?
    /// What it means, where the destination has a table of answers of its own; nil where ``AnswerTable`` holds.
    public var meaning: AnswerClass?

    /// Makes an answer.
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
