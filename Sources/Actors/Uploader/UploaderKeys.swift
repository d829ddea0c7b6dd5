internal import ActorRuntime
internal import DeliveryRules

/// The uploader's own configuration keys.
enum UploaderKeys {
    static let ownerHub = Setting.id(
        "session-manager.hub",
        default: "site",
        "The hub of the session manager that owns the queue."
    )
    static let concurrency = Setting.int("concurrency", in: 1...64, default: 4, "How many requests run at a time.")
    static let prefetch = Setting.int(
        "prefetch",
        in: 0...128,
        "How many records wait beside those on their way. Default: as many as run, or what they take together."
    )
    static let pullInterval = Setting.duration(
        "pull.interval",
        in: .milliseconds(50) ... .seconds(10),
        default: .seconds(5),
        "The longest time between two demands for work."
    )
    static let ackTimeout = Setting.duration(
        "ack.timeout",
        in: .milliseconds(50) ... .seconds(60),
        default: .seconds(5),
        "How long the session manager's reply to an outcome is waited for before it is told again."
    )
    static let ackRetryCap = Setting.duration(
        "ack.retry-cap",
        in: .milliseconds(10) ... .seconds(600),
        default: .seconds(30),
        "The longest pause between two tries to tell an outcome."
    )
    static let ledgerRetention = Setting.duration(
        "ledger.retention",
        in: .seconds(3600) ... .seconds(31_536_000),
        default: .seconds(30 * 86_400),
        "How long finished attempts stay in the ledger."
    )
    static let lookupSettle = Setting.duration(
        "lookup.settle",
        in: .zero ... .seconds(86_400),
        default: .seconds(300),
        "How long a destination's list may lag behind what it has taken: a record that was possibly sent and is not in "
            + "the list is made again only after that, and after a second look-up."
    )

    static let requestTimeout = Setting.duration(
        "request.timeout",
        in: .milliseconds(100) ... .seconds(300),
        default: .seconds(15),
        "The whole time of one request; twice this has to fit in the session manager's lease."
    )
    static let imageTimeout = Setting.duration(
        "image.timeout",
        in: .milliseconds(100) ... .seconds(300),
        default: .seconds(30),
        "The whole time of one image's request; it has to fit in the session manager's lease with some seconds to spare."
    )
    static let tlsAuthority = Setting.path(
        "tls.authority",
        "PEM file of the trusted authorities. Default: the system's."
    )
    static let proxy = Setting.text(
        "proxy",
        "An HTTP proxy's URL. Default: none, whatever the environment says."
    )

    /// All of them, in the order of the help.
    static let all: [ConfigurationKey] =
        [
            ownerHub.key, concurrency.key, prefetch.key, pullInterval.key, ackTimeout.key, ackRetryCap.key,
            CommonSettings.clockTrusted.key, ledgerRetention.key, lookupSettle.key, requestTimeout.key,
            imageTimeout.key, tlsAuthority.key, proxy.key,
        ] + InformKeys.all + LegacyKeys.all
}

/// The keys that every destination has.
struct DestinationKeys: Sendable {
    let baseURL: Setting<String?>
    let imagePath: Setting<String?>
    let repeats: Setting<RepeatPolicy>
    let manyPath: Setting<String?>
    let manyRecords: Setting<Int>
    let manyBytes: Setting<Int>

    /// Declares the keys of an API.
    ///
    /// - Parameter api: `inform` or `legacy`.
    init(_ api: String) {
        baseURL = .text(
            "destination.\(api).base-url",
            "Where the \(api) API is; https, or http to this machine only. Without it its records wait."
        )
        imagePath = .text(
            "destination.\(api).paths.image",
            "Where images of records are posted; {org}, {user}, {logID}, {recordID}, {imageID} and {token} are "
                + "filled in. No public path is "
                + "known: without one images wait."
        )
        repeats = .choice(
            "destination.\(api).repeats",
            default: .lookup,
            "What to do with a record that was possibly sent: look it up, or send it again because the server "
                + "replaces (upsert) or refuses (refuses, 409) a known log id, or although it may double (blind)."
        )
        manyPath = .text(
            "destination.\(api).paths.many",
            "Where several records of one session and type are made in one request; {org}, {user} and {type} are filled "
                + "in. Default: none, each record goes by itself."
        )
        manyRecords = .int(
            "destination.\(api).many.records",
            in: 1...500,
            default: 50,
            "The most records in such a request."
        )
        manyBytes = .int(
            "destination.\(api).many.bytes",
            in: 1_000...4_194_304,
            default: 262_144,
            "The most bytes of records in such a request; a larger record goes by itself."
        )
    }

    /// All of them, in the order of the help.
    var all: [ConfigurationKey] {
        [baseURL.key, imagePath.key, repeats.key, manyPath.key, manyRecords.key, manyBytes.key]
    }

    /// The most records and bytes of one request.
    func limits(_ configuration: ActorConfiguration) throws -> ManyLimits {
        ManyLimits(records: try configuration[manyRecords], bytes: try configuration[manyBytes])
    }
}

/// The keys of the Inform API.
enum InformKeys {
    /// How a record is changed.
    enum Updates: String, CaseIterable, Sendable {
        /// By PUT below its path.
        case put
        /// By POST with the same log id.
        case post
    }

    static let common = DestinationKeys("inform")
    /// Where records of each kind are written, by the kind's name in the path.
    static let writes = InformPaths.defaults.map { name, path in
        (
            name: name,
            path: Setting.text("destination.inform.paths.\(name)", default: path, "Where \(name) are written.")
        )
    }
    /// Has no default: Inform Connect has no such path, and a guessed one would be answered like a destination that is
    /// wrongly set up.
    static let intraday = Setting.text(
        "destination.inform.paths.intraday",
        "Where intraday records are written. Without it they are refused: no public path takes them."
    )
    static let lookup = Setting.text(
        "destination.inform.paths.lookup",
        default: InformPaths.defaultLookup,
        "Where records are listed; {org}, {user}, {type}, {start}, {end}, {token} and {offset} are filled in."
    )
    static let update = Setting.text(
        "destination.inform.paths.update",
        "Where a record is changed; {org}, {user}, {type}, {id} and {logID} are filled in. Default: its path, / and "
            + "its id."
    )
    static let delete = Setting.text(
        "destination.inform.paths.delete",
        "Where a record is deleted, filled in like the one above. Default: its path, / and its id."
    )
    static let upsert = Setting.text(
        "destination.inform.paths.upsert",
        "Where a record is made or replaced by PUT under its {logID}. Default: none; records are made by POST."
    )
    static let validate = Setting.text(
        "destination.inform.paths.validate",
        default: InformPaths.defaultValidate,
        "Where a session's credentials are checked, or 'off': then the first record that is taken confirms them."
    )
    static let updates = Setting.choice(
        "destination.inform.updates",
        default: Updates.put,
        "How a record is changed: PUT below its path with the server's id, or POST again with the same log id."
    )

    /// All of them, in the order of the help.
    static let all: [ConfigurationKey] =
        common.all + writes.map(\.path.key) + [
            intraday.key, lookup.key, update.key, delete.key, upsert.key, validate.key, updates.key,
        ]
}

/// The keys of the legacy API.
enum LegacyKeys {
    static let common = DestinationKeys("legacy")
    static let create = Setting.text(
        "destination.legacy.paths.create",
        default: LegacyPaths.defaultCreate,
        "Where records are made; {org}, {user} and {type} are filled in."
    )
    static let update = Setting.text(
        "destination.legacy.paths.update",
        default: LegacyPaths.defaultUpdate,
        "Where a record is changed; {id} too is filled in."
    )
    static let delete = Setting.text(
        "destination.legacy.paths.delete",
        default: LegacyPaths.defaultUpdate,
        "Where a record is deleted; {id} too is filled in."
    )
    static let validate = Setting.text(
        "destination.legacy.paths.validate",
        default: LegacyPaths.defaultValidate,
        "Where a session's {token} is checked, or 'off': then the first record that is taken confirms it."
    )
    static let lookup = Setting.text(
        "destination.legacy.paths.lookup",
        default: LegacyPaths.defaultLookup,
        "Where records are listed; {start}, {end}, {token} and {offset} too are filled in."
    )
    static let reproductive = Setting.list(
        "destination.legacy.reproductive",
        "Where reproductive health stands in biometrics, as menstrual_flow=extras.flow or menstrual_flow=flow. "
            + "Default: extras.NAME with the metric's name; the API's own names are not public."
    )

    /// All of them, in the order of the help.
    static let all: [ConfigurationKey] =
        common.all + [create.key, update.key, delete.key, validate.key, lookup.key, reproductive.key]
}
