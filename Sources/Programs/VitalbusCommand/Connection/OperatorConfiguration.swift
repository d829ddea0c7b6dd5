internal import ActorRuntime
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The configuration of the command line, read and validated like an actor's, in the section `vitalbus`.
struct OperatorConfiguration: HubActor {
    static let name = "vitalbus"

    /// The actors that may have sections in a file.
    static let sections = BusRole.all.map(\.rawValue)

    /// The keys that `vitalbus up` reads beside those of the actors.
    static let configurationKeys = [
        ConfigurationKey(
            "radio",
            .string(allowed: [HubFlags.Radio.bluetooth.rawValue, HubFlags.Radio.none.rawValue]),
            default: HubFlags.Radio.bluetooth.rawValue,
            "What 'vitalbus up' hears devices with; none for a hub that only takes photos, exports and typed values."
        ),
        ConfigurationKey("uploaders", .int(1...HubPlan.uploaderLimit), "How many uploaders 'vitalbus up' starts."),
        ConfigurationKey("ocr-workers", .int(0...HubPlan.readerLimit), "How many OCR workers 'vitalbus up' starts."),
        ConfigurationKey("share-values", .bool, "Whether measured values stand in events, for all that 'up' starts."),
    ]

    /// None: the command line serves no operations.
    var handlers: [RequestHandler] { [] }

    init(_ context: ActorContext) async throws {}

    /// Reads a file.
    ///
    /// - Parameter fallbacks: The values of keys that the file does not set.
    /// - Throws: `RuntimeError` `configuration`.
    static func load(
        _ file: String,
        site: String?,
        hub: String?,
        variables: [String: String],
        fallbacks: [String: String] = [:]
    ) throws -> ActorConfiguration {
        let flags = [("site", site), ("hub", hub)].compactMap { name, value in
            value.map { (name: name, value: $0, flag: "--\(name)") }
        }
        return try ConfigurationLoader(Self.self, actors: sections)
            .load(ConfigurationSources(flags: flags, environment: variables, path: file, fallbacks: fallbacks))
    }

    /// Whether the configuration itself names a broker.
    static func namesBroker(_ values: ActorConfiguration) -> Bool {
        isNamed("bus.socket", values) || isNamed("bus.host", values)
    }

    /// Whether a key was set.
    static func isNamed(_ key: String, _ values: ActorConfiguration) -> Bool {
        values.origin(key).map { $0 != "default" } ?? false
    }

    /// The broker of the configuration.
    static func target(_ values: ActorConfiguration, _ address: BusAddress) throws -> HubConnection.Target {
        let endpoint: HubConnection.BusEndpointChoice
        if let host = try values.stringIfSet("bus.host") {
            endpoint = .tcp(
                host: host,
                port: try values.int("bus.port"),
                authority: try values.stringIfSet("bus.tls.authority"),
                certificate: try values.stringIfSet("bus.tls.certificate"),
                key: try values.stringIfSet("bus.tls.key")
            )
        } else {
            endpoint = .unixSocket(try values.string("bus.socket"))
        }
        if case .tcp(let host, _, nil, _, _) = endpoint, !["localhost", "127.0.0.1", "::1"].contains(host) {
            throw RuntimeError(
                .configuration,
                "bus.host is another machine, which needs TLS: set bus.tls.authority to its authority's file"
            )
        }
        return HubConnection.Target(
            address: address,
            endpoint: endpoint,
            username: try values.stringIfSet("bus.username"),
            passwordFile: try values.stringIfSet("bus.password-file")
        )
    }
}
