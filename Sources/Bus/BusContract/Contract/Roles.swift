public import MessageBus

extension BusRole {
    /// Owns discovery and sightings of a hub's radio.
    public static let bleScanner = BusRole(rawValue: "ble-scanner")
    /// Reads devices over Bluetooth.
    public static let deviceReader = BusRole(rawValue: "device-reader")
    /// Makes records of what people exported.
    public static let healthImporter = BusRole(rawValue: "health-importer")
    /// Reads the displays of meters from pictures.
    public static let ocrWorker = BusRole(rawValue: "ocr-worker")
    /// Owns sessions, assignments, the queue and notifications.
    public static let sessionManager = BusRole(rawValue: "session-manager")
    /// Delivers records to the cloud API.
    public static let uploader = BusRole(rawValue: "uploader")
    /// Gives the hubs of a site their certificates.
    public static let registrar = BusRole(rawValue: "registrar")
    /// A person with the command line; may call what changes state.
    public static let vitalbus = BusRole(rawValue: "vitalbus")
    /// A program of the house that subscribes to events and states, and changes nothing.
    public static let integration = BusRole(rawValue: "integration")

    /// Every role of the contract.
    public static let all: [BusRole] = [
        bleScanner, deviceReader, healthImporter, ocrWorker, sessionManager, uploader, registrar, vitalbus,
        integration,
    ]

    /// The actors that publish their presence.
    static let actors: [BusRole] = [
        bleScanner, deviceReader, healthImporter, ocrWorker, sessionManager, uploader, registrar,
    ]

    /// Whether the actor serves a whole site and so stands under the hub `site`.
    public var runsAtSite: Bool { [.sessionManager, .uploader, .registrar].contains(self) }
}

extension TopicGrant {
    /// People and programs that watch: all of a site's hubs.
    static let watchers: [TopicGrant] = [TopicGrant(.vitalbus, reach: .site), TopicGrant(.integration, reach: .site)]
}
