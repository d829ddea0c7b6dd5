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

    /// The key of the one path without a default: Inform Connect has none for it, and a guessed one would be answered
    /// like a destination that is wrongly set up.
    static let intradayKey = "destination.inform.paths.intraday"

    private let writes: [String: String]
    let lookup: PathTemplate

    /// The default paths.
    ///
    /// - Parameter intraday: Where intraday records are written; nil for nowhere.
    package init(intraday: String? = nil) {
        var writes = Dictionary(uniqueKeysWithValues: Self.defaults.map { ($0.name, $0.path) })
        writes["intraday"] = intraday
        self.writes = writes
        lookup = PathTemplate(Self.defaultLookup)
    }

    init(_ configuration: ActorConfiguration) throws {
        var writes: [String: String] = [:]
        for (name, _) in Self.defaults { writes[name] = try configuration.string("destination.inform.paths.\(name)") }
        writes["intraday"] = try configuration.stringIfSet(Self.intradayKey)
        self.writes = writes
        lookup = PathTemplate(try configuration.string("destination.inform.paths.lookup"))
    }

    /// Where records of a kind are written; nil where no path is configured.
    func write(_ kind: String) -> PathTemplate? { writes[kind].map(PathTemplate.init) }

    /// The path's name and the record's `type` for a record's type; nil where the Inform API has none.
    static func kind(_ type: RecordType) -> (path: String, type: String)? {
        switch type {
        case .biometrics, .diabetes, .weight: ("measurements", "measurement")
        case .routine: ("summaries", "summary")
        case .fitness: ("workouts", "workout")
        case .nutrition: ("nutrition", "nutrition")
        case .sleep: ("sleep", "sleep")
        case .intraday: ("intraday", "intraday")
        default: nil
        }
    }
}
