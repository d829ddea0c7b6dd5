/// How often one log id of one user was accepted.
public struct Acceptance: Codable, Hashable, Sendable {
    /// The organization's id.
    public let organization: String
    /// The user's `uid`.
    public let user: String
    /// The client's id of the record.
    public let logID: String
    /// The records made.
    public internal(set) var creates = 0
    /// The records made while another one of the same log id was there.
    public internal(set) var duplicates = 0
    /// The changes of a record, by PUT or by a repeat with other content.
    public internal(set) var updates = 0
    /// The repeats that changed nothing: same content again, or refused with 409.
    public internal(set) var repeats = 0
    /// Whether the log id is an image's own; absent for records.
    public internal(set) var isImage: Bool?
    /// The deletions.
    public internal(set) var deletes = 0

    init(organization: String, user: String, logID: String) {
        self.organization = organization
        self.user = user
        self.logID = logID
    }
}
