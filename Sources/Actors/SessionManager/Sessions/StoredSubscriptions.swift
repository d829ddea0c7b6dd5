internal import FoundationEssentials

/// What a session wants of what its person exports, as it is saved with the session.
struct StoredSubscriptions: Codable, Sendable, Hashable {
    /// HealthKit's identifiers.
    var sampleTypes: [String] = []
    /// Whether steps of short intervals are wanted too.
    var processIntraday = false
    /// Counts the changes.
    var revision = 0

    /// None.
    init() {}

    /// Reads what was saved; what cannot be read is none, so that nothing is sent that nobody wanted.
    init(_ data: Data?) {
        self = data.flatMap { try? JSONDecoder().decode(Self.self, from: $0) } ?? Self()
    }

    /// As it is saved.
    var data: Data {
        get throws { try JSONEncoder().encode(self) }
    }
}
