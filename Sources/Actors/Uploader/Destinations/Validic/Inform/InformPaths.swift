internal import ActorRuntime
internal import VitalRecords

/// The Inform API's paths.
///
/// The writing ones are those of Inform Connect; the mobile SDK's own are not public.
package struct InformPaths: Sendable {
    /// The kinds of records as their paths name them, with the default paths.
    static let defaults: [(name: String, path: String)] =
        ["measurements", "summaries", "workouts", "nutrition", "sleep"].map {
            ($0, "/connect/provider/data/\($0)")
        }

    static let defaultLookup =
        "/organizations/{org}/users/{user}/{type}?start_date={start}&end_date={end}&token={token}&offset={offset}"

    static let defaultValidate = "/organizations/{org}/users/{user}?token={token}"

    private let writes: [String: String]
    let lookup: PathTemplate
    /// The path to change a record; nil for the kind's path followed by the id.
    let update: PathTemplate?
    /// The path to delete a record; nil for the kind's path followed by the id.
    let delete: PathTemplate?
    /// The path to make or replace a record by its log id; nil if the server has none.
    let upsert: PathTemplate?
    /// The path for images; nil if images are not sent.
    let image: PathTemplate?
    /// The path that checks credentials; nil if none does.
    let validate: PathTemplate?
    /// The path that creates several records at once; nil to send them one by one.
    let many: PathTemplate?

    /// The default paths.
    ///
    /// - Parameters:
    ///   - intraday: The path for intraday records; nil if they are not sent.
    ///   - upsert: The path to make or replace a record by its log id.
    ///   - image: Where images are posted.
    ///   - many: Where several records are made in one request.
    package init(
        intraday: String? = nil,
        upsert: PathTemplate? = nil,
        image: PathTemplate? = nil,
        many: PathTemplate? = nil
    ) {
        self.image = image
        self.many = many
        update = nil
        delete = nil
        self.upsert = upsert
        validate = PathTemplate(Self.defaultValidate)
        var writes = Dictionary(uniqueKeysWithValues: Self.defaults.map { ($0.name, $0.path) })
        writes["intraday"] = intraday
        self.writes = writes
        lookup = PathTemplate(Self.defaultLookup)
    }

    init(_ configuration: ActorConfiguration) throws {
        var writes: [String: String] = [:]
        for (name, path) in InformKeys().writes { writes[name] = try configuration[path] }
        writes["intraday"] = try configuration[\InformKeys.intraday]
        self.writes = writes
        lookup = PathTemplate(try configuration[\InformKeys.lookup])
        update = try configuration[\InformKeys.update].map { PathTemplate($0) }
        delete = try configuration[\InformKeys.delete].map { PathTemplate($0) }
        upsert = try configuration[\InformKeys.upsert].map { PathTemplate($0) }
        image = try configuration[\InformKeys.common.imagePath].map { PathTemplate($0) }
        validate = PathTemplate(unlessOff: try configuration[\InformKeys.validate])
        many = try configuration[\InformKeys.common.manyPath].map { PathTemplate($0) }
    }

    /// The path to write records of a kind; nil if none is configured.
    func write(_ kind: String) -> PathTemplate? { writes[kind].map(PathTemplate.init) }

    /// The path's name and the record's `type` for a record's type; nil if the Inform API has none.
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
