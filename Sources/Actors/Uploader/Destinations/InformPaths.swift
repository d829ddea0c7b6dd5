internal import ActorRuntime
internal import VitalRecords

/// The Inform API's paths.
///
/// The writing ones are those of Inform Connect; the mobile SDK's own are not public.
package struct InformPaths: Sendable {
    /// The kinds of records as their paths name them, with the default paths.
    static let defaults: [(name: String, path: String)] =
        ["measurements", "summaries", "workouts", "nutrition", "sleep"].map { ($0, "/connect/provider/data/\($0)") }

    static let defaultLookup =
        "/organizations/{org}/users/{user}/{type}?start_date={start}&end_date={end}&token={token}&offset={offset}"

    private let writes: [String: String]
    let lookup: PathTemplate

    /// The default paths.
    package init() {
        writes = Dictionary(uniqueKeysWithValues: Self.defaults.map { ($0.name, $0.path) })
        lookup = PathTemplate(Self.defaultLookup)
    }

    init(_ configuration: ActorConfiguration) throws {
        var writes: [String: String] = [:]
        for (name, _) in Self.defaults { writes[name] = try configuration.string("destination.inform.paths.\(name)") }
        self.writes = writes
        lookup = PathTemplate(try configuration.string("destination.inform.paths.lookup"))
    }

    /// Where records of a kind are written.
    func write(_ kind: String) -> PathTemplate { PathTemplate(writes[kind] ?? "/connect/provider/data/\(kind)") }

    /// The path's name and the record's `type` for a record's type; nil where Inform Connect has none.
    static func kind(_ type: RecordType) -> (path: String, type: String)? {
        switch type {
        case .biometrics, .diabetes, .weight: ("measurements", "measurement")
        case .routine: ("summaries", "summary")
        case .fitness: ("workouts", "workout")
        case .nutrition: ("nutrition", "nutrition")
        case .sleep: ("sleep", "sleep")
        default: nil
        }
    }
}
