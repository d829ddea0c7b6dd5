internal import ActorRuntime
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The configuration of the command line, read and validated like an actor's, in the section `vitalbus`.
struct OperatorConfiguration: HubActor {
    /// The keys that `vitalbus up` reads in addition to those of the actors.
    struct Keys: SettingTable {
        let radio = Setting.text(
            "radio",
            allowed: [HubFlags.Radio.bluetooth.rawValue, HubFlags.Radio.none.rawValue],
            default: HubFlags.Radio.bluetooth.rawValue,
            doc:
                "How 'vitalbus up' receives devices: bluetooth, or none for a hub that only takes photos, exports and typed values."
        )
        let uploaders = Setting.int(
            "uploaders",
            in: 1...HubPlan.uploaderLimit,
            doc: "How many uploaders 'vitalbus up' starts."
        )
        let ocrWorkers = Setting.int(
            "ocr-workers",
            in: 0...HubPlan.readerLimit,
            doc: "How many photos the OCR worker that 'vitalbus up' starts reads at a time; 0 for no worker."
        )
        let brokerQueue = Setting.int(
            "broker-queue",
            in: 10...HubPlan.brokerQueueLimit,
            doc: "How many messages the private broker may queue for one process or for the link to the site's broker; "
                + "50000 by default."
        )
        let page = Setting.text(
            "page",
            example: PageEntry.standardAddress,
            doc: "Where browsers reach the page that 'vitalbus up' serves, HOST:PORT, or none; "
                + "\(PageEntry.standardAddress) by default."
        )
        let homeAssistant = Setting.bool(
            "home-assistant",
            default: false,
            doc: "Whether 'vitalbus up' publishes the site to Home Assistant."
        )
        let sharesValues = Setting.bool(
            "share-values",
            doc: "Whether events contain measured values, for all processes that 'up' starts."
        )
    }

    static let name = "vitalbus"

    /// The actors that may have sections in a file.
    static let sections = BusRole.all.filter { !(BusRole.guests + [.bridge]).contains($0) || $0 == .integration }
        .map(\.rawValue)

    static let configurationKeys = Keys.keys

    /// Empty, because the command line serves no operations.
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

    /// Whether a file allows values in events.
    static func sharesValues(_ sections: ConfigurationSections) -> Bool {
        let actors: [BusRole] = [.vitalbus, .deviceReader, .ocrWorker]
        return sections.texts(CommonSettings.sharedSeats, of: BusRole.sessionManager.rawValue)?.isEmpty == false
            || actors.contains { sections.texts(Keys().sharesValues, of: $0.rawValue) == ["true"] }
    }

    /// The prefix of Home Assistant's discovery topics in a file; nil if the file does not set it.
    static func discoveryPrefix(_ sections: ConfigurationSections) -> String? {
        let actor = BusRole.homeAssistant.rawValue
        return sections.texts(CommonSettings.discoveryPrefix, of: actor)?.first.flatMap(discoveryPrefix)
    }

    /// A valid prefix; nil for an invalid one, which the process itself rejects.
    static func discoveryPrefix(_ text: String) -> String? { HomeAssistantTopics.isPrefix(text) ? text : nil }

    /// Whether the configuration names a broker.
    static func namesBroker(_ values: ActorConfiguration) -> Bool {
        values.isSet(CommonSettings.busSocket) || values.isSet(CommonSettings.busHost)
    }

    /// The broker of the configuration.
    static func target(_ values: ActorConfiguration, address: BusAddress) throws -> HubConnection.Target {
        let tls = try BusConnectionRequest.tls(values)
        return HubConnection.Target(
            address: address,
            endpoint: try BusConnectionRequest.endpoint(values, isEncrypted: tls != nil),
            tls: tls,
            username: try values[CommonSettings.busUsername],
            passwordFile: try values[CommonSettings.busPasswordFile]
        )
    }
}
