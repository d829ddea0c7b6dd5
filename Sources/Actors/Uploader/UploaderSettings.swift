internal import ActorRuntime
internal import BusContract
internal import Curl
internal import DeliveryRules
internal import LedgerStore

/// The uploader's configuration, read once at the start.
package struct UploaderSettings: Sendable {
    /// The hub of the queue's owner.
    package let ownerHub: String
    /// How many requests run at a time.
    package let concurrency: Int
    /// How many records wait beside them.
    package let prefetch: Int
    /// The longest time between two demands.
    package let pullInterval: Duration
    /// The whole time of one request.
    package let requestTimeout: Duration
    /// The whole time of one image's request.
    package let imageTimeout: Duration
    /// How long a reply of the owner is waited for.
    package let ackTimeout: Duration
    /// Between two tries of an answer.
    let ackBackoff: Backoff
    /// How long finished attempts stay in the ledger.
    package let ledgerRetention: Duration
    /// How long a destination's list may lag behind what it has taken.
    package let lookupSettle: Duration
    /// How long requests on their way may take when the process stops.
    package let drainGrace: Duration
    /// What the HTTP client is told.
    let http: CurlConfiguration
    /// The destinations that have a base URL, by API version.
    let destinations: [String: any Destination]

    /// Reads and checks.
    ///
    /// - Throws: `RuntimeError` for a missing key, ``UploaderError`` for a destination that must not be.
    init(_ configuration: ActorConfiguration) throws {
        ownerHub = try configuration.string("session-manager.hub")
        concurrency = try configuration.int("concurrency")
        pullInterval = try configuration.duration("pull.interval")
        requestTimeout = try configuration.duration("request.timeout")
        imageTimeout = try configuration.duration("image.timeout")
        ackTimeout = try configuration.duration("ack.timeout")
        ackBackoff = Backoff(base: .milliseconds(250), cap: try configuration.duration("ack.retry-cap"))
        ledgerRetention = try configuration.duration("ledger.retention")
        lookupSettle = try configuration.duration("lookup.settle")
        // The rest of the bootstrap's time is for telling the owner.
        drainGrace = max(.milliseconds(500), try configuration.duration("drain.timeout") - .seconds(2))
        http = CurlConfiguration(
            maximumConnections: concurrency,
            maximumConnectionsPerHost: concurrency,
            tls: CurlTLS(authorityFile: try configuration.stringIfSet("tls.authority")),
            proxy: try configuration.stringIfSet("proxy")
        )
        destinations = try Self.destinations(configuration)
        // Records that go together have to be here together.
        let together = destinations.values.compactMap(\.many?.records).max() ?? 0
        prefetch = try configuration.intIfSet("prefetch") ?? max(concurrency, min(concurrency * together, 128))
    }

    /// What a demand names: each destination, and its images where there is a path for them.
    var destinationNames: [String] {
        destinations.flatMap { api, destination in
            destination.takesImages ? [api, ImageDestination.name(of: api)] : [api]
        }.sorted()
    }

    private static func destinations(_ configuration: ActorConfiguration) throws -> [String: any Destination] {
        var made: [String: any Destination] = [:]
        if let base = try configuration.stringIfSet("destination.inform.base-url") {
            made["inform"] = InformDestination(
                base: try BaseURL(base, key: "destination.inform.base-url"),
                paths: try InformPaths(configuration),
                repeats: try repeats("inform", configuration),
                updatesByPut: try configuration.string("destination.inform.updates") == "put",
                limits: try limits("inform", configuration)
            )
        }
        if let base = try configuration.stringIfSet("destination.legacy.base-url") {
            made["legacy"] = LegacyDestination(
                base: try BaseURL(base, key: "destination.legacy.base-url"),
                paths: try LegacyPaths(configuration),
                repeats: try repeats("legacy", configuration),
                limits: try limits("legacy", configuration),
                places: try LegacyPlaces(try configuration.list(LegacyPlaces.key))
            )
        }
        return made
    }

    private static func limits(_ api: String, _ configuration: ActorConfiguration) throws -> ManyLimits {
        ManyLimits(
            records: try configuration.int("destination.\(api).many.records"),
            bytes: try configuration.int("destination.\(api).many.bytes")
        )
    }

    private static func repeats(_ api: String, _ configuration: ActorConfiguration) throws -> RepeatPolicy {
        let word = try configuration.string("destination.\(api).repeats")
        guard let policy = RepeatPolicy(rawValue: word) else {
            let words = RepeatPolicy.allCases.map(\.rawValue).joined(separator: ", ")
            throw UploaderError(.configuration, "destination.\(api).repeats is none of \(words)")
        }
        return policy
    }
}
