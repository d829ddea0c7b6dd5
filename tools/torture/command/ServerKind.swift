import ArgumentParser

/// What the simulated server does with a log id that it knows, and how the uploaders are configured for it.
enum ServerKind: String, CaseIterable, ExpressibleByArgument, Codable, Sendable {
    /// It replaces the record.
    case upsert
    /// It refuses a second one with 409.
    case refuses
    /// It makes a second one, but can be asked what it has.
    case lookup
    /// It makes a second one and cannot be asked.
    case blind

    /// The kinds at which nothing may be doubled.
    static let guaranteed: [ServerKind] = [.upsert, .refuses, .lookup]

    /// The simulator's `--repeats`.
    var repeats: String {
        switch self {
        case .upsert: "upsert"
        case .refuses: "conflict"
        case .lookup: "blind-lookup"
        case .blind: "blind"
        }
    }
}
