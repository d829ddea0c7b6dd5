/// The sums that a fault test is judged by.
public struct AcceptanceSummary: Codable, Hashable, Sendable {
    /// Pairs of user and log id that were accepted.
    public let accepted: Int
    /// Records made.
    public let creates: Int
    /// Records changed.
    public let updates: Int
    /// Repeats that changed nothing.
    public let repeats: Int
    /// Records deleted.
    public let deletes: Int
    /// Records made while another one of the same user and log id was there.
    public let duplicates: Int
    /// Log ids that were accepted for more than one user.
    public let logIDsOfSeveralUsers: Int
    /// API requests that arrived, whatever became of them, since the start.
    public let requests: Int
    /// Images that were accepted; they are counted nowhere else here.
    public let images: Int
    /// Images made while another one of the same user and image id was there.
    public let imageDuplicates: Int
}
