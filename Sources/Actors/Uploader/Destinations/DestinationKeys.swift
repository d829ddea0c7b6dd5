internal import ActorRuntime
internal import DeliveryRules

/// The keys that every destination has.
struct DestinationKeys: Sendable {
    let baseURL: Setting<String?>
    let imagePath: Setting<String?>
    let repeats: Setting<RepeatPolicy>
    let manyPath: Setting<String?>
    let manyRecords: Setting<Int>
    let manyBytes: Setting<Int>
    let refused: Setting<[String]>

    /// Declares the keys of an API.
    ///
    /// - Parameter api: `inform` or `legacy`.
    init(_ api: String) {
        baseURL = CommonSettings.baseURL(of: api)
        imagePath = .text(
            "destination.\(api).paths.image",
            doc: "The path for images of records; {org}, {user}, {logID}, {recordID}, {imageID} and {token} are "
                + "filled in. No public path is "
                + "known: without a path, images stay queued."
        )
        repeats = .choice(
            "destination.\(api).repeats",
            among: [.upsert, .refuses, .lookup, .blind],
            default: .lookup,
            doc: "What to do with a record that was possibly sent. Look it up, or send it again: the server "
                + "replaces a known log id (upsert), rejects it with 409 (refuses), or may duplicate it (blind)."
        )
        manyPath = .text(
            "destination.\(api).paths.many",
            doc:
                "The path that accepts several records of one session and type in one request; {org}, {user} and {type} are filled "
                + "in. Default: none, each record is sent alone."
        )
        manyRecords = .int(
            "destination.\(api).many.records",
            in: 1...500,
            default: 50,
            doc: "The most records in one such request."
        )
        manyBytes = .int(
            "destination.\(api).many.bytes",
            in: 1_000...4_194_304,
            default: 262_144,
            doc: "The most bytes of records in one such request; a larger record is sent alone."
        )
        refused = RefusedStatuses.setting(of: api)
    }

    /// The most records and bytes of one request.
    func limits(_ configuration: ActorConfiguration) throws -> ManyLimits {
        ManyLimits(records: try configuration[manyRecords], bytes: try configuration[manyBytes])
    }
}
