internal import ActorRuntime
internal import DeliveryRules

extension UploaderSettings {
    /// Every key of the uploader, beside the common ones.
    static let keys: [ConfigurationKey] = work + http + destination("inform") + inform + destination("legacy") + legacy

    private static let work: [ConfigurationKey] = [
        ConfigurationKey(
            "session-manager.hub",
            .id,
            default: "site",
            "The hub of the session manager that owns the queue."
        ),
        ConfigurationKey("concurrency", .int(1...64), default: "4", "How many requests run at a time."),
        ConfigurationKey(
            "prefetch",
            .int(0...128),
            "How many records wait beside those on their way. Default: as many as run, or what they take together."
        ),
        ConfigurationKey(
            "pull.interval",
            .duration(.milliseconds(50) ... .seconds(10)),
            default: "5s",
            "The longest time between two demands for work."
        ),
        ConfigurationKey(
            "ack.timeout",
            .duration(.milliseconds(50) ... .seconds(60)),
            default: "5s",
            "How long the session manager's reply to an outcome is waited for before it is told again."
        ),
        ConfigurationKey(
            "ack.retry-cap",
            .duration(.milliseconds(10) ... .seconds(600)),
            default: "30s",
            "The longest pause between two tries to tell an outcome."
        ),
        .clockTrusted,
        ConfigurationKey(
            "ledger.retention",
            .duration(.seconds(3600) ... .seconds(31_536_000)),
            default: "30d",
            "How long finished attempts stay in the ledger."
        ),
        ConfigurationKey(
            "lookup.settle",
            .duration(.zero ... .seconds(86_400)),
            default: "5min",
            "How long a destination's list may lag behind what it has taken: a record that was possibly sent and is not in "
                + "the list is made again only after that, and after a second look-up."
        ),
    ]

    private static let http: [ConfigurationKey] = [
        ConfigurationKey(
            "request.timeout",
            .duration(.milliseconds(100) ... .seconds(300)),
            default: "15s",
            "The whole time of one request; twice this has to fit in the session manager's lease."
        ),
        ConfigurationKey(
            "image.timeout",
            .duration(.milliseconds(100) ... .seconds(300)),
            default: "30s",
            "The whole time of one image's request; it has to fit in the session manager's lease with some seconds to spare."
        ),
        ConfigurationKey("tls.authority", .path, "PEM file of the trusted authorities. Default: the system's."),
        ConfigurationKey("proxy", .string, "An HTTP proxy's URL. Default: none, whatever the environment says."),
    ]

    private static func destination(_ api: String) -> [ConfigurationKey] {
        [
            ConfigurationKey(
                "destination.\(api).base-url",
                .string,
                "Where the \(api) API is; https, or http to this machine only. Without it its records wait."
            ),
            ConfigurationKey(
                "destination.\(api).paths.image",
                .string,
                "Where images of records are posted; {org}, {user}, {logID}, {recordID}, {imageID} and {token} are "
                    + "filled in. No public path is "
                    + "known: without one images wait."
            ),
            ConfigurationKey(
                "destination.\(api).repeats",
                .string(allowed: RepeatPolicy.allCases.map(\.rawValue)),
                default: "lookup",
                "What to do with a record that was possibly sent: look it up, or send it again because the server "
                    + "replaces (upsert) or refuses (refuses, 409) a known log id, or although it may double (blind)."
            ),
            ConfigurationKey(
                "destination.\(api).paths.many",
                .string,
                "Where several records of one session and type are made in one request; {org}, {user} and {type} are filled "
                    + "in. Default: none, each record goes by itself."
            ),
            ConfigurationKey(
                "destination.\(api).many.records",
                .int(1...500),
                default: "50",
                "The most records in such a request."
            ),
            ConfigurationKey(
                "destination.\(api).many.bytes",
                .int(1_000...4_194_304),
                default: "262144",
                "The most bytes of records in such a request; a larger record goes by itself."
            ),
        ]
    }

    private static let inform: [ConfigurationKey] =
        InformPaths.defaults.map { name, path in
            ConfigurationKey("destination.inform.paths.\(name)", .string, default: path, "Where \(name) are written.")
        } + [
            ConfigurationKey(
                InformPaths.intradayKey,
                .string,
                "Where intraday records are written. Without it they are refused: no public path takes them."
            ),
            ConfigurationKey(
                "destination.inform.paths.lookup",
                .string,
                default: InformPaths.defaultLookup,
                "Where records are listed; {org}, {user}, {type}, {start}, {end}, {token} and {offset} are filled in."
            ),
            ConfigurationKey(
                "destination.inform.paths.update",
                .string,
                "Where a record is changed; {org}, {user}, {type}, {id} and {logID} are filled in. Default: its path, / and "
                    + "its id."
            ),
            ConfigurationKey(
                "destination.inform.paths.delete",
                .string,
                "Where a record is deleted, filled in like the one above. Default: its path, / and its id."
            ),
            ConfigurationKey(
                "destination.inform.paths.upsert",
                .string,
                "Where a record is made or replaced by PUT under its {logID}. Default: none; records are made by POST."
            ),
            ConfigurationKey(
                "destination.inform.paths.validate",
                .string,
                default: InformPaths.defaultValidate,
                "Where a session's credentials are checked, or 'off': then the first record that is taken confirms them."
            ),
            ConfigurationKey(
                "destination.inform.updates",
                .string(allowed: ["put", "post"]),
                default: "put",
                "How a record is changed: PUT below its path with the server's id, or POST again with the same log id."
            ),
        ]

    private static let legacy: [ConfigurationKey] = [
        ConfigurationKey(
            "destination.legacy.paths.create",
            .string,
            default: LegacyPaths.defaultCreate,
            "Where records are made; {org}, {user} and {type} are filled in."
        ),
        ConfigurationKey(
            "destination.legacy.paths.update",
            .string,
            default: LegacyPaths.defaultUpdate,
            "Where a record is changed; {id} too is filled in."
        ),
        ConfigurationKey(
            "destination.legacy.paths.delete",
            .string,
            default: LegacyPaths.defaultUpdate,
            "Where a record is deleted; {id} too is filled in."
        ),
        ConfigurationKey(
            "destination.legacy.paths.validate",
            .string,
            default: LegacyPaths.defaultValidate,
            "Where a session's {token} is checked, or 'off': then the first record that is taken confirms it."
        ),
        ConfigurationKey(
            "destination.legacy.paths.lookup",
            .string,
            default: LegacyPaths.defaultLookup,
            "Where records are listed; {start}, {end}, {token} and {offset} too are filled in."
        ),
        ConfigurationKey(
            LegacyPlaces.key,
            .list,
            "Where reproductive health stands in biometrics, as menstrual_flow=extras.flow or menstrual_flow=flow. "
                + "Default: extras.NAME with the metric's name; the API's own names are not public."
        ),
    ]
}
