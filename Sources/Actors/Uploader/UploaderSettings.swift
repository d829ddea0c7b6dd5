internal import ActorRuntime
internal import BusContract
internal import Curl
internal import DeliveryRules
internal import LedgerStore

/// The uploader's configuration, read once at the start.
package struct UploaderSettings: Sendable {
    /// Each destination that there is, in the order of the help.
    static let kinds: [any Destination.Type] = [
        InformDestination.self, LegacyDestination.self, FHIRDestination.self, FileDestination.self,
    ]

    /// The hub of the queue's owner.
    package let ownerHub: String
    /// How many requests run at a time.
    package let concurrency: Int
    /// How many records wait in addition to them.
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
    /// When a destination must show a record that it has accepted.
    let settling: Settling
    /// How long requests in progress may take when the process stops.
    package let drainGrace: Duration
    /// The settings of the HTTP client.
    let http: CurlConfiguration
    /// The destinations that have a base URL, by API version.
    let destinations: [String: any Destination]

    /// Reads and checks.
    ///
    /// - Throws: `RuntimeError` for a missing key, ``UploaderError`` for a destination that must not be.
    init(_ configuration: ActorConfiguration) throws {
        ownerHub = try configuration[\UploaderKeys.ownerHub]
        concurrency = try configuration[\UploaderKeys.concurrency]
        pullInterval = try configuration[\UploaderKeys.pullInterval]
        requestTimeout = try configuration[\UploaderKeys.requestTimeout]
        imageTimeout = try configuration[\UploaderKeys.imageTimeout]
        ackTimeout = try configuration[\UploaderKeys.ackTimeout]
        ackBackoff = Backoff(base: .milliseconds(250), cap: try configuration[\UploaderKeys.ackRetryCap])
        ledgerRetention = try configuration[\UploaderKeys.ledgerRetention]
        settling = try Settling(configuration)
        // The rest of the bootstrap's time is for telling the owner.
        drainGrace = max(.milliseconds(500), try configuration[CommonSettings.drainTimeout] - .seconds(2))
        http = CurlConfiguration(
            maximumConnections: concurrency,
            maximumConnectionsPerHost: concurrency,
            tls: CurlTLS(authorityFile: try configuration[\UploaderKeys.tlsAuthority]),
            proxy: try configuration[\UploaderKeys.proxy]
        )
        destinations = try Self.destinations(configuration)
        // Records that go together have to be here together.
        let together = destinations.values.compactMap(\.many?.records).max() ?? 0
        prefetch = try configuration[\UploaderKeys.prefetch] ?? max(concurrency, min(concurrency * together, 128))
    }

    /// The names in a demand: each destination, and its images if there is a path for them.
    var destinationNames: [String] {
        destinations.flatMap { api, destination in
            destination.takesImages ? [api, ImageDestination.name(of: api)] : [api]
        }.sorted()
    }

    /// What a demand calls destinations, and their images.
    func names(of lanes: [String]) -> [WorkPull.Destination] {
        let named = Set(lanes + lanes.map(ImageDestination.name))
        return destinationNames.filter(named.contains).map(WorkPull.Destination.init(rawValue:))
    }

    private static func destinations(_ configuration: ActorConfiguration) throws -> [String: any Destination] {
        let made = try kinds.compactMap { try $0.init(configuration) as (any Destination)? }
        return Dictionary(uniqueKeysWithValues: made.map { ($0.name, $0) })
    }
}
