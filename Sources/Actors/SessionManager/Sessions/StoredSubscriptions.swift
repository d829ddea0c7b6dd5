internal import FoundationEssentials

/// The subscriptions of a session to types of health data, as they are stored with it.
struct StoredSubscriptions: Codable, Sendable, Hashable {
    /// HealthKit's identifiers.
    var sampleTypes: [String] = []
    /// Whether steps in short intervals are included.
    var processIntraday = false
    /// The number of changes so far.
    var revision = 0

    /// Creates empty subscriptions.
    init() {}

    /// Decodes stored subscriptions; unreadable ones become empty, so that no unwanted data is sent.
    init(_ data: Data?) {
        // Absent is nil: an old session has no stored subscriptions.
        self = data.flatMap { try? JSONDecoder().decode(Self.self, from: $0) } ?? Self()
    }

    /// The encoded form that is stored.
    var data: Data {
        get throws { try JSONEncoder().encode(self) }
    }
}
